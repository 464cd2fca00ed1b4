package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"
)

// Matrix holds documents, which are its rows, and features. It is immutable and may be used by
// several goroutines at once.
type Matrix struct{ h *handle }

func newMatrix(pointer *C.manifact_matrix) *Matrix {
	return &Matrix{newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_matrix_free((*C.manifact_matrix)(p))
	})}
}

func (m *Matrix) handle() *handle {
	if m == nil {
		return nil
	}
	return m.h
}

func (s *scope) matrix(m *Matrix) *C.manifact_matrix {
	return (*C.manifact_matrix)(s.hold(m.handle()))
}

func (s *scope) optionalMatrix(m *Matrix) *C.manifact_matrix {
	return (*C.manifact_matrix)(s.optional(m.handle()))
}

// makeMatrix makes a call whose result is a matrix.
func makeMatrix(ctx context.Context, options []CallOption,
	f func(*C.manifact_context, **C.manifact_matrix) C.manifact_status) (*Matrix, error) {
	var out *C.manifact_matrix
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return f(c, &out)
	})
	if err != nil {
		return nil, err
	}
	return newMatrix(out), nil
}

// FromCSR makes a matrix from compressed sparse rows: row i has the entries indptr[i] up to, not
// including, indptr[i+1] of indices, which are columns, and of values. The slices are copied.
func FromCSR[P, I Index, V Value](rows, columns int, indptr []P, indices []I,
	values []V) (*Matrix, error) {
	shape, err := sparse[P, I, V](rows, columns, rows, len(indptr), len(indices), len(values))
	if err != nil {
		return nil, err
	}
	return fromSparse(false, shape, start(indptr), start(indices), start(values))
}

// FromCSC makes a matrix from compressed sparse columns: column j has the entries indptr[j] up to,
// not including, indptr[j+1] of indices, which are rows, and of values. The slices are copied.
func FromCSC[P, I Index, V Value](rows, columns int, indptr []P, indices []I,
	values []V) (*Matrix, error) {
	shape, err := sparse[P, I, V](rows, columns, columns, len(indptr), len(indices), len(values))
	if err != nil {
		return nil, err
	}
	return fromSparse(true, shape, start(indptr), start(indices), start(values))
}

// sparse checks the lengths of the slices, which C cannot.
func sparse[P, I Index, V Value](rows, columns, lines, indptr, indices, values int) (
	shape C.manifact_go_sparse, err error) {
	if indptr != lines+1 {
		return shape, wrong(ErrLength, "indptr has %d entries and not %d", indptr, lines+1)
	}
	if indices != values {
		return shape, wrong(ErrLength, "there are %d indices and %d values", indices, values)
	}
	return C.manifact_go_sparse{rows: C.int64_t(rows), columns: C.int64_t(columns),
		entries: C.int64_t(values), indptr_type: indexType[P](), index_type: indexType[I](),
		value_type: valueType[V]()}, nil
}

func fromSparse(columns bool, shape C.manifact_go_sparse, indptr, indices,
	values *C.char) (*Matrix, error) {
	return makeMatrix(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			if columns {
				return C.manifact_go_create_csc(c, shape, indptr, indices, values, out)
			}
			return C.manifact_go_create_csr(c, shape, indptr, indices, values, out)
		})
}

// FromDense makes a matrix from its values, row by row. The slice is copied, and the matrix stays
// dense.
func FromDense[V Value](rows, columns int, values []V) (*Matrix, error) {
	if rows < 0 || columns < 0 || columns > 0 && len(values)/columns != rows ||
		len(values) != rows*columns {
		return nil, wrong(ErrLength, "a matrix of %d rows and %d columns does not have %d values",
			rows, columns, len(values))
	}
	data, kind := first(values), valueType[V]()
	return makeMatrix(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			return C.manifact_go_create_dense(c, C.int64_t(rows), C.int64_t(columns),
				C.int64_t(columns), 1, data, kind, out)
		})
}

// ReadMatrix reads a matrix from a file, plain or compressed by gzip.
func ReadMatrix(ctx context.Context, path string, format Format,
	options ...CallOption) (*Matrix, error) {
	var s scope
	defer s.end()
	name := s.text(path)
	if s.err != nil {
		return nil, s.err
	}
	return makeMatrix(ctx, options,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			return C.manifact_matrix_read(c, name, C.manifact_format(format), out)
		})
}

// ParseMatrix reads a matrix from the bytes of a file. The name stands for it in messages, and its
// ending decides the format for FormatAuto.
func ParseMatrix(ctx context.Context, data []byte, name string, format Format,
	options ...CallOption) (*Matrix, error) {
	var s scope
	defer s.end()
	called := s.text(name)
	if s.err != nil {
		return nil, s.err
	}
	return makeMatrix(ctx, options,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			return C.manifact_go_parse(c, first(data), C.size_t(len(data)), called,
				C.manifact_format(format), out)
		})
}

// Write writes the matrix to a file in the format Matrix Market, compressed by gzip if the path has
// this ending.
func (m *Matrix) Write(path string) error {
	var s scope
	defer s.end()
	x, name := s.matrix(m), s.text(path)
	if s.err != nil {
		return s.err
	}
	return withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_matrix_write(c, x, name)
	})
}

// Weight returns the rows as a fit sees them: counts are weighted, rows or features are scaled.
// weighting is "auto", "none", "tfidf" or "log-tfidf"; scaling is "auto", "none", "unit-rows",
// "min-max" or "z-score".
func (m *Matrix) Weight(weighting, scaling string) (*Matrix, error) {
	var s scope
	defer s.end()
	x, w, v := s.matrix(m), s.text(weighting), s.text(scaling)
	if s.err != nil {
		return nil, s.err
	}
	return makeMatrix(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			return C.manifact_matrix_weight(c, x, w, v, out)
		})
}

// Rows returns the number of rows, 0 after Close.
func (m *Matrix) Rows() int {
	return m.number(func(x *C.manifact_matrix) C.int64_t { return C.manifact_matrix_rows(x) })
}

// Columns returns the number of columns, 0 after Close.
func (m *Matrix) Columns() int {
	return m.number(func(x *C.manifact_matrix) C.int64_t { return C.manifact_matrix_columns(x) })
}

// Dims returns the numbers of rows and columns, 0 after Close.
func (m *Matrix) Dims() (rows, columns int) { return m.Rows(), m.Columns() }

// Entries returns the number of stored entries, of a dense matrix those that are not 0.
func (m *Matrix) Entries() int {
	return m.number(func(x *C.manifact_matrix) C.int64_t { return C.manifact_matrix_entries(x) })
}

func (m *Matrix) number(f func(*C.manifact_matrix) C.int64_t) int {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return 0
	}
	return int(f(x))
}

// IsDense reports whether the values are a dense array.
func (m *Matrix) IsDense() bool {
	var s scope
	defer s.end()
	x := s.matrix(m)
	return s.err == nil && C.manifact_matrix_is_dense(x) != 0
}

// CSR returns a copy as compressed sparse rows with sorted indices: see FromCSR.
func (m *Matrix) CSR() (indptr, indices []int64, values []float64, err error) {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return nil, nil, nil, s.err
	}
	entries := int(C.manifact_matrix_entries(x))
	if entries < 0 { // its file was changed: the call below says so
		entries = 0
	}
	indptr = make([]int64, int(C.manifact_matrix_rows(x))+1)
	indices, values = make([]int64, entries), make([]float64, entries)
	status := Status(C.manifact_go_copy_csr(x, int64s(indptr), int64s(indices), float64s(values),
		C.int64_t(entries)))
	return indptr, indices, values, failed(status, "")
}

// RowLabels returns the leading number of each line of a file in the format svmlight, nil for other
// matrices.
func (m *Matrix) RowLabels() []float64 {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return nil
	}
	labels := C.manifact_matrix_row_labels(x)
	if labels == nil {
		return nil
	}
	return copied[float64](unsafe.Pointer(labels), int(C.manifact_matrix_rows(x)))
}

// SetFeatureNames names the columns, nil removes the names. A fit keeps them in the model, which
// finds the columns of new documents by their names. No other call may use the matrix meanwhile.
func (m *Matrix) SetFeatureNames(names []string) error {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return s.err
	}
	bytes, offsets := joined(names)
	first := start(bytes)
	if names == nil {
		first = nil
	}
	return withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_matrix_set_feature_names(c, x, first, int64s(offsets),
			C.int64_t(len(names)))
	})
}

// SetVectors gives each document a vector beside its words, a row of a dense matrix; nil removes
// the vectors. Fits and assignments of the matrix then use both. No other call may use the matrix
// meanwhile.
func (m *Matrix) SetVectors(vectors *Matrix) error {
	var s scope
	defer s.end()
	x := s.matrix(m)
	var e *C.manifact_matrix
	if vectors != nil {
		e = s.matrix(vectors)
	}
	if s.err != nil {
		return s.err
	}
	return withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_matrix_set_vectors(c, x, e)
	})
}

// DocumentFrequencies returns the number of rows in which each column is positive, as weighting
// counts them.
func (m *Matrix) DocumentFrequencies() ([]int64, error) {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return nil, s.err
	}
	frequencies := make([]int64, int(C.manifact_matrix_columns(x)))
	err := withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_matrix_document_frequencies(c, x, int64s(frequencies),
			C.int64_t(len(frequencies)))
	})
	return frequencies, err
}

// SetBackground weights the counts by the document frequencies of another, larger collection, one
// for each column, and its number of documents; nil: by their own again. No other call may use the
// matrix meanwhile.
func (m *Matrix) SetBackground(frequencies []int64, documents int64) error {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return s.err
	}
	return withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_matrix_set_background(c, x, int64s(frequencies),
			C.int64_t(len(frequencies)), C.int64_t(documents))
	})
}

// BackgroundDocuments returns the number of documents of that collection, 0 if there is none.
func (m *Matrix) BackgroundDocuments() int64 {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return 0
	}
	return int64(C.manifact_matrix_background_documents(x))
}

// FeatureNames returns the names of the columns, of SetFeatureNames or the header of a CSV file;
// nil if there are none.
func (m *Matrix) FeatureNames() (names []string) {
	var s scope
	defer s.end()
	x := s.matrix(m)
	if s.err != nil {
		return nil
	}
	for j := C.int64_t(0); ; j++ {
		name := C.manifact_matrix_feature_name(x, j)
		if name == nil {
			return names
		}
		names = append(names, text(name))
	}
}

// Close frees the matrix. Later calls return ErrClosed or 0; models keep what they need.
func (m *Matrix) Close() error { return m.handle().close() }
