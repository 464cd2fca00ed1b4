package manifact_test

import (
	"errors"
	"testing"

	"manifact.internal/manifact"
	"manifact.internal/manifact/internal/arrowtest"
)

func TestTablesOfArrow(t *testing.T) {
	schema, array := arrowtest.Make("g")
	table := must(manifact.TableFromArrow(schema, array))(t)
	same(t, "columns", table.Columns(), []string{"x", "t"})
	if table.Rows() != 4 || table.Find("t") != 1 || table.Find("y") != -1 {
		t.Fatalf("%d rows, t is %d", table.Rows(), table.Find("t"))
	}
	if table.Type(0) != manifact.ColumnNumbers || table.Type(1) != manifact.ColumnTexts {
		t.Fatalf("types %d and %d", table.Type(0), table.Type(1))
	}
	same(t, "texts", must(table.Texts(1))(t), []string{"a", "b", "a", "b"})
	same(t, "numbers", must(table.Numbers(0))(t), []float64{1, 2, 3, 4})
	same(t, "labels", must(table.Labels(1))(t), []int32{0, 1, 0, 1})
	if nulls := must(table.Nulls(0))(t); nulls != 0 {
		t.Fatalf("%d nulls", nulls)
	}
	x := must(table.Matrix(table.Find("x")))(t)
	_, err := table.Matrix()
	if !errors.Is(err, manifact.ErrArgument) {
		t.Fatalf("a matrix of texts: %v", err)
	}
	check(t, table.Close())
	if arrowtest.Released() != 1 {
		t.Fatalf("%d released while the matrix uses the array", arrowtest.Released())
	}
	_, _, values, err := x.CSR()
	check(t, err)
	same(t, "values", values, []float64{1, 2, 3, 4})
	check(t, x.Close())
	if arrowtest.Released() != 2 {
		t.Fatalf("%d released at the end", arrowtest.Released())
	}
	if _, err := table.Texts(1); !errors.Is(err, manifact.ErrClosed) {
		t.Fatalf("a closed table: %v", err)
	}
}

func TestStructuresOfArrowAreReleasedAfterAnError(t *testing.T) {
	schema, array := arrowtest.Make("what")
	_, err := manifact.TableFromArrow(schema, array)
	if !errors.Is(err, manifact.ErrStructure) || arrowtest.Released() != 2 {
		t.Fatalf("%v, %d released", err, arrowtest.Released())
	}
}
