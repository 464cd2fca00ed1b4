#include "methods/cocluster/feature_graph.hpp"

#include <algorithm>

#include "graph/build.hpp"
#include "graph/neighbors.hpp"
#include "methods/graph_options.hpp"

namespace manifact {
namespace {

// The rows with enough entries; the others are empty.
template <class T>
Csr<T> frequent_rows(const Csr<T> &Xt, std::int64_t least, Run &run) {
  const auto length = [&](std::int64_t j) { return Xt.indptr[j + 1] - Xt.indptr[j]; };
  std::int64_t entries = 0;
  for (std::int64_t j = 0; j < Xt.rows; ++j) entries += length(j) >= least ? length(j) : 0;
  Csr<T> kept(run.memory, Xt.rows, Xt.columns, entries);
  for (std::int64_t j = 0; j < Xt.rows; ++j) {
    const std::int64_t count = length(j) >= least ? length(j) : 0, to = kept.indptr[j], from = Xt.indptr[j];
    kept.indptr[j + 1] = to + count;
    std::copy(Xt.indices.data() + from, Xt.indices.data() + from + count, kept.indices.data() + to);
    std::copy(Xt.values.data() + from, Xt.values.data() + from + count, kept.values.data() + to);
  }
  return kept;
}

}  // namespace

template <class T>
Graph feature_graph(const Csr<T> &Xt, const Options &options, Run &run) {
  run.monitor.enter("graph", Xt.rows);
  const std::int64_t asked = options.integer(Key::feature_neighbors), p = asked > 0 ? asked : options.integer(Key::neighbors);
  const Csr<T> frequent = frequent_rows(Xt, options.integer(Key::feature_min_df), run);
  return build_graph(nearest_neighbors(frequent.view(), p, run), graph_weight_named(options.text(Key::feature_graph_weight)), graph_rule(options), 0, run);
}

template Graph feature_graph<float>(const Csr<float> &, const Options &, Run &);
template Graph feature_graph<double>(const Csr<double> &, const Options &, Run &);

}  // namespace manifact
