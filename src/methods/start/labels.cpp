#include "methods/start/labels.hpp"

#include <algorithm>

#include "graph/laplacian.hpp"
#include "linalg/products.hpp"
#include "linalg/svd.hpp"
#include "readout/lloyd.hpp"

namespace manifact {
namespace {

constexpr double svd_tolerance = 1e-3;  // k-means cannot tell a better one

// svd-rank, 2 k where it is 0; at most what the data can have.
template <class T>
std::int64_t rank_of(const Problem<T> &problem) {
  const std::int64_t asked = problem.options.integer(Key::svd_rank);
  return std::min({asked > 0 ? asked : 2 * problem.k, problem.X.rows, problem.X.columns});
}

}  // namespace

bool start_needs_graph(const Options &options) { return options.is(Key::start, "lsi") && options.integer(Key::smoothing) > 0; }

template <class T>
Dense<T> smoothed_coordinates(const Problem<T> &problem, Rng rng) {
  Run &run = problem.run;
  const Csr<T> Xt = transpose(problem.X, run.memory);
  Dense<T> Z = unit_rows(truncated_svd<T>(problem.X, Xt.view(), rank_of(problem), svd_tolerance, rng, run).coordinates, run);
  const std::int64_t steps = problem.options.integer(Key::smoothing);
  if (steps == 0) return Z;
  smooth(Z, laplacian_of<T>(*problem.graph, nullptr, run), steps, run);
  return unit_rows(Z, run);
}

template <class T>
Array<std::int32_t> first_labels(const Problem<T> &problem, Rng rng) {
  Run &run = problem.run;
  if (!problem.options.is(Key::start, "lsi")) return cluster_rows<T>(problem.X, problem.k, Geometry::spherical, rng, run).labels;
  Rng svd_rng(rng.next());
  const Dense<T> Z = smoothed_coordinates(problem, svd_rng);
  return cluster_points<T>(*dense_points<T>(Z), problem.k, Geometry::euclidean, true, problem.options.integer(Key::readout_starts), rng, run).labels;
}

#define MANIFACT_INSTANTIATE(T)                                                  \
  template Dense<T> smoothed_coordinates<T>(const Problem<T> &, Rng);            \
  template Array<std::int32_t> first_labels<T>(const Problem<T> &, Rng);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
