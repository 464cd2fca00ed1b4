package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"
)

// Graph is a symmetric weighted graph of the documents. It is immutable and may be used by several
// goroutines at once.
type Graph struct{ h *handle }

func newGraph(pointer *C.manifact_graph) *Graph {
	return &Graph{newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_graph_free((*C.manifact_graph)(p))
	})}
}

func (g *Graph) handle() *handle {
	if g == nil {
		return nil
	}
	return g.h
}

func (s *scope) graph(g *Graph) *C.manifact_graph {
	return (*C.manifact_graph)(s.hold(g.handle()))
}

func makeGraph(ctx context.Context, options []CallOption,
	f func(*C.manifact_context, **C.manifact_graph) C.manifact_status) (*Graph, error) {
	var out *C.manifact_graph
	err := withContext(ctx, options, func(c *C.manifact_context) C.manifact_status {
		return f(c, &out)
	})
	if err != nil {
		return nil, err
	}
	return newGraph(out), nil
}

// KNN says which graph of nearest neighbors KNNGraph makes. A field that is zero has its default.
type KNN struct {
	// Neighbors is the number of neighbors of a document, 7 by default.
	Neighbors int
	// Metric is MetricCosine by default.
	Metric Metric
	// Weight is WeightCosine by default, or WeightLocalScaling with MetricEuclidean; Rule is RuleOr.
	Weight GraphWeight
	Rule   GraphRule
	// Bandwidth is that of WeightHeat; 0 is the mean distance over all edges.
	Bandwidth float64
	// Search is SearchAuto by default.
	Search Search
	// Recall is the share of the nearest neighbors that an approximate search aims to find, .95 by
	// default.
	Recall float64
	Seed   int64
}

func or[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

// KNNGraph makes the graph of the nearest neighbors of each row of X.
func KNNGraph(ctx context.Context, X Data, k KNN, options ...CallOption) (*Graph, error) {
	var s scope
	defer s.end()
	x := s.data(X)
	if s.err != nil {
		return nil, s.err
	}
	weight := WeightCosine
	if k.Metric == MetricEuclidean {
		weight = WeightLocalScaling
	}
	return makeGraph(ctx, options,
		func(c *C.manifact_context, out **C.manifact_graph) C.manifact_status {
			return C.manifact_graph_knn_metric(c, x, C.int64_t(or(k.Neighbors, 7)),
				C.manifact_metric(or(k.Metric, MetricCosine)),
				C.manifact_graph_weight(or(k.Weight, weight)),
				C.manifact_graph_rule(or(k.Rule, RuleOr)), C.double(k.Bandwidth),
				C.manifact_search(or(k.Search, SearchAuto)), C.double(or(k.Recall, .95)),
				C.int64_t(k.Seed), out)
		})
}

// AdaptiveGraph makes the graph of adaptive neighbors of the rows of X by Euclidean distance. With
// GammaRow, gamma is not read and each row has the given number of neighbors; with GammaFixed,
// gamma determines them. At most memoryBudget bytes are used.
func AdaptiveGraph(ctx context.Context, X Data, neighbors int, mode Gamma, gamma float64,
	memoryBudget int64, options ...CallOption) (*Graph, error) {
	var s scope
	defer s.end()
	x := s.data(X)
	if s.err != nil {
		return nil, s.err
	}
	return makeGraph(ctx, options,
		func(c *C.manifact_context, out **C.manifact_graph) C.manifact_status {
			return C.manifact_graph_adaptive(c, x, C.int64_t(neighbors), C.manifact_gamma(mode),
				C.double(gamma), C.int64_t(memoryBudget), out)
		})
}

// GraphFromMatrix makes a graph from a square matrix of weights, of which the diagonal is dropped.
// With RuleSymmetric it must be symmetric; RuleOr takes the larger of two weights, RuleMutual the
// smaller.
func GraphFromMatrix(weights *Matrix, rule GraphRule) (*Graph, error) {
	var s scope
	defer s.end()
	x := s.matrix(weights)
	if s.err != nil {
		return nil, s.err
	}
	return makeGraph(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_graph) C.manifact_status {
			return C.manifact_graph_from_matrix(c, x, C.manifact_graph_rule(rule), out)
		})
}

// Matrix returns the weights as a sparse matrix with both triangles.
func (g *Graph) Matrix() (*Matrix, error) {
	var s scope
	defer s.end()
	graph := s.graph(g)
	if s.err != nil {
		return nil, s.err
	}
	return makeMatrix(context.Background(), nil,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			return C.manifact_graph_to_matrix(c, graph, out)
		})
}

func (g *Graph) number(f func(*C.manifact_graph) C.int64_t) int {
	var s scope
	defer s.end()
	graph := s.graph(g)
	if s.err != nil {
		return 0
	}
	return int(f(graph))
}

// Vertices returns the number of vertices.
func (g *Graph) Vertices() int {
	return g.number(func(p *C.manifact_graph) C.int64_t { return C.manifact_graph_vertices(p) })
}

// Edges returns the number of undirected edges.
func (g *Graph) Edges() int {
	return g.number(func(p *C.manifact_graph) C.int64_t { return C.manifact_graph_edges(p) })
}

// Components returns the number of connected components, isolated vertices included.
func (g *Graph) Components() int {
	return g.number(func(p *C.manifact_graph) C.int64_t { return C.manifact_graph_components(p) })
}

// Isolated returns the number of vertices without an edge.
func (g *Graph) Isolated() int {
	return g.number(func(p *C.manifact_graph) C.int64_t { return C.manifact_graph_isolated(p) })
}

// Metric is MetricEuclidean if the neighbors were found by Euclidean distance, else MetricCosine.
func (g *Graph) Metric() Metric {
	var s scope
	defer s.end()
	graph := s.graph(g)
	if s.err != nil {
		return 0
	}
	return Metric(C.manifact_graph_metric(graph))
}

// SearchInfo reports how the neighbors of the graph were found, the estimated share of the nearest
// ones that was found, and the number of documents of the estimate.
func (g *Graph) SearchInfo() (search Search, recall float64, sampled int, err error) {
	var s scope
	defer s.end()
	graph := s.graph(g)
	if s.err != nil {
		return 0, 0, 0, s.err
	}
	var kind C.manifact_search
	var share C.double
	var documents C.int64_t
	status := Status(C.manifact_graph_search_info(graph, &kind, &share, &documents))
	return Search(kind), float64(share), int(documents), failed(status, "")
}

// Close frees the graph. Solvers that use it keep it.
func (g *Graph) Close() error { return g.handle().close() }
