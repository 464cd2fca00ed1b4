// The first half of a fit: from a matrix to weighted documents, their graph, and what is decided before the solver starts.
#pragma once

#include "methods/fit.hpp"
#include "methods/method.hpp"
#include "methods/report.hpp"

namespace manifact {

// Everything that is known of one fit before the solver starts.
template <class T>
struct Stage {
  Problem<T> problem(const Options &options, Run &run) const {
    return {X.view(), graph, assignment.weights.unit_rows(), k, options, run, &order, feature_graph, constraints, neighbourhood, adjusted.rest.get(),
            factors, &neighbors, &originals, assignment.weights.exponent};
  }

  const Matrix *given = nullptr;  // the data
  Csr<T> X;
  bool zeros_are_points = false, signed_kernel = false;
  std::int64_t k = 0;
  Graph own_graph;
  const Graph *graph = nullptr;          // what the objective takes
  const Graph *neighbourhood = nullptr;  // before constraints adjusted it
  Adjusted adjusted;
  const Graph *feature_graph = nullptr;  // the caller's own
  PropagationFactors *factors = nullptr;
  Constraints closed;                    // the transitive closure, where it was asked for
  const Constraints *constraints = nullptr;
  Assignment assignment;
  Neighbors neighbors;
  Array<std::int32_t> originals;  // by document: the first one equal to it, where equal documents are one in the graph; else empty
  Array<std::int32_t> order;  // of the documents, by content, for random draws
  Array<std::int32_t> first;  // labels to start from, of preset=quality
};

// Weighted rows and the number of clusters. Returns the options that go on.
template <class T>
Options prepare_data(Stage<T> &stage, const Matrix &X, std::int64_t n_clusters, const Options &asked, const Given &given, Report &report, Run &run);

// The graph, where the method or its start needs one, and with preset=quality the choice of the pipeline. Returns the options in force.
template <class T>
Options prepare_graph(Stage<T> &stage, const Options &options, const Given &given, Report &report, Run &run);

}  // namespace manifact
