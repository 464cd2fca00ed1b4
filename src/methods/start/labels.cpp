#include "methods/start/labels.hpp"

#include <algorithm>
#include <cmath>

#include "graph/laplacian.hpp"
#include "linalg/products.hpp"
#include "linalg/svd.hpp"
#include "readout/lloyd.hpp"

namespace manifact {
namespace {

constexpr double svd_tolerance = 1e-3;  // k-means cannot tell a better one
constexpr double cut_tolerance = 1e-4;

// svd-rank, 2 k where it is 0; at most what the data can have.
template <class T>
std::int64_t rank_of(const Problem<T> &problem) {
  const std::int64_t asked = problem.options.integer(Key::svd_rank);
  return std::min({asked > 0 ? asked : 2 * problem.k, problem.X.rows, problem.X.columns});
}

}  // namespace

bool start_needs_graph(const Options &options) { 
  return options.is(Key::start, "ncut") || (options.is(Key::start, "lsi") && options.integer(Key::smoothing) > 0);
}

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
Dense<T> cut_coordinates(const Problem<T> &problem, Rng rng) {
  Run &run = problem.run;
  const Laplacian<T> L = laplacian_of<T>(*problem.graph, nullptr, run);
  Array<T> inverse(run.memory, L.d.size());
  for (std::int64_t i = 0; i < inverse.size(); ++i) inverse[i] = L.d[i] > 0 ? T{1} / std::sqrt(L.d[i]) : T{0};
  Dense<T> scaled;
  const auto product = [&](const Dense<T> &B, Dense<T> &out) {
    if (scaled.columns() != B.columns()) scaled = Dense<T>(run.memory, B.rows(), B.columns());
    scale_rows(B, inverse, scaled, run.team);
    multiply(L.S.view(), scaled, out, run.team);
    scale_rows(out, inverse, out, run.team);
  };
  EigenRequest request{problem.k, -1};
  request.tolerance = cut_tolerance;
  Dense<T> Y = largest_eigenpairs<T>(inverse.size(), request, product, rng, run).vectors;
  for (std::int64_t i = 0; i < Y.rows(); ++i)
    for (std::int64_t c = 0; c < Y.columns(); ++c) Y(i, c) = L.d[i] > 0 ? Y(i, c) : T{0};
  return unit_rows(Y, run);
}

template <class T>
Array<std::int32_t> first_labels(const Problem<T> &problem, Rng rng) {
  Run &run = problem.run;
  if (problem.options.is(Key::start, "kmeans")) return cluster_rows<T>(problem.X, problem.k, Geometry::spherical, rng, run).labels;
  const Rng inner(rng.next());
  const Dense<T> Z = problem.options.is(Key::start, "ncut") ? cut_coordinates(problem, inner) : smoothed_coordinates(problem, inner);
  return cluster_points<T>(*dense_points<T>(Z), problem.k, Geometry::euclidean, true, problem.options.integer(Key::readout_starts), rng, run).labels;
}

#define MANIFACT_INSTANTIATE(T)                                                  \
  template Dense<T> cut_coordinates<T>(const Problem<T> &, Rng);                 \
  template Dense<T> smoothed_coordinates<T>(const Problem<T> &, Rng);            \
  template Array<std::int32_t> first_labels<T>(const Problem<T> &, Rng);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
