#include "methods/bipartite/start.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "methods/start/factors.hpp"
#include "methods/start/labels.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The column of an empty cluster gets random entries: two equal columns would stay equal.
template <class T>
Dense<T> softened(const std::int32_t *labels, Index n, Index k, Rng &rng, ExecutionContext &run) {
  Array<Index> sizes(run.memory, k);
  for (Index i = 0; i < n; ++i)
    if (labels[i] >= 0) ++sizes[labels[i]];
  run.sum(sizes.data(), k);
  Dense<T> V(run.memory, n, k);
  run.collective->draw_rows(n, rng, nullptr, [&](Index i, Rng &numbers) {
    for (Index c = 0; c < k; ++c)
      V(i, c) = static_cast<T>(sizes[c] == 0 ? 0.2 * numbers.uniform() + 0.2
                                             : soft_membership(labels[i], c, k));
  });
  return V;
}

constexpr double svd_tolerance = 1e-2;  // the updates gain nothing from a more precise start

// The lengths of the positive and of the negative part of a column.
struct Parts {
  double plus = 0, minus = 0;
};

template <class T>
Parts squares_of_parts(const Dense<T> &A, Index c) {
  Parts parts;
  for (Index i = 0; c < A.columns() && i < A.rows(); ++i) {
    const double x = static_cast<double>(A(i, c));
    (x > 0 ? parts.plus : parts.minus) += x * x;
  }
  return parts;
}
template <class T>
Parts parts_of(const Dense<T> &A, Index c, ExecutionContext &) {
  const Parts squares = squares_of_parts(A, c);
  return {.plus = std::sqrt(squares.plus), .minus = std::sqrt(squares.minus)};
}
template <class T>
Parts parts_of(const Tall<T> &A, Index c, ExecutionContext &run) {
  const Parts own = squares_of_parts<T>(A, c);
  double squares[2] = {own.plus, own.minus};
  run.sum(squares, 2);
  return {.plus = std::sqrt(squares[0]), .minus = std::sqrt(squares[1])};
}

// Column c of `to` becomes max(factor A_c, 0).
template <class T>
void take_part(const Dense<T> &A, Index c, double factor, Dense<T> &to) {
  for (Index i = 0; c < A.columns() && i < A.rows(); ++i)
    to(i, c) = static_cast<T>(std::max(0.0, factor * static_cast<double>(A(i, c))));
}

}  // namespace

template <class T>
Dense<T> given_factor(const double *values, Index rows, Index columns, ExecutionContext &run) {
  Dense<T> A(run.memory, rows, columns);
  copy_factor(values, A);
  return A;
}

template <class T>
Dense<T> uniform_factor(Index rows, Index columns, Rng &rng, ExecutionContext &run) {
  Dense<T> A(run.memory, rows, columns);
  for (Index i = 0; i < rows; ++i) draw_row(A, i, rng);
  return A;
}

template <class T>
std::pair<Tall<T>, Dense<T>> singular_parts(const Problem<T> &problem, const Data<T> &data,
                                            double fill, Rng rng) {
  ExecutionContext &run = problem.run;
  const Index m = problem.X.columns, k = problem.k, n = run.total(problem.X.rows),
              rank = std::min({k, n, m});
  const Svd<T> svd =
      truncated_svd<T>(data.X, rank, svd_tolerance, rng, run, problem.canonical_order);
  Tall<T> V(run.memory, problem.X.rows, k);
  Dense<T> P(run.memory, m, rank), U(run.memory, m, k);
  data.X.sums_over_documents(svd.coordinates, P, run);  // p_c sigma_c^2
  double mean = 0;
  for (Index i = 0; i < problem.X.rows; ++i) {
    const DataRow<T> x = problem.X.row(i);
    for (Index e = 0; e < x.size(); ++e) mean += static_cast<double>(x[e]);
  }
  mean = run.total(mean);
  mean /= static_cast<double>(n) * static_cast<double>(m);
  for (Index c = 0; c < k; ++c) {
    const Parts u = parts_of(svd.coordinates, c, run), p = parts_of(P, c, run);
    const bool positive = u.plus * p.plus >= u.minus * p.minus;
    const double u_size = positive ? u.plus : u.minus, p_size = positive ? p.plus : p.minus,
                 sign = positive ? 1 : -1;
    const double all = std::sqrt(u.plus * u.plus + u.minus * u.minus) *
                       std::sqrt(p.plus * p.plus + p.minus * p.minus);
    const double size = all > 0 ? std::sqrt(svd.sigma[c] * u_size * p_size / all) : 0;
    take_part(svd.coordinates, c, u_size > 0 ? sign * size / u_size : 0, V);
    take_part(P, c, p_size > 0 ? sign * size / p_size : 0, U);
  }
  for (Dense<T> *factor : {static_cast<Dense<T> *>(&V), &U})
    for (Index i = 0; fill > 0 && i < factor->rows(); ++i)
      for (Index c = 0; c < k; ++c)
        (*factor)(i, c) = std::max((*factor)(i, c), static_cast<T>(fill * mean));
  return {std::move(V), std::move(U)};
}

template <class T>
Tall<T> uniform_memberships(const Problem<T> &problem, Rng &rng) {
  ExecutionContext &run = problem.run;
  const Index n = problem.X.rows;
  const auto *const order = problem.canonical_order;
  Tall<T> V(run.memory, n, problem.k);
  run.collective->draw_rows(n, rng, order != nullptr ? order->data() : nullptr,
                            [&](Index i, Rng &numbers) { draw_row(V, i, numbers); });
  return V;
}

template <class T>
Tall<T> first_memberships(const Problem<T> &problem, Start &start, Geometry geometry) {
  ExecutionContext &run = problem.run;
  const Options &options = problem.options;
  const Index n = problem.X.rows, k = problem.k;
  if (start.V != nullptr) return Tall<T>(given_factor<T>(start.V, n, k, run));
  if (start.labels != nullptr) return Tall<T>(softened<T>(start.labels, n, k, start.rng, run));
  if (options.choice<StartKind>() == StartKind::random)
    return uniform_memberships(problem, start.rng);
  if (options.choice<StartKind>() != StartKind::kmeans)
    return Tall<T>(softened<T>(first_labels(problem, start.rng).data(), n, k, start.rng, run));
  const Rng inner(start.rng.next());
  const auto points = data_points<T>(problem.X, run);
  return Tall<T>(softened<T>(
      cluster_points<T>(*points, k, geometry, true, options.integer(Key::readout_starts), inner,
                        run, problem.canonical_order)
          .labels.data(),
      n, k, start.rng, run));
}

template <class T>
Dense<T> first_feature_memberships(const Problem<T> &problem, const Data<T> &data, Index l,
                                   Start &start) {
  ExecutionContext &run = problem.run;
  const Index m = data.X.X().columns;
  if (start.G != nullptr) return given_factor<T>(start.G, m, l, run);
  if (problem.plan.start == StartKind::random && start.labels == nullptr && start.V == nullptr)
    return uniform_factor<T>(m, l, start.rng, run);
  const Rng inner(start.rng.next());
  // A single k-means start: more took long with many features and did not improve the document
  // clusters.
  const TransposedData<T> Xt(data.X, run);
  const auto points = data_points<T>(Xt.view(), run);
  return softened<T>(
      cluster_points<T>(*points, l, Geometry::spherical, true, 1, inner, run).labels.data(), m, l,
      start.rng, run);
}

Index feature_clusters_of(const Options &options, Index k, Index features, const Start &start) {
  if (start.G != nullptr) return start.l;
  const Index requested = options.integer(Key::feature_clusters);
  return std::min(requested > 0 ? requested : k, features);
}

#define MANIFACT_INSTANTIATE(T)                                                                \
  template Dense<T> given_factor<T>(const double *, Index, Index, ExecutionContext &);         \
  template Dense<T> uniform_factor<T>(Index, Index, Rng &, ExecutionContext &);                \
  template Tall<T> uniform_memberships<T>(const Problem<T> &, Rng &);                          \
  template std::pair<Tall<T>, Dense<T>> singular_parts<T>(const Problem<T> &, const Data<T> &, \
                                                          double, Rng);                        \
  template Tall<T> first_memberships<T>(const Problem<T> &, Start &, Geometry);                \
  template Dense<T> first_feature_memberships<T>(const Problem<T> &, const Data<T> &, Index,   \
                                                 Start &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
