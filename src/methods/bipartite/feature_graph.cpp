#include "methods/bipartite/feature_graph.hpp"

#include <algorithm>

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "options/graph_options.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Keeps the features with enough documents and empties the others.
template <class T>
Csr<T> frequent_rows(const Csr<T> &Xt, Index least, ExecutionContext &run) {
  const auto length = [&](Index j) { return Xt.indptr[j + 1] - Xt.indptr[j]; };
  Index entries = 0;
  for (Index j = 0; j < Xt.rows; ++j) entries += length(j) >= least ? length(j) : 0;
  Csr<T> kept(run.memory, Xt.rows, Xt.columns, entries);
  for (Index j = 0; j < Xt.rows; ++j) {
    const Index count = length(j) >= least ? length(j) : 0, to = kept.indptr[j],
                from = Xt.indptr[j];
    kept.indptr[j + 1] = to + count;
    std::copy(Xt.indices.data() + from, Xt.indices.data() + from + count, kept.indices.data() + to);
    std::copy(Xt.values.data() + from, Xt.values.data() + from + count, kept.values.data() + to);
  }
  return kept;
}

template <class T>
Graph graph_of(const DataView<T> &Xt, const Options &options, ExecutionContext &run) {
  const Index requested = options.integer(Key::feature_neighbors),
              p = requested > 0 ? requested : options.integer(Key::neighbors);
  return build_graph(nearest_neighbors(Xt, p, run),
                     options.choice<GraphWeight>(Key::feature_graph_weight),
                     options.choice<GraphRule>(), 0, run);
}

}  // namespace

template <class T>
Graph feature_graph(const DataProducts<T> &X, const Options &options, ExecutionContext &run) {
  run.monitor.enter("graph", X.X().columns);
  const Index least = options.integer(Key::feature_min_df);
  if (!X.X().is_dense()) {
    const Csr<T> frequent = frequent_rows(X.sparse_transpose(), least, run);
    return graph_of(DataView<T>(frequent), options, run);
  }
  TransposedData<T> Xt(X, run);
  Xt.clear_rows_below(least);
  return graph_of(Xt.view(), options, run);
}

template Graph feature_graph<float>(const DataProducts<float> &, const Options &,
                                    ExecutionContext &);
template Graph feature_graph<double>(const DataProducts<double> &, const Options &,
                                     ExecutionContext &);

}  // namespace manifact
