package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"
)

// edited makes a new model of a model and of documents, which may be nil.
func (m *Model) edited(ctx context.Context, X *Matrix, options []CallOption,
	f func(*C.manifact_context, *C.manifact_model, *C.manifact_matrix,
		**C.manifact_model) C.manifact_status) (*Model, error) {
	var s scope
	defer s.end()
	p, x := s.model(m), s.optionalMatrix(X)
	if s.err != nil {
		return nil, s.err
	}
	return makeModel(ctx, options,
		func(c *C.manifact_context, out **C.manifact_model) C.manifact_status {
			return f(c, p, x, out)
		})
}

// Merge joins topics; the new one takes the place of the first. Like the other edits it makes a new
// model, and leaves this one as it is. X are the documents of the fit for a model that does not
// keep them, else nil.
func (m *Model) Merge(ctx context.Context, topics []int64, X *Matrix,
	options ...CallOption) (*Model, error) {
	return m.edited(ctx, X, options, func(c *C.manifact_context, p *C.manifact_model,
		x *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_model_merge(c, p, int64s(topics), C.int64_t(len(topics)), x, out)
	})
}

// Split divides the documents of a topic into parts by a fit of their own. X is as for Merge.
func (m *Model) Split(ctx context.Context, topic, parts int, X *Matrix,
	options ...CallOption) (*Model, error) {
	return m.edited(ctx, X, options, func(c *C.manifact_context, p *C.manifact_model,
		x *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_model_split(c, p, C.int64_t(topic), C.int64_t(parts), x, out)
	})
}

// Hide removes topics; their documents become unassigned.
func (m *Model) Hide(topics []int64) (*Model, error) {
	return m.edited(context.Background(), nil, nil, func(c *C.manifact_context,
		p *C.manifact_model, _ *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_model_hide(c, p, int64s(topics), C.int64_t(len(topics)), out)
	})
}

// Reduce merges topics along the tree of Tree until a number is left. X is as for Merge.
func (m *Model) Reduce(ctx context.Context, linkage Linkage, clusters int, X *Matrix,
	options ...CallOption) (*Model, error) {
	return m.edited(ctx, X, options, func(c *C.manifact_context, p *C.manifact_model,
		x *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_model_reduce(c, p, C.manifact_linkage(linkage), C.int64_t(clusters), x,
			out)
	})
}

// Rename gives a topic a name; "" removes it.
func (m *Model) Rename(topic int, name string) (*Model, error) {
	var s scope
	defer s.end()
	called := s.text(name)
	if s.err != nil {
		return nil, s.err
	}
	return m.edited(context.Background(), nil, nil, func(c *C.manifact_context,
		p *C.manifact_model, _ *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_model_rename(c, p, C.int64_t(topic), called, out)
	})
}

// RenameGroup gives two or more topics together, such as a parent in the tree, a name; "" removes
// it.
func (m *Model) RenameGroup(topics []int64, name string) (*Model, error) {
	var s scope
	defer s.end()
	called := s.text(name)
	if s.err != nil {
		return nil, s.err
	}
	return m.edited(context.Background(), nil, nil, func(c *C.manifact_context,
		p *C.manifact_model, _ *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_model_rename_group(c, p, int64s(topics), C.int64_t(len(topics)), called, out)
	})
}

// GroupName returns the name that RenameGroup gave topics together, "" if there is none.
func (m *Model) GroupName(topics []int64) string {
	return ask(m, func(p *C.manifact_model) string {
		return text(C.manifact_model_group_name(p, int64s(topics), C.int64_t(len(topics))))
	})
}

// Column is a name with a text for each document: see Solver.SetColumn.
type Column struct {
	Name  string
	Texts []string
}

// Update adds the documents of X to the model without a new fit; they get the topics of Assign.
// terms has the number of terms of each document, of Vectorizer.TransformCounted, or is nil.
// columns are texts of the new documents.
func (m *Model) Update(ctx context.Context, X *Matrix, terms []int64, columns []Column,
	options ...CallOption) (*Model, error) {
	rows := X.Rows()
	if terms != nil && len(terms) != rows {
		return nil, wrong(ErrLength, "there are %d numbers of terms of %d documents", len(terms),
			rows)
	}
	var names, texts []byte
	var starts, offsets []int64
	var s scope
	defer s.end()
	for _, column := range columns {
		if len(column.Texts) != rows {
			return nil, wrong(ErrLength, "the column %q has %d texts of %d documents", column.Name,
				len(column.Texts), rows)
		}
		s.text(column.Name) // refuses a NUL
		bytes, ends := joined(column.Texts)
		names = append(append(names, column.Name...), 0)
		starts, offsets = append(starts, int64(len(texts))), append(offsets, ends...)
		texts = append(texts, bytes...)
	}
	if s.err != nil {
		return nil, s.err
	}
	if X == nil {
		return nil, ErrClosed
	}
	return m.edited(ctx, X, options, func(c *C.manifact_context, p *C.manifact_model,
		x *C.manifact_matrix, out **C.manifact_model) C.manifact_status {
		return C.manifact_go_update(c, p, x, int64s(terms), start(names), start(texts),
			int64s(starts), int64s(offsets), C.int64_t(len(columns)), out)
	})
}

// TopicName returns the name that Rename gave a topic, "" if there is none.
func (m *Model) TopicName(topic int) string {
	return ask(m, func(p *C.manifact_model) string {
		return text(C.manifact_model_topic_name(p, C.int64_t(topic)))
	})
}

// Title returns the name of a topic, else phrases of its documents, else its top terms.
func (m *Model) Title(topic int) string {
	return ask(m, func(p *C.manifact_model) string {
		return text(C.manifact_model_title(p, C.int64_t(topic)))
	})
}

// Phrases returns the phrases of the documents of a topic, its title if it has no name.
func (m *Model) Phrases(topic int) string {
	return ask(m, func(p *C.manifact_model) string {
		return text(C.manifact_model_phrases(p, C.int64_t(topic)))
	})
}

// Edit is a change of a model: what was done, for example "merge 3 7", and the new number of each
// topic, -1 for a hidden one.
type Edit struct {
	Text string
	Map  []int64
}

// Edits returns the edits that lead from the fit to the model.
func (m *Model) Edits() []Edit {
	return ask(m, func(p *C.manifact_model) (found []Edit) {
		for i := C.int64_t(0); i < C.manifact_model_edit_count(p); i++ {
			var done *C.char
			var numbers *C.int64_t
			var before C.int64_t
			if C.manifact_model_edit(p, i, &done, &numbers, &before) >= 0 {
				found = append(found, Edit{text(done),
					copied[int64](unsafe.Pointer(numbers), int(before))})
			}
		}
		return found
	})
}

// Drift reports how far the documents of an update are from those of the fit.
type Drift struct {
	Documents int64
	// Far are the documents far from every topic; about 5% without drift. Unassigned are those of
	// them without a topic.
	Far, Unassigned int64
	// Terms is the number of terms of the documents, -1 if they were not counted; Unknown those that
	// the Vectorizer does not have.
	Terms, Unknown int64
}

// EditDrift returns the drift of an update, by its index in Edits.
func (m *Model) EditDrift(index int) (Drift, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return Drift{}, s.err
	}
	var documents, far, unassigned, terms, unknown C.int64_t
	status := Status(C.manifact_model_edit_drift(p, C.int64_t(index), &documents, &far,
		&unassigned, &terms, &unknown))
	if err := failed(status, ""); err != nil {
		return Drift{}, err
	}
	return Drift{int64(documents), int64(far), int64(unassigned), int64(terms),
		int64(unknown)}, nil
}

// Tree is a hierarchy of k topics: step s joins two groups, each a topic 0 .. k-1 or k + the step
// that made it, at a height. Order is that of the topics from left to right.
type Tree struct {
	Steps   [][2]int64
	Heights []float64
	Order   []int64
}

// Tree returns the hierarchy of the topics.
func (m *Model) Tree(ctx context.Context, linkage Linkage, options ...CallOption) (*Tree, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, s.err
	}
	k := clustersOf(p)
	steps, order, heights := make([]int64, 2*k), make([]int64, k), make([]float64, k)
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_tree(c, p, C.manifact_linkage(linkage), int64s(steps),
			float64s(heights), int64s(order), C.int64_t(k))
	})
	if err != nil {
		return nil, err
	}
	tree := &Tree{make([][2]int64, k-1), heights[:k-1], order}
	for i := range tree.Steps {
		tree.Steps[i] = [2]int64{steps[2*i], steps[2*i+1]}
	}
	return tree, nil
}

// TreeCut returns the group of each topic when the tree is cut into groups.
func (m *Model) TreeCut(ctx context.Context, linkage Linkage, groups int,
	options ...CallOption) ([]int32, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, s.err
	}
	group := make([]int32, clustersOf(p))
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_tree_cut(c, p, C.manifact_linkage(linkage), C.int64_t(groups),
			int32s(group), C.int64_t(len(group)))
	})
	if err != nil {
		return nil, err
	}
	return group, nil
}

// TopicNumbers measure the quality of the topics, one value for each.
type TopicNumbers struct {
	// Coherence is the mean normalized pointwise mutual information of the top terms.
	Coherence []float64
	// Diversity is the share of the top terms that are top terms of no other topic.
	Diversity []float64
	// Separation is 1 less the largest cosine to the centroid of another topic.
	Separation []float64
	// Weakness is WeaknessNone, or why a topic is weak.
	Weakness []Weakness
}

// TopicNumbers judges the topics by their top terms by a score. The terms are counted in X, or in
// the documents that the model keeps if X is nil.
func (m *Model) TopicNumbers(ctx context.Context, X *Matrix, score Score, terms int,
	options ...CallOption) (*TopicNumbers, error) {
	var s scope
	defer s.end()
	p, x := s.model(m), s.optionalMatrix(X)
	if s.err != nil {
		return nil, s.err
	}
	k := clustersOf(p)
	made := &TopicNumbers{make([]float64, k), make([]float64, k), make([]float64, k),
		make([]Weakness, k)}
	weakness := make([]int32, k)
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_topic_numbers(c, p, x, C.manifact_score(score), C.int64_t(terms),
			float64s(made.Coherence), float64s(made.Diversity), float64s(made.Separation),
			int32s(weakness), C.int64_t(k))
	})
	if err != nil {
		return nil, err
	}
	for i, w := range weakness {
		made.Weakness[i] = Weakness(w)
	}
	return made, nil
}

// Stability returns how reliably each topic recurs in fits of samples, 0 to 1. X is as for
// Merge.
func (m *Model) Stability(ctx context.Context, X *Matrix, samples int,
	options ...CallOption) ([]float64, error) {
	var s scope
	defer s.end()
	p, x := s.model(m), s.optionalMatrix(X)
	if s.err != nil {
		return nil, s.err
	}
	stability := make([]float64, clustersOf(p))
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_stability(c, p, x, C.int64_t(samples), float64s(stability),
			C.int64_t(len(stability)))
	})
	if err != nil {
		return nil, err
	}
	return stability, nil
}

// Timeline returns the number of documents of each topic in each period, a row for each of the
// periods. periods has the period of each document, -1 if it is not known.
func (m *Model) Timeline(periods []int32, count int) ([][]int64, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, s.err
	}
	if count < 0 {
		return nil, wrong(ErrArgument, "the number of periods is %d", count)
	}
	k := clustersOf(p)
	counts := make([]int64, count*k)
	if err := ofDocuments("periods", len(periods), p); err != nil {
		return nil, err
	}
	status := Status(C.manifact_model_timeline(p, int32s(periods), C.int64_t(len(periods)),
		C.int64_t(count), int64s(counts), C.int64_t(len(counts))))
	if err := failed(status, ""); err != nil {
		return nil, err
	}
	rows := make([][]int64, count)
	for i := range rows {
		rows[i] = counts[i*k : (i+1)*k : (i+1)*k]
	}
	return rows, nil
}

// ofDocuments refuses an array without an entry for each document, of which a call without a
// context has no message.
func ofDocuments(name string, count int, p *C.manifact_model) error {
	if n := int(C.manifact_model_documents(p)); count != n {
		return wrong(ErrLength, "%s has %d entries, but the model has %d documents", name, count, n)
	}
	return nil
}

// GroupTest is the test of a topic whose share may differ between groups of documents: Pearson's
// chi-square, its p, p adjusted for all topics by Holm's method, and the least expected count; if
// that is below 5, p is rough. They are NaN if there is nothing to compare.
type GroupTest struct {
	Statistic, P, Adjusted, Expected float64
}

// GroupTests tests all topics. groups has the group of each document, 0 to count-1, -1 if it is not
// known; Timeline counts the documents.
func (m *Model) GroupTests(groups []int32, count int) ([]GroupTest, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, s.err
	}
	k := clustersOf(p)
	statistic, value, adjusted, expected := make([]float64, k), make([]float64, k),
		make([]float64, k), make([]float64, k)
	if err := ofDocuments("groups", len(groups), p); err != nil {
		return nil, err
	}
	status := Status(C.manifact_model_group_test(p, int32s(groups), C.int64_t(len(groups)),
		C.int64_t(count), float64s(statistic), float64s(value), float64s(adjusted),
		float64s(expected), C.int64_t(k)))
	if err := failed(status, ""); err != nil {
		return nil, err
	}
	tests := make([]GroupTest, k)
	for c := range tests {
		tests[c] = GroupTest{statistic[c], value[c], adjusted[c], expected[c]}
	}
	return tests, nil
}

// GroupTerms returns the terms that are typical of a group among the documents of a topic. groups
// is as for GroupTests, X as for Merge.
func (m *Model) GroupTerms(ctx context.Context, X *Matrix, groups []int32, topic, group, count int,
	options ...CallOption) ([]Term, error) {
	return m.rankedTerms(ctx, X, count, options, func(c *C.manifact_context,
		p *C.manifact_model, x *C.manifact_matrix, n C.int64_t, terms *C.int64_t, scores *C.double,
		found *C.int64_t) C.manifact_status {
		return C.manifact_model_group_terms(c, p, x, int32s(groups), C.int64_t(len(groups)),
			C.int64_t(topic), C.int64_t(group), n, terms, scores, found)
	})
}

// Trends returns the terms that become more frequent from period to period among the documents of a
// topic, or less frequent for Falling. X is as for Merge.
func (m *Model) Trends(ctx context.Context, X *Matrix, periods []int32, topic int,
	direction Direction, count int, options ...CallOption) ([]Term, error) {
	return m.rankedTerms(ctx, X, count, options, func(c *C.manifact_context,
		p *C.manifact_model, x *C.manifact_matrix, n C.int64_t, terms *C.int64_t, scores *C.double,
		found *C.int64_t) C.manifact_status {
		return C.manifact_model_trends(c, p, x, int32s(periods), C.int64_t(len(periods)),
			C.int64_t(topic), C.manifact_direction(direction), n, terms, scores, found)
	})
}

// The best terms of a call that may count them in the documents of X. The call checks the topic: -1
// may be all documents.
func (m *Model) rankedTerms(ctx context.Context, X *Matrix, count int, options []CallOption,
	call func(*C.manifact_context, *C.manifact_model, *C.manifact_matrix, C.int64_t, *C.int64_t,
		*C.double, *C.int64_t) C.manifact_status) ([]Term, error) {
	var s scope
	defer s.end()
	x := s.optionalMatrix(X)
	if s.err != nil {
		return nil, s.err
	}
	var failure error
	found, err := ranked(m, 0, count, func(p *C.manifact_model, n C.int64_t, terms *C.int64_t,
		scores *C.double, found *C.int64_t) C.manifact_status {
		failure = withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
			return call(c, p, x, n, terms, scores, found)
		})
		return C.MANIFACT_OK
	})
	if failure != nil {
		return nil, failure
	}
	if err != nil {
		return nil, err
	}
	return m.named(found), nil
}
