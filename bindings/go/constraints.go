package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"
)

// Constraints are what is known about some of the documents: classes and pairs. They are immutable
// and may be used by several goroutines at once.
type Constraints struct{ h *handle }

// Pair is two documents, counted from 0, with the evidence that they belong together: 1 is a
// must-link, -1 a cannot-link.
type Pair struct {
	First, Second int64
	Weight        float64
}

func newConstraints(pointer *C.manifact_constraints) *Constraints {
	return &Constraints{newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_constraints_free((*C.manifact_constraints)(p))
	})}
}

func (c *Constraints) handle() *handle {
	if c == nil {
		return nil
	}
	return c.h
}

func (s *scope) constraints(c *Constraints) *C.manifact_constraints {
	return (*C.manifact_constraints)(s.hold(c.handle()))
}

// NewConstraints makes constraints on a number of documents. labels has a class for each document,
// -1 if it is not known, or is nil. Contradicting constraints are not an error: Count returns their
// number and List the pairs.
func NewConstraints(documents int, labels []int32, pairs []Pair) (*Constraints, error) {
	if labels != nil && len(labels) != documents {
		return nil, wrong(ErrLength, "there are %d labels of %d documents", len(labels), documents)
	}
	first, second := make([]int64, len(pairs)), make([]int64, len(pairs))
	weights := make([]float64, len(pairs))
	for i, pair := range pairs {
		first[i], second[i], weights[i] = pair.First, pair.Second, pair.Weight
	}
	var out *C.manifact_constraints
	err := withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_constraints_create(c, C.int64_t(documents), int32s(labels), int64s(first),
			int64s(second), float64s(weights), C.int64_t(len(pairs)), &out)
	})
	if err != nil {
		return nil, err
	}
	return newConstraints(out), nil
}

// Seed is a word of a topic: columns of the counts that a document must have all, and a weight, of
// which 0 means 1.
type Seed struct {
	Topic   int32
	Columns []int64
	Weight  float64
}

// SeedLabels are the topics of the documents that clearly have its words, -1 for the others, and of
// each topic the documents with its words and those with the label.
type SeedLabels struct {
	Labels          []int32
	Matched, Chosen []int64
}

// LabelBySeeds returns labels of some of the rows of X, which are counts. topics is the number of
// topics with seeds, clusters that of the fit.
func LabelBySeeds(ctx context.Context, X *Matrix, seeds []Seed, topics, clusters int,
	options ...CallOption) (*SeedLabels, error) {
	var s scope
	defer s.end()
	x := s.matrix(X)
	if s.err != nil {
		return nil, s.err
	}
	if topics < 1 {
		return nil, wrong(ErrArgument, "the number of topics is %d", topics)
	}
	terms, offsets := []int64{}, []int64{0}
	ofTopic, weights := make([]int32, len(seeds)), make([]float64, len(seeds))
	for i, seed := range seeds {
		terms = append(terms, seed.Columns...)
		offsets = append(offsets, int64(len(terms)))
		ofTopic[i], weights[i] = seed.Topic, seed.Weight
		if seed.Weight == 0 {
			weights[i] = 1
		}
	}
	rows := int(C.manifact_matrix_rows(x))
	made := &SeedLabels{make([]int32, rows), make([]int64, topics), make([]int64, topics)}
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_seed_labels(c, x, int64s(terms), int64s(offsets), int32s(ofTopic),
			float64s(weights), C.int64_t(len(seeds)), C.int64_t(topics), C.int64_t(clusters),
			int32s(made.Labels), C.int64_t(rows), int64s(made.Matched), int64s(made.Chosen))
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// Documents returns the number of documents.
func (c *Constraints) Documents() int {
	var s scope
	defer s.end()
	pointer := s.constraints(c)
	if s.err != nil {
		return 0
	}
	return int(C.manifact_constraints_documents(pointer))
}

// Count returns the number of entries of a kind, such as ConstraintsContradictions.
func (c *Constraints) Count(kind ConstraintKind) int {
	var s scope
	defer s.end()
	pointer := s.constraints(c)
	if s.err != nil {
		return 0
	}
	return int(C.manifact_constraints_count(pointer, C.manifact_constraint_kind(kind)))
}

// List returns the entries of a kind.
func (c *Constraints) List(kind ConstraintKind) ([]Pair, error) {
	var s scope
	defer s.end()
	pointer := s.constraints(c)
	if s.err != nil {
		return nil, s.err
	}
	count := C.manifact_constraints_count(pointer, C.manifact_constraint_kind(kind))
	return listPairs(int(count), func(first, second *C.int64_t, weights *C.double,
		found *C.int64_t) C.manifact_status {
		return C.manifact_constraints_list(pointer, C.manifact_constraint_kind(kind), count, first,
			second, weights, found)
	})
}

// listPairs makes pairs of the arrays that a function fills.
func listPairs(count int, f func(first, second *C.int64_t, weights *C.double,
	found *C.int64_t) C.manifact_status) ([]Pair, error) {
	if count < 0 {
		return nil, wrong(ErrArgument, "the count is %d", count)
	}
	// One more entry than asked for, so that the arrays have addresses.
	first, second := make([]int64, count+1), make([]int64, count+1)
	weights := make([]float64, count+1)
	var found C.int64_t
	if err := failed(Status(f(int64s(first), int64s(second), float64s(weights),
		&found)), ""); err != nil {
		return nil, err
	}
	pairs := make([]Pair, int(found))
	for i := range pairs {
		pairs[i] = Pair{first[i], second[i], weights[i]}
	}
	return pairs, nil
}

// SuggestPairs returns at most count pairs of rows of X to ask a person about next, the best first;
// their weights are the cosines. known may be nil.
func SuggestPairs(ctx context.Context, X *Matrix, known *Constraints, clusters int, seed int64,
	count int, options ...CallOption) ([]Pair, error) {
	var s scope
	defer s.end()
	x := s.matrix(X)
	before := (*C.manifact_constraints)(s.optional(known.handle()))
	if s.err != nil {
		return nil, s.err
	}
	var failure error
	pairs, err := listPairs(count, func(first, second *C.int64_t, cosines *C.double,
		found *C.int64_t) C.manifact_status {
		failure = withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
			return C.manifact_constraints_suggest(c, x, before, C.int64_t(clusters),
				C.int64_t(seed), C.int64_t(count), first, second, cosines, found)
		})
		return C.MANIFACT_OK
	})
	if failure != nil {
		return nil, failure
	}
	return pairs, err
}

// SuggestLabels returns at most count documents of the model whose labels to ask a person about
// next, the first one first, with their margins as scores. known may be nil; X is as for Merge.
func (m *Model) SuggestLabels(ctx context.Context, X *Matrix, known *Constraints, count int,
	options ...CallOption) ([]Scored, error) {
	if count < 0 {
		return nil, wrong(ErrArgument, "the count is %d", count)
	}
	var s scope
	defer s.end()
	p, x := s.model(m), s.optionalMatrix(X)
	before := (*C.manifact_constraints)(s.optional(known.handle()))
	if s.err != nil {
		return nil, s.err
	}
	documents, margins := make([]int64, count+1), make([]float64, count+1)
	var found C.int64_t
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_suggest_labels(c, p, x, before, C.int64_t(count),
			int64s(documents), float64s(margins), &found)
	})
	if err != nil {
		return nil, err
	}
	asked := make([]Scored, int(found))
	for i := range asked {
		asked[i] = Scored{documents[i], margins[i]}
	}
	return asked, nil
}

// SuggestPairs returns at most count pairs of documents of the model to ask a person about next,
// the first one first, with the margins of the documents in doubt as weights. known may be nil.
func (m *Model) SuggestPairs(ctx context.Context, known *Constraints, count int,
	options ...CallOption) ([]Pair, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	before := (*C.manifact_constraints)(s.optional(known.handle()))
	if s.err != nil {
		return nil, s.err
	}
	var failure error
	pairs, err := listPairs(count, func(first, second *C.int64_t, margins *C.double,
		found *C.int64_t) C.manifact_status {
		failure = withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
			return C.manifact_model_suggest_pairs(c, p, before, C.int64_t(count), first, second,
				margins, found)
		})
		return C.MANIFACT_OK
	})
	if failure != nil {
		return nil, failure
	}
	return pairs, err
}

// Close frees the constraints. Solvers that use them keep them.
func (c *Constraints) Close() error { return c.handle().close() }
