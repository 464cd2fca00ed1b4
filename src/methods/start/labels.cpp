#include "methods/start/labels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "embedding/embedding.hpp"
#include "graph/laplacian.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "methods/graph_budget.hpp"
#include "methods/start/merging.hpp"
#include "readout/lloyd.hpp"
#include "runtime/budget.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double svd_tolerance = 1e-3;  // k-means gains nothing from a more precise one
constexpr double cut_tolerance = 1e-4;
constexpr Index cut_rounds = 30;

constexpr Index starts_to_merge = 3;

// The clusters of start=merge before they are merged.
template <class T>
Index count_to_merge(const Problem<T> &problem) {
  return std::max(problem.k, std::min(3 * problem.k, problem.X.rows / 8));
}

constexpr Index most_components = 200;  // of the default: more cost much and hardly help k-means

// svd-rank, or the default if it is 0; at most the rank that the data can have.
template <class T>
Index rank_of(const Problem<T> &problem) {
  const Index requested = problem.options.integer(Key::svd_rank);
  return std::min({requested > 0 ? requested : std::min(2 * problem.k, most_components),
                   problem.run.total(problem.X.rows), problem.X.columns});
}

// The blocks of vectors are allocated in addition to the factors.
template <class T>
void check_start_budget(const Problem<T> &problem, Index longest, Index count) {
  const double bytes =
      static_cast<double>(longest) * static_cast<double>(block_width(longest, count)) * sizeof(T);
  const Index budget = problem.options.integer(Key::memory_budget);
  check_budget(bytes, budget, "%lld vectors of length %lld for start=%s need", number(count),
               number(longest), problem.options.text(Key::start).c_str());
}

// Documents equal to an earlier one are isolated vertices of the graph: they get its row.
template <class T>
Dense<T> with_duplicates(Dense<T> Z, const Problem<T> &problem) {
  const Array<std::int32_t> *const first = problem.first_duplicate;
  for (Index i = 0; first != nullptr && i < first->size(); ++i)
    if ((*first)[i] != i) std::copy_n(Z.row((*first)[i]), Z.columns(), Z.row(i));
  return Z;
}

}  // namespace

bool start_needs_graph(const Options &options) {
  return options.choice<StartKind>() == StartKind::ncut ||
         (starts_from_content(options) && options.integer(Key::smoothing) > 0);
}

bool starts_from_content(const Options &options) {
  return options.choice<StartKind>() == StartKind::lsi ||
         options.choice<StartKind>() == StartKind::merge;
}

template <class T>
Dense<T> smoothed_coordinates(const Problem<T> &problem, Rng rng) {
  ExecutionContext &run = problem.run;
  const Index rank = rank_of(problem);
  run.together(
      [&] { check_start_budget(problem, std::max(problem.X.rows, problem.X.columns), rank); });
  Dense<T> Z = unit_rows(truncated_svd<T>(DataProducts<T>(problem.X, run), rank, svd_tolerance, rng,
                                          run, problem.canonical_order)
                             .coordinates,
                         run);
  const Index steps = problem.options.integer(Key::smoothing);
  if (steps == 0) return Z;
  // The graph without the constraints: a few true pairs must not lead k-means to another, worse
  // local minimum.
  const Graph &graph = problem.neighborhood != nullptr ? *problem.neighborhood : *problem.graph;
  smooth(Z, laplacian_of<T>(graph, nullptr, run), steps, run);
  return with_duplicates(unit_rows(std::move(Z), run), problem);
}

template <class T>
Dense<T> cut_coordinates(const Problem<T> &problem, Rng rng) {
  ExecutionContext &run = problem.run;
  check_vectors_budget(problem.X.rows, problem.k, problem.options);
  EmbeddingRequest request{problem.k};
  request.tolerance = cut_tolerance;
  request.rounds = cut_rounds;
  request.order = problem.canonical_order;
  request.most_dense =
      problem.options.integer(Key::memory_budget) / static_cast<Index>(sizeof(double));
  const Dense<double> Q = embed(normalized_cut_of(*problem.graph, run), request, rng, run).Q;
  Dense<T> Y(run.memory, Q.rows(), Q.columns());
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index c = 0; c < Y.columns(); ++c)
      Y(i, c) = problem.graph->degree[i] > 0 ? static_cast<T>(Q(i, c)) : T{0};
  return with_duplicates(unit_rows(std::move(Y), run), problem);
}

template <class T>
Array<std::int32_t> content_labels(const Dense<T> &Z, const Problem<T> &problem, Rng rng) {
  const bool merges = problem.plan.start == StartKind::merge;
  const Index count = merges ? count_to_merge(problem) : problem.k;
  Clustering<T> found =
      cluster_points<T>(*dense_points<T>(Z), count, Geometry::euclidean, true,
                        merges ? starts_to_merge : problem.options.integer(Key::readout_starts),
                        rng, problem.run, problem.canonical_order);
  if (merges)
    merge_clusters(found.labels, found.centers, problem.k,
                   problem.options.real(Key::merge_exponent), problem.run);
  return std::move(found.labels);
}

template <class T>
Array<std::int32_t> first_labels(const Problem<T> &problem, Rng rng) {
  ExecutionContext &run = problem.run;
  if (problem.plan.start == StartKind::kmeans)
    return cluster_rows<T>(problem.X, problem.k, Geometry::spherical, rng, run,
                           problem.canonical_order)
        .labels;
  const bool cut = problem.plan.start == StartKind::ncut;
  if (problem.graph == nullptr && start_needs_graph(problem.options))
    fail(Status::internal, "the start needs a graph, but there is none");
  const Rng inner(rng.next());
  return cut ? content_labels(cut_coordinates(problem, inner), problem, rng)
             : content_labels(smoothed_coordinates(problem, inner), problem, rng);
}

#define MANIFACT_INSTANTIATE(T)                                                              \
  template Dense<T> cut_coordinates<T>(const Problem<T> &, Rng);                             \
  template Dense<T> smoothed_coordinates<T>(const Problem<T> &, Rng);                        \
  template Array<std::int32_t> content_labels<T>(const Dense<T> &, const Problem<T> &, Rng); \
  template Array<std::int32_t> first_labels<T>(const Problem<T> &, Rng);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
