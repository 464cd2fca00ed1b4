// What a caller knows of the graph of a fit: the graph itself, or classes and pairs of documents.
#pragma once

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "methods/method.hpp"
#include "pipeline/fit_state.hpp"
#include "pipeline/report.hpp"

namespace manifact {

// A graph from the caller: whether the method uses it, and whether it fits the documents.

// Throws Error(option) if the method with these options would not use a graph. lambda=0 that was
// set is a weight of the graph like others: only a warning.
void check_graph_is_used(const Method &method, const Options &options, Report &report);

// How much more alike the documents of an edge are than others. Each of a sample of edges {i, j} is
// compared with pairs {i', j'} of a smaller weight, where i' and j' are near i and j in the order
// of the documents: if these are sorted by class, a graph in another order still joins documents
// of a class more often than random pairs would be in one.
struct GraphFit {
  Index pairs = 0;         // compared, those that are equally alike not counted
  double share = 1;        // of the comparisons in which the edge joins the more similar documents
  double best = 0;         // the share if every vertex were moved by `shift`
  std::int32_t shift = 0;  // 0: the graph as given is best

  bool is_doubtful() const noexcept;
};

template <class T>
GraphFit fit_of_graph(const DataView<T> &X, const Graph &graph, ExecutionContext &run);

// Warns of a graph that seems to be in another order than the documents.
template <class T>
void compare_graph(const DataView<T> &X, const Graph &graph, Report &report, ExecutionContext &run);

// Throws Error(mismatch) for vectors that seem to be in another order than the documents, by the
// graph of them; warns if the user set their weight.
template <class T>
void compare_vectors(const DataView<T> &X, const Graph &graph, bool are_wanted, Findings &findings,
                     ExecutionContext &run);

// What the caller knows about some documents, in the graph of a fit.

// Sets the constraints of the fit and adjusts the graph to them.
template <class T>
void take_constraints(FitState<T> &state, const Options &options, const FitInputs &inputs,
                      Report &report, ExecutionContext &run);

}  // namespace manifact
