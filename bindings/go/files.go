package manifact

// #include "bridge.h"
import "C"

import (
	"bytes"
	"context"
	"io"
	"runtime/cgo"
	"unsafe"
)

func makeModel(ctx context.Context, options []CallOption,
	f func(*C.manifact_context, **C.manifact_model) C.manifact_status) (*Model, error) {
	var out *C.manifact_model
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return f(c, &out)
	})
	if err != nil {
		return nil, err
	}
	return newModel(out), nil
}

// LoadModel reads a model from a file of Save or of the program.
func LoadModel(path string) (*Model, error) {
	var s scope
	defer s.end()
	name := s.text(path)
	if s.err != nil {
		return nil, s.err
	}
	return makeModel(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_model) C.manifact_status {
			return C.manifact_model_load(c, name, out)
		})
}

// ReadModel reads a model from all bytes of a reader.
func ReadModel(r io.Reader) (*Model, error) {
	if r == nil {
		return nil, wrong(ErrNull, "the reader is nil")
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return ModelFromBytes(data)
}

// ModelFromBytes makes a model of the bytes of a file.
func ModelFromBytes(data []byte) (*Model, error) {
	return makeModel(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_model) C.manifact_status {
			return C.manifact_go_load(c, first(data), C.size_t(len(data)), out)
		})
}

// Save writes the model to a file, which is complete or absent.
func (m *Model) Save(path string) error {
	var s scope
	defer s.end()
	p, name := s.model(m), s.text(path)
	if s.err != nil {
		return s.err
	}
	return withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_save(c, p, name)
	})
}

// WriteTo writes the bytes of the file of Save. It implements io.WriterTo.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	if w == nil {
		return 0, wrong(ErrNull, "the writer is nil")
	}
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return 0, s.err
	}
	own, err := newContext()
	if err != nil {
		return 0, err
	}
	defer C.manifact_context_free(own)
	c := &callbacks{writer: w}
	h := cgo.NewHandle(c)
	defer h.Delete()
	status := Status(C.manifact_go_model_write(own, p, C.uintptr_t(h)))
	err = c.result(context.Background(), failedOn(onContext{own}, status))
	if err != nil && c.err != nil {
		err = c.err
	}
	return c.written, err
}

// MarshalBinary returns the bytes of the file of Save. With UnmarshalBinary it lets encoding/gob
// keep models.
func (m *Model) MarshalBinary() ([]byte, error) {
	var buffer bytes.Buffer
	_, err := m.WriteTo(&buffer)
	return buffer.Bytes(), err
}

// UnmarshalBinary sets the model to that of the bytes.
func (m *Model) UnmarshalBinary(data []byte) error {
	if m == nil {
		return wrong(ErrNull, "the model is nil")
	}
	read, err := ModelFromBytes(data)
	if err != nil {
		return err
	}
	m.h.close()
	m.h = read.h
	return nil
}

// ColumnNames returns the names of the columns of texts that the model keeps.
func (m *Model) ColumnNames() []string {
	return ask(m, func(p *C.manifact_model) (names []string) {
		for i := C.int64_t(0); ; i++ {
			name := C.manifact_model_column_name(p, i)
			if name == nil {
				return names
			}
			names = append(names, text(name))
		}
	})
}

// FeatureNames returns the names of the features that are no terms of texts, such as the columns of
// a table; nil if there are none.
func (m *Model) FeatureNames() []string {
	return ask(m, func(p *C.manifact_model) (names []string) {
		for j := C.int64_t(0); ; j++ {
			name := C.manifact_model_feature_name(p, j)
			if name == nil {
				return names
			}
			names = append(names, text(name))
		}
	})
}

// Column returns a column of texts that the model keeps: see Solver.SetColumn.
func (m *Model) Column(name string) ([]string, error) {
	var s scope
	defer s.end()
	p, called := s.model(m), s.text(name)
	if s.err != nil {
		return nil, s.err
	}
	var data *C.char
	var ends *C.int64_t
	if err := failed(Status(C.manifact_model_column(p, called, &data, &ends)), ""); err != nil {
		return nil, err
	}
	found, from := make([]string, documentsOf(p)), int64(0)
	for i, end := range unsafe.Slice((*int64)(unsafe.Pointer(ends)), len(found)) {
		if end > from {
			found[i] = string(unsafe.Slice((*byte)(unsafe.Pointer(data)), end)[from:end])
		}
		from = end
	}
	return found, nil
}
