package manifact_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"manifact.internal/manifact"
)

// nothing calls a function with the zero value of every argument and returns its error.
func nothing(t *testing.T, name string, f reflect.Value) (err error) {
	t.Helper()
	defer func() {
		if value := recover(); value != nil {
			t.Errorf("%s panics: %v", name, value)
		}
	}()
	kind := f.Type()
	var arguments []reflect.Value
	for i := 0; i < kind.NumIn() && !(kind.IsVariadic() && i == kind.NumIn()-1); i++ {
		arguments = append(arguments, reflect.Zero(kind.In(i)))
	}
	for _, result := range f.Call(arguments) {
		if found, ok := result.Interface().(error); ok {
			err = found
		}
	}
	return err
}

var contexts = reflect.TypeOf((*context.Context)(nil)).Elem()

// takesContext says whether a function has a context.Context, which nothing gives it as nil.
func takesContext(kind reflect.Type) bool {
	return kind.NumIn() > 0 && kind.In(0) == contexts
}

// onePair is what is known of 30 documents: two belong together.
func onePair(t *testing.T) *manifact.Constraints {
	pairs := []manifact.Pair{{First: 0, Second: 3, Weight: 1}}
	return must(manifact.NewConstraints(30, nil, pairs))(t)
}

// TestNilArguments calls every method of no handle, of a zero value and of a handle, and the
// functions of the package, with nil.
func TestNilArguments(t *testing.T) {
	texts := makeTexts(30)
	vectorizer := must(manifact.NewVectorizer())(t)
	counts := must(vectorizer.FitTransform(context.Background(), texts))(t)
	solver := newSolver(t, "lccf", "keep-data", true)
	check(t, solver.SetVectorizer(vectorizer))
	model := must(solver.Fit(context.Background(), counts, 3))(t)
	graph := must(solver.Graph(context.Background(), counts))(t)
	known := onePair(t)
	open := must(manifact.NewVectorizer())(t)
	for _, object := range []any{vectorizer, counts, solver, model, graph, known, open,
		(*manifact.Table)(nil)} {
		kind := reflect.TypeOf(object)
		for i := 0; i < kind.NumMethod(); i++ {
			method := kind.Method(i)
			name := fmt.Sprintf("%v.%s", kind.Elem(), method.Name)
			for _, no := range []reflect.Value{reflect.Zero(kind), reflect.New(kind.Elem())} {
				err := nothing(t, name, no.Method(i))
				if takesContext(no.Method(i).Type()) && err == nil {
					t.Errorf("%s of no handle has no error", name)
				}
			}
			if name == "manifact.Model.UnmarshalBinary" || method.Name == "Close" {
				continue // which change the handle
			}
			if handle := reflect.ValueOf(object); !handle.IsNil() {
				err := nothing(t, name, handle.Method(i))
				if takesContext(handle.Method(i).Type()) && err == nil {
					t.Errorf("%s with a nil context has no error", name)
				}
			}
		}
	}
	for name, f := range map[string]any{"ClusterTexts": manifact.ClusterTexts,
		"ReadMatrix": manifact.ReadMatrix, "ParseMatrix": manifact.ParseMatrix,
		"KNNGraph": manifact.KNNGraph, "AdaptiveGraph": manifact.AdaptiveGraph,
		"LabelBySeeds": manifact.LabelBySeeds, "SuggestPairs": manifact.SuggestPairs,
		"TableFromArrow": manifact.TableFromArrow, "FromArray": manifact.FromArray,
		"TableFromArrowStream": manifact.TableFromArrowStream, "LoadModel": manifact.LoadModel,
		"ReadModel": manifact.ReadModel, "ModelFromBytes": manifact.ModelFromBytes,
		"SolverFromModel": manifact.SolverFromModel, "GraphFromMatrix": manifact.GraphFromMatrix,
		"NewSolver": manifact.NewSolver} {
		if nothing(t, name, reflect.ValueOf(f)) == nil {
			t.Errorf("%s of nothing has no error", name)
		}
	}
	_, err := solver.Fit(nil, counts, 3) //lint:ignore SA1012 it is the test
	is(t, err, manifact.ErrNull, "the context is nil")
	_, err = solver.Fit(context.Background(), counts, 3, manifact.Threads(1), nil)
	is(t, err, manifact.ErrNull, "the call option 1 is nil")
	_, err = model.WriteTo(nil)
	is(t, err, manifact.ErrNull, "the writer is nil")
	must(solver.Fit(context.Background(), counts, 3, manifact.OnProgress(nil)))(t)
}

func TestStrings(t *testing.T) {
	counts := makeCounts(30).matrix(t)
	solver := newSolver(t, "kmeans", "seed", 1)
	model := must(solver.Fit(context.Background(), counts, 3))(t)
	open := must(manifact.NewVectorizer())(t)
	finished := must(manifact.VectorizerFromTerms([]string{"cat", "dog"}))(t)
	known := onePair(t)
	closed := must(manifact.FromDense(1, 1, []float64{1}))(t)
	if text := fmt.Sprint(closed); text != "Matrix(1 x 1, dense)" {
		t.Error(text)
	}
	check(t, closed.Close())
	var none *manifact.Model
	for want, value := range map[string]fmt.Stringer{
		"Matrix(30 x 60, entries " + fmt.Sprint(counts.Entries()) + ")": counts,
		"Model(kmeans, documents 30, clusters 3)":                       model,
		"Solver(kmeans)":                     solver,
		"Vectorizer(not finished)":           open,
		"Vectorizer(terms 2)":                finished,
		"Constraints(documents 30, pairs 1)": known,
		"Matrix(closed or nil)":              closed,
		"Model(closed or nil)":               none,
		"ITERATION_LIMIT":                    manifact.IterationLimit,
		"matrix-market":                      manifact.FormatMatrixMarket,
		"local-scaling":                      manifact.WeightLocalScaling,
		"rising":                             manifact.Rising,
		"Score(99)":                          manifact.Score(99),
		"fit 3/10":                           manifact.Progress{Stage: "fit", Done: 3, Total: 10},
		"read 3":                             manifact.Progress{Stage: "read", Done: 3},
		"k = 3: because":                     &manifact.Suggestion{K: 3, Reason: "because"},
	} {
		if got := value.String(); got != want {
			t.Errorf("%q and not %q", got, want)
		}
	}
	method := manifact.Methods()[0]
	if text := method.String(); !strings.HasPrefix(text, method.Name+": ") {
		t.Error(text)
	}
	for _, option := range manifact.Options() {
		if option.Name == "neighbors" && !strings.HasPrefix(option.String(), "neighbors=") {
			t.Error(option)
		}
	}
	limited := newSolver(t, "lccf", "max-iterations", 1)
	text := must(limited.Fit(context.Background(), counts, 3))(t).String()
	if !strings.HasSuffix(text, ", ITERATION_LIMIT)") {
		t.Error(text)
	}
}

func TestErrorsOfFiles(t *testing.T) {
	folder := t.TempDir()
	model := must(newSolver(t, "kmeans").Fit(context.Background(), makeCounts(30).matrix(t), 2))(t)
	missing := filepath.Join(folder, "none", "x")
	_, read := manifact.ReadMatrix(context.Background(), missing, manifact.FormatMatrixMarket)
	_, load := manifact.LoadModel(missing)
	for name, err := range map[string]error{"read": read, "load": load, "save": model.Save(missing),
		"write": makeCounts(3).matrix(t).Write(missing + ".mtx")} {
		if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
			!errors.Is(err, manifact.ErrIO) || !strings.Contains(err.Error(), missing) {
			t.Errorf("%s: %v", name, err)
		}
	}
	file := filepath.Join(folder, "file")
	check(t, os.WriteFile(file, nil, 0o600))
	_, err := manifact.LoadModel(filepath.Join(file, "x"))
	if !errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		return // nothing is forbidden to root
	}
	check(t, os.Chmod(folder, 0))
	defer os.Chmod(folder, 0o700)
	_, err = manifact.LoadModel(filepath.Join(folder, "x"))
	if !errors.Is(err, fs.ErrPermission) {
		t.Fatal(err)
	}
}
