package manifact

// #include "bridge.h"
import "C"

import "reflect"

// Dense is a table of numbers, row by row.
type Dense struct {
	Rows, Columns int
	Values        []float64
}

// Dims returns the numbers of rows and columns.
func (d Dense) Dims() (rows, columns int) { return d.Rows, d.Columns }

// At returns the entry of a row and a column, counted from 0.
func (d Dense) At(row, column int) float64 { return d.Row(row)[column] }

// Row returns a row, which shares the memory of the table.
func (d Dense) Row(row int) []float64 {
	return d.Values[row*d.Columns : (row+1)*d.Columns : (row+1)*d.Columns]
}

// T returns the transpose, a copy.
func (d Dense) T() Dense {
	made := newDense(d.Columns, d.Rows)
	for i := 0; i < d.Rows; i++ {
		for j, value := range d.Row(i) {
			made.Values[j*d.Rows+i] = value
		}
	}
	return made
}

func newDense(rows, columns int) Dense {
	return Dense{rows, columns, make([]float64, rows*columns)}
}

// Data is what a fit takes: a *Matrix, or anything that is an Array.
type Data interface {
	Dims() (rows, columns int)
}

// Array has the numbers of rows and columns of a matrix, and its entries counted from 0. A Dense is
// one, and every mat.Matrix of gonum.
type Array interface {
	Data
	At(row, column int) float64
}

// View is a table in the form of an interface of another package whose methods are Dims, At and T,
// without a copy. For gonum:
//
//	var memberships mat.Matrix = manifact.View[mat.Matrix]{Dense: model.Memberships()}
type View[M interface {
	Array
	T() M
}] struct {
	Dense      Dense
	transposed bool
}

// Dims returns the numbers of rows and columns.
func (v View[M]) Dims() (rows, columns int) {
	if v.transposed {
		return v.Dense.Columns, v.Dense.Rows
	}
	return v.Dense.Rows, v.Dense.Columns
}

// At returns the entry of a row and a column, counted from 0.
func (v View[M]) At(row, column int) float64 {
	if v.transposed {
		row, column = column, row
	}
	return v.Dense.At(row, column)
}

// T returns the transpose, which shares the memory of the table. It panics if M has other methods
// than Dims, At and T.
func (v View[M]) T() M {
	return any(View[M]{v.Dense, !v.transposed}).(M)
}

// FromArray makes a dense matrix from a copy of the entries of an array, such as a mat.Matrix of
// gonum.
func FromArray(x Array) (*Matrix, error) {
	if isNil(x) {
		return nil, wrong(ErrNull, "the array is nil")
	}
	if table, ok := x.(Dense); ok {
		return FromDense(table.Rows, table.Columns, table.Values)
	}
	rows, columns := x.Dims()
	if rows < 0 || columns < 0 {
		return nil, wrong(ErrLength, "the array has %d rows and %d columns", rows, columns)
	}
	made := newDense(rows, columns)
	for i := 0; i < rows; i++ {
		for j, row := 0, made.Row(i); j < columns; j++ {
			row[j] = x.At(i, j)
		}
	}
	return FromDense(rows, columns, made.Values)
}

func isNil(x any) bool {
	v := reflect.ValueOf(x)
	return x == nil || v.Kind() == reflect.Pointer && v.IsNil()
}

// data is matrix for anything with entries, of which it makes a matrix that the end of the scope
// closes.
func (s *scope) data(x Data) *C.manifact_matrix {
	if x == nil {
		s.fail(ErrClosed)
		return nil
	}
	if m, ok := x.(*Matrix); ok {
		return s.matrix(m)
	}
	array, ok := x.(Array)
	if !ok {
		s.fail(wrong(ErrArgument, "a %T has no method At(row, column int) float64", x))
		return nil
	}
	made, err := FromArray(array)
	if err != nil {
		s.fail(err)
		return nil
	}
	s.made = append(s.made, made)
	return s.matrix(made)
}
