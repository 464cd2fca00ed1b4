package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"math"
	"unsafe"
)

// Model is the result of a fit: labels, factors, and the rule for new documents. It is immutable
// and may be used by several goroutines at once. Slices that it returns are copies.
type Model struct{ h *handle }

func modelHandle(pointer *C.manifact_model) *handle {
	return newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_model_free((*C.manifact_model)(p))
	})
}

func newModel(pointer *C.manifact_model) *Model { return &Model{modelHandle(pointer)} }

func (m *Model) handle() *handle {
	if m == nil {
		return nil
	}
	return m.h
}

func (s *scope) model(m *Model) *C.manifact_model {
	return (*C.manifact_model)(s.hold(m.handle()))
}

// Close frees the model. Later calls return ErrClosed, 0 or nil.
func (m *Model) Close() error { return m.handle().close() }

// ask calls a function that cannot fail; it gives the zero value after Close.
func ask[T any](m *Model, f func(*C.manifact_model) T) (result T) {
	var s scope
	defer s.end()
	if p := s.model(m); s.err == nil {
		result = f(p)
	}
	return result
}

// Documents returns the number of documents.
func (m *Model) Documents() int {
	return ask(m, func(p *C.manifact_model) int { return int(C.manifact_model_documents(p)) })
}

// Features returns the number of features.
func (m *Model) Features() int {
	return ask(m, func(p *C.manifact_model) int { return int(C.manifact_model_features(p)) })
}

// Clusters returns the number of clusters, empty ones included.
func (m *Model) Clusters() int {
	return ask(m, func(p *C.manifact_model) int { return int(C.manifact_model_clusters(p)) })
}

// FeatureClusters returns the number of feature clusters, 0 for methods other than co-clustering.
func (m *Model) FeatureClusters() int {
	return ask(m, func(p *C.manifact_model) int {
		return int(C.manifact_model_feature_clusters(p))
	})
}

// Method returns the name of the method.
func (m *Model) Method() string {
	return ask(m, func(p *C.manifact_model) string { return text(C.manifact_model_method(p)) })
}

// Status returns OK, IterationLimit, FewerClusters or NotConverged.
func (m *Model) Status() Status {
	return ask(m, func(p *C.manifact_model) Status { return Status(C.manifact_model_status(p)) })
}

// Converged reports whether the tolerance was met.
func (m *Model) Converged() bool {
	return ask(m, func(p *C.manifact_model) bool { return C.manifact_model_converged(p) != 0 })
}

// Iterations returns the number of updates.
func (m *Model) Iterations() int {
	return ask(m, func(p *C.manifact_model) int { return int(C.manifact_model_iterations(p)) })
}

// Objective returns the final value of the objective.
func (m *Model) Objective() float64 {
	return ask(m, func(p *C.manifact_model) float64 {
		return float64(C.manifact_model_objective(p))
	})
}

// array copies an array of the model, with its shape.
func array[T any](m *Model, which C.manifact_array) (values []T, rows, columns int) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, 0, 0
	}
	var data unsafe.Pointer
	var kind C.manifact_value_type
	var r, c C.int64_t
	C.manifact_model_array(p, which, &data, &kind, &r, &c)
	return copied[T](data, int(r)*int(c)), int(r), int(c)
}

func dense(m *Model, which C.manifact_array) Dense {
	values, rows, columns := array[float64](m, which)
	return Dense{rows, columns, values}
}

// Labels returns the cluster of each document, -1 for none.
func (m *Model) Labels() []int32 {
	labels, _, _ := array[int32](m, C.MANIFACT_ARRAY_LABELS)
	return labels
}

// Sizes returns the number of documents of each cluster.
func (m *Model) Sizes() []int64 {
	sizes, _, _ := array[int64](m, C.MANIFACT_ARRAY_SIZES)
	return sizes
}

// History returns the objective before the first update and after each.
func (m *Model) History() []float64 {
	history, _, _ := array[float64](m, C.MANIFACT_ARRAY_HISTORY)
	return history
}

// Cosines returns the cosine of each document with the centroid of its cluster.
func (m *Model) Cosines() []float64 {
	cosines, _, _ := array[float64](m, C.MANIFACT_ARRAY_COSINES)
	return cosines
}

// Memberships returns V, documents x clusters.
func (m *Model) Memberships() Dense { return dense(m, C.MANIFACT_ARRAY_MEMBERSHIPS) }

// Associations returns W, documents x clusters; without values for methods that have none.
func (m *Model) Associations() Dense { return dense(m, C.MANIFACT_ARRAY_ASSOCIATIONS) }

// Basis returns the basis, features x clusters; without values for methods that have none.
func (m *Model) Basis() Dense { return dense(m, C.MANIFACT_ARRAY_BASIS) }

// Centroids returns the means of the weighted, scaled documents of the clusters, features x
// clusters.
func (m *Model) Centroids() Dense { return dense(m, C.MANIFACT_ARRAY_CENTROIDS) }

// FeatureLabels returns the feature cluster of each feature, -1 for a feature that occurs in no
// document; nil for methods other than co-clustering.
func (m *Model) FeatureLabels() []int32 {
	labels, _, _ := array[int32](m, C.MANIFACT_ARRAY_FEATURE_LABELS)
	return labels
}

// FeatureSizes returns the number of features of each feature cluster.
func (m *Model) FeatureSizes() []int64 {
	sizes, _, _ := array[int64](m, C.MANIFACT_ARRAY_FEATURE_SIZES)
	return sizes
}

// FeatureMemberships returns G, features x feature clusters.
func (m *Model) FeatureMemberships() Dense { return dense(m, C.MANIFACT_ARRAY_FEATURE_MEMBERSHIPS) }

// Core returns C, clusters x feature clusters.
func (m *Model) Core() Dense { return dense(m, C.MANIFACT_ARRAY_CORE) }

// Option returns the value of an option that the model was fitted with, as text; "" for an unknown
// name.
func (m *Model) Option(name string) string {
	var s scope
	defer s.end()
	p, called := s.model(m), s.text(name)
	if s.err != nil {
		return ""
	}
	return text(C.manifact_model_option(p, called))
}

// named collects names and values of the entries 0 .. count - 1.
func named(count C.int64_t,
	f func(index C.int64_t, name, value **C.char) C.manifact_status) map[string]string {
	found := make(map[string]string)
	for i := C.int64_t(0); i < count; i++ {
		var name, value *C.char
		if f(i, &name, &value) >= 0 {
			found[text(name)] = text(value)
		}
	}
	return found
}

// Options returns the options that the model was fitted with, as text.
func (m *Model) Options() map[string]string {
	return ask(m, func(p *C.manifact_model) map[string]string {
		return named(C.manifact_model_option_count(p),
			func(i C.int64_t, name, value **C.char) C.manifact_status {
				return C.manifact_model_option_at(p, i, name, value)
			})
	})
}

// Diagnostics returns named properties of the fit, for example "graph_components": "3".
func (m *Model) Diagnostics() map[string]string {
	return ask(m, func(p *C.manifact_model) map[string]string {
		return named(C.manifact_model_diagnostic_count(p),
			func(i C.int64_t, name, value **C.char) C.manifact_status {
				return C.manifact_model_diagnostic(p, i, name, value)
			})
	})
}

// Warnings returns sentences about the data and the fit.
func (m *Model) Warnings() []string {
	return ask(m, func(p *C.manifact_model) (found []string) {
		for i := C.int64_t(0); i < C.manifact_model_warning_count(p); i++ {
			found = append(found, text(C.manifact_model_warning(p, i)))
		}
		return found
	})
}

// Vectorizer returns the Vectorizer that made the features, nil if there is none. It is to be
// closed.
func (m *Model) Vectorizer() *Vectorizer {
	return ask(m, func(p *C.manifact_model) *Vectorizer {
		return shared(C.manifact_model_vectorizer(p))
	})
}

// TextVectorizer returns the Vectorizer of the texts that were attached by Solver.SetTexts, nil if
// there is none. It is to be closed.
func (m *Model) TextVectorizer() *Vectorizer {
	return ask(m, func(p *C.manifact_model) *Vectorizer {
		return shared(C.manifact_model_text_vectorizer(p))
	})
}

func shared(view *C.manifact_vectorizer) *Vectorizer {
	if view == nil {
		return nil
	}
	return newVectorizer(C.manifact_vectorizer_retain(view), nil)
}

// filled makes an array that a function of the library fills.
func filled(m *Model, rows, columns func(*C.manifact_model) int,
	f func(*C.manifact_model, *C.double) C.manifact_status) (Dense, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return Dense{}, s.err
	}
	made := newDense(rows(p), columns(p))
	out := (*C.double)(unsafe.Pointer(first(made.Values)))
	if err := failed(Status(f(p, out)), ""); err != nil {
		return Dense{}, err
	}
	return made, nil
}

func documentsOf(p *C.manifact_model) int { return int(C.manifact_model_documents(p)) }
func clustersOf(p *C.manifact_model) int  { return int(C.manifact_model_clusters(p)) }
func featureClustersOf(p *C.manifact_model) int {
	return int(C.manifact_model_feature_clusters(p))
}
func one(*C.manifact_model) int { return 1 }

// Proportions returns the memberships as shares that sum to 1, documents x clusters.
func (m *Model) Proportions() (Dense, error) {
	return filled(m, documentsOf, clustersOf,
		func(p *C.manifact_model, out *C.double) C.manifact_status {
			return C.manifact_model_proportions(p, out,
				C.int64_t(documentsOf(p)*clustersOf(p)))
		})
}

// Margins returns the largest proportion of each document less the second largest.
func (m *Model) Margins() ([]float64, error) {
	made, err := filled(m, documentsOf, one,
		func(p *C.manifact_model, out *C.double) C.manifact_status {
			return C.manifact_model_margins(p, out, C.int64_t(documentsOf(p)))
		})
	return made.Values, err
}

// Cohesion returns the mean cosine of the documents of each cluster with its centroid.
func (m *Model) Cohesion() ([]float64, error) {
	made, err := filled(m, clustersOf, one,
		func(p *C.manifact_model, out *C.double) C.manifact_status {
			return C.manifact_model_cohesion(p, out, C.int64_t(clustersOf(p)))
		})
	return made.Values, err
}

// Similarities returns the cosines of the centroids, clusters x clusters.
func (m *Model) Similarities() (Dense, error) {
	return filled(m, clustersOf, clustersOf,
		func(p *C.manifact_model, out *C.double) C.manifact_status {
			return C.manifact_model_similarities(p, out, C.int64_t(clustersOf(p)))
		})
}

// Blocks returns a measure of the blocks, clusters x feature clusters, of a co-clustering.
func (m *Model) Blocks(measure Block) (Dense, error) {
	return filled(m, clustersOf, featureClustersOf,
		func(p *C.manifact_model, out *C.double) C.manifact_status {
			return C.manifact_model_blocks(p, C.manifact_block(measure), out,
				C.int64_t(clustersOf(p)), C.int64_t(featureClustersOf(p)))
		})
}

// Map returns positions for a picture: x and y of each document; x, y and the radius of each
// cluster.
func (m *Model) Map() (documents, clusters Dense, err error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return documents, clusters, s.err
	}
	documents, clusters = newDense(documentsOf(p), 2), newDense(clustersOf(p), 3)
	status := Status(C.manifact_model_map(p, float64s(documents.Values), C.int64_t(documents.Rows),
		float64s(clusters.Values), C.int64_t(clusters.Rows)))
	return documents, clusters, failed(status, "")
}

// MinMembership returns the proportion of its cluster below which a document is left without one, 0
// if none is.
func (m *Model) MinMembership() float64 {
	return ask(m, func(p *C.manifact_model) float64 {
		return float64(C.manifact_model_min_membership(p))
	})
}

// Assign returns the cluster of each row of X, -1 for none. X has the features of the fit, counts
// if those of the fit were counts.
func (m *Model) Assign(ctx context.Context, X Data, options ...CallOption) ([]int32, error) {
	labels, _, err := m.assign(ctx, X, false, options)
	return labels, err
}

// AssignMemberships is Assign with the memberships, rows x clusters.
func (m *Model) AssignMemberships(ctx context.Context, X Data,
	options ...CallOption) ([]int32, Dense, error) {
	return m.assign(ctx, X, true, options)
}

func (m *Model) assign(ctx context.Context, X Data, memberships bool,
	options []CallOption) ([]int32, Dense, error) {
	var s scope
	defer s.end()
	p, x := s.model(m), s.data(X)
	if s.err != nil {
		return nil, Dense{}, s.err
	}
	rows := int(C.manifact_matrix_rows(x))
	labels, made := make([]int32, rows), Dense{}
	if memberships {
		made = newDense(rows, clustersOf(p))
	}
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_assign(c, p, x, int32s(labels), float64s(made.Values),
			C.int64_t(rows))
	})
	if err != nil {
		return nil, Dense{}, err
	}
	return labels, made, nil
}

// ScoreRule says by which score the clusters of a document are compared, or why that score is not a
// sum over features.
func (m *Model) ScoreRule() string {
	return ask(m, func(p *C.manifact_model) string {
		return text(C.manifact_model_score_rule(p))
	})
}

// HasAdditiveScore says whether that score is a sum over features, so that Explain works.
func (m *Model) HasAdditiveScore() bool {
	return ask(m, func(p *C.manifact_model) bool {
		return C.manifact_model_has_additive_score(p) == C.MANIFACT_TRUE
	})
}

// Explanation holds the contributions of the features of documents to the scores of their topics, a
// sparse row for each document. A score is the rest plus all contributions of the row.
type Explanation struct {
	Contributions *Matrix
	Scores, Rests []float64
}

// Explain returns the contributions of the features of the rows of X to the scores of topics, of
// those that Assign returns if topics is nil; -1 is none. At most count of each row, 0 for all.
func (m *Model) Explain(ctx context.Context, X Data, topics []int32, count int,
	options ...CallOption) (*Explanation, error) {
	var s scope
	defer s.end()
	p, x := s.model(m), s.data(X)
	if s.err != nil {
		return nil, s.err
	}
	rows := int(C.manifact_matrix_rows(x))
	if topics != nil && len(topics) != rows {
		return nil, wrong(ErrLength, "there are %d topics of %d rows", len(topics), rows)
	}
	made := &Explanation{Scores: make([]float64, rows), Rests: make([]float64, rows)}
	var err error
	made.Contributions, err = makeMatrix(ctx, options, func(c *C.manifact_context,
		out **C.manifact_matrix) C.manifact_status {
		return C.manifact_model_explain(c, p, x, int32s(topics), C.int64_t(count),
			float64s(made.Scores), float64s(made.Rests), C.int64_t(rows), out)
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// Assignment holds the clusters of new documents, the proportions of all clusters in them, rows x
// clusters, and their margins.
type Assignment struct {
	Labels      []int32
	Proportions Dense
	Margins     []float64
}

// AssignProportions is Assign with proportions. A document with a smaller proportion of its cluster
// than minMembership, 0 to 1, gets label -1.
func (m *Model) AssignProportions(ctx context.Context, X Data, minMembership float64,
	options ...CallOption) (*Assignment, error) {
	if math.IsNaN(minMembership) {
		return nil, wrong(ErrArgument, "minMembership is NaN")
	}
	var s scope
	defer s.end()
	p, x := s.model(m), s.data(X)
	if s.err != nil {
		return nil, s.err
	}
	rows := int(C.manifact_matrix_rows(x))
	made := &Assignment{make([]int32, rows), newDense(rows, clustersOf(p)), make([]float64, rows)}
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_model_assign_proportions(c, p, x, C.double(minMembership),
			int32s(made.Labels), float64s(made.Proportions.Values), float64s(made.Margins),
			C.int64_t(rows))
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}
