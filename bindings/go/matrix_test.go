package manifact_test

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"manifact.internal/manifact"
)

func convert[To, From ~int32 | ~int64 | ~int | ~float32 | ~float64](from []From) []To {
	to := make([]To, len(from))
	for i, value := range from {
		to[i] = To(value)
	}
	return to
}

func checkCounts(t *testing.T, a arrays, m *manifact.Matrix, err error) {
	t.Helper()
	check(t, err)
	defer m.Close()
	if m.Rows() != a.rows || m.Columns() != a.columns || m.Entries() != len(a.values) {
		t.Fatalf("%d x %d with %d entries", m.Rows(), m.Columns(), m.Entries())
	}
	indptr, indices, values, err := m.CSR()
	check(t, err)
	same(t, "indptr", indptr, a.indptr)
	same(t, "indices", indices, convert[int64](a.indices))
	same(t, "values", values, a.values)
}

func TestMatricesOfAllTypes(t *testing.T) {
	a := makeCounts(30)
	m, err := manifact.FromCSR(a.rows, a.columns, a.indptr, a.indices, a.values)
	checkCounts(t, a, m, err)
	m, err = manifact.FromCSR(a.rows, a.columns, convert[int32](a.indptr),
		convert[int64](a.indices), convert[float32](a.values))
	checkCounts(t, a, m, err)
	m, err = manifact.FromCSR(a.rows, a.columns, convert[int](a.indptr), convert[int](a.indices),
		a.values)
	checkCounts(t, a, m, err)
	m, err = manifact.FromDense(a.rows, a.columns, a.dense())
	checkCounts(t, a, m, err)
	m, err = manifact.FromDense(a.rows, a.columns, convert[float32](a.dense()))
	checkCounts(t, a, m, err)
}

func TestColumnsAreTheRowsOfTheTranspose(t *testing.T) {
	a := makeCounts(30)
	byColumns := must(manifact.FromCSC(a.columns, a.rows, a.indptr, a.indices, a.values))(t)
	_, indices, values, err := byColumns.CSR()
	check(t, err)
	// The rows of the transpose again, by a second one.
	dense := a.dense()
	at := 0
	for j := 0; j < a.columns; j++ {
		for i := 0; i < a.rows; i++ {
			if value := dense[i*a.columns+j]; value != 0 {
				if indices[at] != int64(i) || values[at] != value {
					t.Fatalf("entry %d: column %d, value %v", at, indices[at], values[at])
				}
				at++
			}
		}
	}
}

// inObject is an array in an object that also holds pointers of Go, which the checks of cgo refuse
// if the whole object is given to C.
type inObject struct {
	values [6]float64
	name   *string
}

func TestSlicesOfObjectsWithPointers(t *testing.T) {
	name := strings.Repeat("x", 3)
	object := &inObject{values: [6]float64{1, 0, 2, 0, 3, 4}, name: &name}
	m := must(manifact.FromDense(3, 2, object.values[:]))(t)
	_, _, values, err := m.CSR()
	check(t, err)
	same(t, "values", values, []float64{1, 2, 3, 4})
}

func TestBadMatrices(t *testing.T) {
	_, err := manifact.FromCSR(2, 3, []int64{0, 1}, []int32{0}, []float64{1})
	is(t, err, manifact.ErrLength, "indptr has 2 entries and not 3")
	_, err = manifact.FromCSR(2, 3, []int64{0, 1, 2}, []int32{0}, []float64{1, 2})
	is(t, err, manifact.ErrLength, "1 indices and 2 values")
	_, err = manifact.FromCSR(2, 3, []int64{0, 1, 2}, []int32{0, 3}, []float64{1, 2})
	is(t, err, manifact.ErrStructure, "")
	_, err = manifact.FromCSR(2, 3, []int64{0, 1, 3}, []int32{0, 1}, []float64{1, 2})
	is(t, err, manifact.ErrLength, "")
	_, err = manifact.FromDense(2, 3, []float64{1, 2, 3, 4, 5})
	is(t, err, manifact.ErrLength, "2 rows and 3 columns does not have 5 values")
	_, err = manifact.FromDense[float64](1<<32, 1<<32, nil)
	is(t, err, manifact.ErrLength, "")
	_, err = manifact.FromDense[float64](0, 0, nil)
	is(t, err, manifact.ErrEmpty, "")
}

// is checks the status of an error, and that its sentence has a part.
func is(t testing.TB, err error, status manifact.Status, part string) {
	t.Helper()
	var failure *manifact.Error
	if !errors.Is(err, status) || !errors.As(err, &failure) || failure.Status != status {
		t.Fatalf("the error is %v and not %v", err, status)
	}
	for _, other := range []manifact.Status{manifact.OK, manifact.ErrNull, manifact.ErrInternal} {
		if other != status && errors.Is(err, other) {
			t.Fatalf("%v is also %v", err, other)
		}
	}
	if !strings.Contains(err.Error(), part) || failure.Message == "" {
		t.Fatalf("the sentence %q does not have %q", err, part)
	}
}

func TestMatrixFiles(t *testing.T) {
	a := makeCounts(12)
	m := a.matrix(t)
	for _, name := range []string{"X.mtx", "X.mtx.gz"} {
		path := filepath.Join(t.TempDir(), name)
		if err := m.Write(path); errors.Is(err, manifact.ErrFeature) &&
			!manifact.HasFeature("gzip") {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		read, err := manifact.ReadMatrix(context.Background(), path, manifact.FormatAuto)
		checkCounts(t, a, read, err)
	}
	_, err := manifact.ReadMatrix(context.Background(), filepath.Join(t.TempDir(), "none.mtx"),
		manifact.FormatAuto)
	is(t, err, manifact.ErrIO, "none.mtx")
	if !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), "No such file") != 1 {
		t.Fatal(err)
	}
	_, err = manifact.ReadMatrix(context.Background(), "a\x00b", manifact.FormatAuto)
	is(t, err, manifact.ErrArgument, "NUL")

	parsed := must(manifact.ParseMatrix(context.Background(), []byte("3 1:2.5\n-1 2:1\n"),
		"lines.svm", manifact.FormatAuto))(t)
	same(t, "row labels", parsed.RowLabels(), []float64{3, -1})
	if err := parsed.SetFeatureNames([]string{"too few"}); err == nil {
		t.Error("one name for several columns")
	}
	if m.RowLabels() != nil {
		t.Fatal("labels of rows without labels")
	}
	_, err = manifact.ParseMatrix(context.Background(), []byte("1 1:x\n"), "lines.svm",
		manifact.FormatAuto)
	is(t, err, manifact.ErrFormat, "lines.svm")
	_, err = manifact.ParseMatrix(context.Background(), nil, "empty.svm", manifact.FormatAuto)
	if err == nil {
		t.Fatal("an empty file was read")
	}
}

func TestBackground(t *testing.T) {
	a := makeCounts(12)
	m := a.matrix(t)
	frequencies := must(m.DocumentFrequencies())(t)
	own := must(m.Weight("tfidf", "none"))(t)
	if err := m.SetBackground(frequencies[1:], 12); err == nil {
		t.Error("too few frequencies")
	}
	if m.BackgroundDocuments() != 0 {
		t.Error("a background that was refused")
	}
	if err := m.SetBackground(frequencies, 12); err != nil {
		t.Fatal(err)
	}
	if m.BackgroundDocuments() != 12 {
		t.Error("the number of documents")
	}
	if must(m.Weight("tfidf", "none"))(t).Entries() != own.Entries() {
		t.Error("other weights by the same frequencies")
	}
	if err := m.SetBackground(nil, 0); err != nil || m.BackgroundDocuments() != 0 {
		t.Error("the background stays", err)
	}
}

func TestWeight(t *testing.T) {
	a := makeCounts(12)
	weighted := must(a.matrix(t).Weight("none", "unit-rows"))(t)
	indptr, _, values, err := weighted.CSR()
	check(t, err)
	for i := 0; i < a.rows; i++ {
		square := 0.
		for _, value := range values[indptr[i]:indptr[i+1]] {
			square += value * value
		}
		if square < 1-1e-12 || square > 1+1e-12 {
			t.Fatalf("row %d has the squared length %v", i, square)
		}
	}
	_, err = a.matrix(t).Weight("none", "unit")
	is(t, err, manifact.ErrOption, "unit")
}
