package manifact_test

import (
	"context"
	"testing"

	"manifact.internal/manifact"
)

// gonum has the methods of mat.Matrix of gonum: the type of T is the interface itself.
type gonum interface {
	Dims() (r, c int)
	At(i, j int) float64
	T() gonum
}

// columns is a matrix of another package, column by column.
type columns [][]float64

func (c columns) Dims() (int, int)    { return len(c[0]), len(c) }
func (c columns) At(i, j int) float64 { return c[j][i] }

// sizes has no entries.
type sizes struct{}

func (sizes) Dims() (int, int) { return 2, 2 }

func TestDense(t *testing.T) {
	d := manifact.Dense{Rows: 2, Columns: 3, Values: []float64{1, 2, 3, 4, 5, 6}}
	rows, columns := d.T().Dims()
	same(t, "dims", []int{rows, columns}, []int{3, 2})
	same(t, "transpose", d.T().Values, []float64{1, 4, 2, 5, 3, 6})

	var view gonum = manifact.View[gonum]{Dense: d}
	for _, transposed := range []bool{false, true, false} {
		rows, columns = view.Dims()
		want := d
		if transposed {
			want = d.T()
		}
		same(t, "dims", []int{rows, columns}, []int{want.Rows, want.Columns})
		for i := 0; i < rows; i++ {
			for j := 0; j < columns; j++ {
				if view.At(i, j) != want.At(i, j) {
					t.Fatalf("%d, %d: %v", i, j, view.At(i, j))
				}
			}
		}
		view = view.T()
	}
	view.(manifact.View[gonum]).T() // of the transpose
	for _, place := range [][2]int{{-1, 0}, {2, 0}, {0, -1}, {0, 3}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic at %v", place)
				}
			}()
			d.At(place[0], place[1])
		}()
	}
}

func TestFitsOfArrays(t *testing.T) {
	a := makeCounts(60)
	solver := newSolver(t, "kmeans", "seed", 1)
	want := must(solver.Fit(context.Background(),
		must(manifact.FromDense(a.rows, a.columns, a.dense()))(t), 3))(t)
	table := manifact.Dense{Rows: a.rows, Columns: a.columns, Values: a.dense()}
	other := make(columns, a.columns)
	for j := range other {
		for i := 0; i < a.rows; i++ {
			other[j] = append(other[j], table.At(i, j))
		}
	}
	live := manifact.Live()
	for _, x := range []manifact.Data{table, &table, manifact.View[gonum]{Dense: table}, other} {
		model, err := solver.Fit(context.Background(), x, 3)
		check(t, err)
		same(t, "labels", model.Labels(), want.Labels())
		labels, err := model.Assign(context.Background(), x)
		check(t, err)
		same(t, "assigned", labels, must(want.Assign(context.Background(), table))(t))
		check(t, model.Close())
	}
	if manifact.Live() != live {
		t.Fatalf("%d objects are left", manifact.Live()-live)
	}
	_, err := solver.Fit(context.Background(), sizes{}, 2)
	is(t, err, manifact.ErrArgument, "a manifact_test.sizes has no method At")
	_, err = solver.Fit(context.Background(), (*manifact.Dense)(nil), 2)
	is(t, err, manifact.ErrNull, "nil")
	_, err = solver.Fit(context.Background(),
		manifact.Dense{Rows: 2, Columns: 2, Values: []float64{1}}, 2)
	is(t, err, manifact.ErrLength, "2 rows")
	_, err = manifact.FromArray(nil)
	is(t, err, manifact.ErrNull, "nil")
}
