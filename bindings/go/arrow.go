package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"
)

// Table holds columns of another library, by the Arrow C data interface. It is immutable and may be
// used by several goroutines at once.
type Table struct{ h *handle }

func newTable(pointer *C.manifact_table) *Table {
	return &Table{newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_table_free((*C.manifact_table)(p))
	})}
}

func (t *Table) handle() *handle {
	if t == nil {
		return nil
	}
	return t.h
}

func (s *scope) table(t *Table) *C.manifact_table {
	return (*C.manifact_table)(s.hold(t.handle()))
}

func makeTable(ctx context.Context,
	f func(*C.manifact_context, **C.manifact_table) C.manifact_status) (*Table, error) {
	var out *C.manifact_table
	err := withContext(ctx, nil, func(c *C.manifact_context) C.manifact_status {
		return f(c, &out)
	})
	if err != nil {
		return nil, err
	}
	return newTable(out), nil
}

// TableFromArrow makes a Table of an ArrowSchema and an ArrowArray in memory of C, such as those
// that the Go package of Arrow exports. They are moved: their release is NULL when the function
// returns, also with an error.
func TableFromArrow(schema, array unsafe.Pointer) (*Table, error) {
	return makeTable(context.Background(),
		func(c *C.manifact_context, out **C.manifact_table) C.manifact_status {
			return C.manifact_table_from_arrow(c, (*C.struct_ArrowSchema)(schema),
				(*C.struct_ArrowArray)(array), out)
		})
}

// TableFromArrowStream makes a Table of all batches of an ArrowArrayStream, which is moved unless
// the context was done before.
func TableFromArrowStream(ctx context.Context, stream unsafe.Pointer) (*Table, error) {
	return makeTable(ctx, func(c *C.manifact_context, out **C.manifact_table) C.manifact_status {
		return C.manifact_table_from_arrow_stream(c, (*C.struct_ArrowArrayStream)(stream), out)
	})
}

// Close frees the table, unless a call uses it: then when that ends. Matrices of it stay valid.
func (t *Table) Close() error { return t.handle().close() }

// Rows returns the number of rows, -1 after Close.
func (t *Table) Rows() int {
	var s scope
	defer s.end()
	return int(C.manifact_table_rows(s.table(t)))
}

// Columns returns the names of the columns.
func (t *Table) Columns() []string {
	var s scope
	defer s.end()
	pointer := s.table(t)
	var names []string
	for i := C.int64_t(0); i < C.manifact_table_columns(pointer); i++ {
		names = append(names, C.GoString(C.manifact_table_column_name(pointer, i)))
	}
	return names
}

// Type returns what a column, counted from 0, holds.
func (t *Table) Type(column int) ColumnType {
	var s scope
	defer s.end()
	return ColumnType(C.manifact_table_column_type(s.table(t), C.int64_t(column)))
}

// Find returns the column of a name, counted from 0, or -1 if there is none or there are several.
func (t *Table) Find(name string) int {
	var s scope
	defer s.end()
	return int(C.manifact_table_find_column(s.table(t), s.text(name)))
}

// withTable makes a call that reads a table.
func (t *Table) withTable(f func(*C.manifact_context, *C.manifact_table) C.manifact_status) error {
	var s scope
	defer s.end()
	pointer := s.table(t)
	if s.err != nil {
		return s.err
	}
	return withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return f(c, pointer)
	})
}

// Matrix makes a matrix of columns of numbers and vectors, counted from 0, in this order. Without
// columns, of all.
func (t *Table) Matrix(columns ...int) (*Matrix, error) {
	chosen := make([]int64, len(columns))
	for i, column := range columns {
		chosen[i] = int64(column)
	}
	var out *C.manifact_matrix
	err := t.withTable(func(c *C.manifact_context, p *C.manifact_table) C.manifact_status {
		return C.manifact_table_matrix(c, p, int64s(chosen), C.int64_t(len(chosen)), &out)
	})
	if err != nil {
		return nil, err
	}
	return newMatrix(out), nil
}

// Texts returns a column as texts: dates as "2024-01-31", nulls as "".
func (t *Table) Texts(column int) ([]string, error) {
	var texts []string
	err := t.withTable(func(c *C.manifact_context, p *C.manifact_table) C.manifact_status {
		var bytes *C.char
		var offsets *C.int64_t
		status := C.manifact_table_texts(c, p, C.int64_t(column), &bytes, &offsets)
		if status < 0 {
			return status
		}
		rows := int(C.manifact_table_rows(p))
		texts = make([]string, rows)
		ends := unsafe.Slice(offsets, rows+1)
		for i := range texts {
			begin := (*C.char)(unsafe.Add(unsafe.Pointer(bytes), int(ends[i])))
			texts[i] = C.GoStringN(begin, C.int(ends[i+1]-ends[i]))
		}
		return status
	})
	return texts, err
}

// rowsToFill is the length of the slices of the next functions, which have an address also for no
// rows.
func (t *Table) rowsToFill() int {
	if rows := t.Rows(); rows > 0 {
		return rows
	}
	return 0
}

// Numbers returns a column of numbers, or of dates and times in seconds since 1970; NaN for a null.
func (t *Table) Numbers(column int) ([]float64, error) {
	rows := t.rowsToFill()
	values := make([]float64, rows+1)[:rows]
	err := t.withTable(func(c *C.manifact_context, p *C.manifact_table) C.manifact_status {
		return C.manifact_table_numbers(c, p, C.int64_t(column), float64s(values[:len(values)+1]),
			C.int64_t(len(values)))
	})
	return values, err
}

// Labels returns a column as labels: whole numbers as they are, texts numbered by their first
// occurrence, -1 for a null.
func (t *Table) Labels(column int) ([]int32, error) {
	rows := t.rowsToFill()
	labels := make([]int32, rows+1)[:rows]
	err := t.withTable(func(c *C.manifact_context, p *C.manifact_table) C.manifact_status {
		return C.manifact_table_labels(c, p, C.int64_t(column), int32s(labels[:len(labels)+1]),
			C.int64_t(len(labels)))
	})
	return labels, err
}

// Nulls returns the number of nulls in a column.
func (t *Table) Nulls(column int) (int, error) {
	var nulls C.int64_t
	err := t.withTable(func(c *C.manifact_context, p *C.manifact_table) C.manifact_status {
		return C.manifact_table_nulls(c, p, C.int64_t(column), &nulls)
	})
	return int(nulls), err
}
