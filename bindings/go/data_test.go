package manifact_test

import (
	"math/rand"
	"strings"
	"testing"

	"manifact.internal/manifact"
)

var words = []string{
	"ship sail harbor wave anchor captain tide island storm port",
	"oven flour butter sugar recipe bake salt dinner spoon plate",
	"rocket orbit planet star moon launch engine comet signal probe",
}

// makeTexts returns texts of three topics in turn.
func makeTexts(count int) []string {
	draw := rand.New(rand.NewSource(1))
	common := strings.Fields("today people report year city")
	texts := make([]string, count)
	for i := range texts {
		topic := strings.Fields(words[i%3])
		var text []string
		for j := 0; j < 12; j++ {
			text = append(text, topic[draw.Intn(len(topic))])
		}
		for j := 0; j < 5; j++ {
			text = append(text, common[draw.Intn(len(common))])
		}
		texts[i] = strings.Join(text, " ")
	}
	return texts
}

// arrays are counts of three blocks of features as compressed sparse rows.
type arrays struct {
	rows, columns int
	indptr        []int64
	indices       []int32
	values        []float64
	classes       []int32
}

func makeCounts(rows int) arrays {
	draw := rand.New(rand.NewSource(2))
	a := arrays{rows: rows, columns: 60, indptr: []int64{0}}
	for i := 0; i < rows; i++ {
		for j := 0; j < a.columns; j++ {
			count := draw.Intn(8) / 7
			if j/20 == i%3 {
				count = draw.Intn(5)
			}
			if count > 0 {
				a.indices = append(a.indices, int32(j))
				a.values = append(a.values, float64(count))
			}
		}
		a.indptr = append(a.indptr, int64(len(a.indices)))
		a.classes = append(a.classes, int32(i%3))
	}
	return a
}

func (a arrays) dense() []float64 {
	values := make([]float64, a.rows*a.columns)
	for i := 0; i < a.rows; i++ {
		for e := a.indptr[i]; e < a.indptr[i+1]; e++ {
			values[i*a.columns+int(a.indices[e])] = a.values[e]
		}
	}
	return values
}

func (a arrays) matrix(t testing.TB) *manifact.Matrix {
	t.Helper()
	return must(manifact.FromCSR(a.rows, a.columns, a.indptr, a.indices, a.values))(t)
}

// must gives the result of a call that must not fail; closable results are closed with the test.
func must[T any](result T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := any(result).(interface{ Close() error }); ok {
			t.Cleanup(func() { c.Close() })
		}
		return result
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newSolver makes a solver with options, given as names and values in turn.
func newSolver(t testing.TB, method string, options ...any) *manifact.Solver {
	t.Helper()
	solver := must(manifact.NewSolver(method))(t)
	for i := 0; i < len(options); i += 2 {
		check(t, solver.Set(options[i].(string), options[i+1]))
	}
	return solver
}

func same[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d entries and not %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: entry %d is %v and not %v", what, i, got[i], want[i])
		}
	}
}
