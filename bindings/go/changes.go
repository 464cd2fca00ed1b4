package manifact

// #include "bridge.h"
import "C"

import "context"

// CommonDocuments returns of each document of the model its row in a later one, or -1: documents
// with the same name, or without one with the same beginning.
func (m *Model) CommonDocuments(ctx context.Context, later *Model,
	options ...CallOption) ([]int64, error) {
	var s scope
	defer s.end()
	p, l := s.model(m), s.model(later)
	if s.err != nil {
		return nil, s.err
	}
	rows := make([]int64, int(C.manifact_model_documents(p)))
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_common_documents(c, p, l, int64s(rows), C.int64_t(len(rows)), nil)
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// Comparison is how the topics of a model live on in a later one: the shares of the earlier and of
// the later topics, earlier x later row by row, the later topic that each earlier one is matched
// with, or -1, and what became of them.
type Comparison struct {
	Forward, Backward []float64
	Partners          []int64
	Before, After     []Change
}

// Compare compares the topics with those of a later model. rows is as CommonDocuments returns it,
// or nil: topics are compared by their terms.
func (m *Model) Compare(ctx context.Context, later *Model, rows []int64,
	options ...CallOption) (*Comparison, error) {
	var s scope
	defer s.end()
	p, l := s.model(m), s.model(later)
	if s.err != nil {
		return nil, s.err
	}
	n := len(rows)
	if rows == nil {
		n = int(C.manifact_model_documents(p))
	}
	k, j := clustersOf(p), clustersOf(l)
	made := &Comparison{Forward: make([]float64, k*j), Backward: make([]float64, k*j),
		Partners: make([]int64, k), Before: make([]Change, k), After: make([]Change, j)}
	before, after := make([]int32, k), make([]int32, j)
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_compare(c, p, l, int64s(rows), C.int64_t(n), float64s(made.Forward),
			float64s(made.Backward), int64s(made.Partners), int32s(before), C.int64_t(k),
			int32s(after), C.int64_t(j))
	})
	if err != nil {
		return nil, err
	}
	for i, change := range before {
		made.Before[i] = Change(change)
	}
	for i, change := range after {
		made.After[i] = Change(change)
	}
	return made, nil
}

// NewTopics returns the topic of each document, and the number of new topics among the documents
// that updates have added; these follow the topics of the model.
func (m *Model) NewTopics(ctx context.Context, options ...CallOption) ([]int32, int, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, 0, s.err
	}
	labels := make([]int32, int(C.manifact_model_documents(p)))
	var found C.int64_t
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_new_topics(c, p, int32s(labels), C.int64_t(len(labels)), &found)
	})
	if err != nil {
		return nil, 0, err
	}
	return labels, int(found), nil
}
