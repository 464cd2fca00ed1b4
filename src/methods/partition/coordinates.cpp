#include "methods/partition/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

constexpr double no_direction = 1e-6;  // of the largest singular value
constexpr double coordinate_tolerance = 1e-4;

constexpr double no_spread = 1e-12;  // relative to all document lengths: the rest is rounding

template <class T>
Dense<double> in_double(Dense<T> &&A, ExecutionContext &run) {
  if constexpr (std::is_same_v<T, double>) return std::move(A);
  Dense<double> B(run.memory, A.rows(), A.columns());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index d = 0; d < A.columns(); ++d) B(i, d) = static_cast<double>(A(i, d));
  return B;
}

// Counts X' of sparse data, and the larger of two parts: the blocks of the search, three on the
// smaller side and one on the other; or all coordinates and the arrays of the method.
template <class T>
void check_components_budget(const Problem<T> &problem, Index rank, ExtraStorage extra) {
  const auto n = static_cast<double>(problem.X.rows), m = static_cast<double>(problem.X.columns),
             r = static_cast<double>(rank);
  const double transposed = problem.X.is_dense() ? 0
                                                 : static_cast<double>(problem.X.entries()) *
                                                           (sizeof(T) + sizeof(std::int32_t)) +
                                                       m * sizeof(Index);
  const double width =
      static_cast<double>(block_width(std::min(problem.X.rows, problem.X.columns), rank));
  const double search = sizeof(T) * width * (3 * std::min(n, m) + std::max(n, m));
  const double after =
      r * (sizeof(T) * (2 * n + m) + sizeof(double) * (n + m)) +
      sizeof(double) * n * (extra.components * r + extra.clusters * static_cast<double>(problem.k));
  check_budget(transposed + std::max(search, after), problem.options.integer(Key::memory_budget),
               "%lld components of %lld documents and %lld features need", number(rank),
               number(problem.X.rows), number(problem.X.columns));
}

template <class T>
Array<T> mean_document(const DataProducts<T> &data, ExecutionContext &run) {
  const DataView<T> &X = data.X();
  Array<T> mean(run.memory, X.columns);
  const double n = static_cast<double>(X.rows);
  if (X.is_dense()) {
    Array<double> sums(run.memory, X.columns);
    for (Index i = 0; i < X.rows; ++i)
      for (Index j = 0; j < X.columns; ++j) sums[j] += X.dense().value(i, j);
    for (Index j = 0; j < X.columns; ++j) mean[j] = static_cast<T>(sums[j] / n);
    return mean;
  }
  const Csr<T> &Xt = data.sparse_transpose();
  for (Index j = 0; j < Xt.rows; ++j) {
    double sum = 0;
    for (Index e = Xt.indptr[j]; e < Xt.indptr[j + 1]; ++e)
      sum += static_cast<double>(Xt.values[e]);
    mean[j] = static_cast<T>(sum / n);
  }
  return mean;
}

// |X - 1 c'|^2, or |X|^2 without c, feature by feature: differences are taken first, because
// squares may be much larger.
template <class T>
double square_of(const DataProducts<T> &data, const Array<T> &center) {
  const auto c_of = [&](Index j) { return center.empty() ? 0 : static_cast<double>(center[j]); };
  const DataView<T> &X = data.X();
  double all = 0;
  if (X.is_dense()) {
    for (Index i = 0; i < X.rows; ++i)
      for (Index j = 0; j < X.columns; ++j) {
        const double off = X.dense().value(i, j) - c_of(j);
        all += off * off;
      }
    return all;
  }
  const Csr<T> &Xt = data.sparse_transpose();
  for (Index j = 0; j < Xt.rows; ++j) {
    const double c = c_of(j);
    for (Index e = Xt.indptr[j]; e < Xt.indptr[j + 1]; ++e)
      all += (static_cast<double>(Xt.values[e]) - c) * (static_cast<double>(Xt.values[e]) - c);
    all += c * c * static_cast<double>(Xt.columns - (Xt.indptr[j + 1] - Xt.indptr[j]));
  }
  return all;
}

// P = (X - 1 c')'U / sigma, U = Z / sigma; then Z is recomputed from P.
template <class T>
void take_coordinates(Coordinates &found, const Svd<T> &svd, const DataProducts<T> &data,
                      const Array<T> &center, ExecutionContext &run) {
  const DataView<T> &X = data.X();
  const Array<T> *const c = center.empty() ? nullptr : &center;
  Dense<T> Y(run.memory, X.rows, found.r), P(run.memory, X.columns, found.r),
      Z(run.memory, X.rows, found.r);
  for (Index i = 0; i < X.rows; ++i)
    for (Index d = 0; d < found.r; ++d)
      Y(i, d) = static_cast<T>(static_cast<double>(svd.coordinates(i, d)) /
                               (svd.sigma[d] * svd.sigma[d]));
  data.transposed_times(Y, P, run);
  if (c != nullptr) take_off<T>(P, c, nullptr, Y, run);
  data.times(P, Z, run);
  found.P = in_double(std::move(P), run);
  found.Z = in_double(std::move(Z), run);
  if (c == nullptr) return;
  found.center = Array<double>(run.memory, X.columns);
  found.origin = Array<double>(run.memory, found.r);
  for (Index j = 0; j < X.columns; ++j) {
    found.center[j] = static_cast<double>(center[j]);
    for (Index d = 0; d < found.r; ++d) found.origin[d] += found.center[j] * found.P(j, d);
  }
  for (Index i = 0; i < X.rows; ++i)
    for (Index d = 0; d < found.r; ++d) found.Z(i, d) -= found.origin[d];
}

}  // namespace

template <class T>
Coordinates singular_coordinates(const Problem<T> &problem, Index fallback, ExtraStorage extra) {
  const DataView<T> &X = problem.X;
  ExecutionContext &run = problem.run;
  const Index requested = problem.options.integer(Key::components),
              rank = std::min({requested > 0 ? requested : fallback, X.rows, X.columns});
  check_components_budget(problem, rank, extra);
  const DataProducts<T> data(X, run);
  Array<T> center;
  if (!problem.unit_rows) center = mean_document(data, run);
  const double lengths = square_of(data, Array<T>());
  double all = square_of(data, center);
  if (!(all > no_spread * no_spread * lengths))
    center = Array<T>(),
    all = lengths;  // all documents are equal: their common direction is the only one
  const Rng rng(static_cast<std::uint64_t>(problem.options.integer(Key::seed)), 0x6a55);
  const Svd<T> svd = truncated_svd<T>(data, rank, coordinate_tolerance, rng, run,
                                      problem.canonical_order, center.empty() ? nullptr : &center);
  Coordinates found;
  while (found.r < rank && svd.sigma[found.r] > no_direction * svd.sigma[0]) ++found.r;
  if (found.r == 0 || !std::isfinite(svd.sigma[0]))
    fail(Status::numerics, "the squares of the data values overflow or underflow");
  take_coordinates(found, svd, data, center, run);
  for (Index d = 0; d < found.r; ++d) found.share += svd.sigma[d] * svd.sigma[d] / all;
  return found;
}

template Coordinates singular_coordinates<float>(const Problem<float> &, Index, ExtraStorage);
template Coordinates singular_coordinates<double>(const Problem<double> &, Index, ExtraStorage);

}  // namespace manifact
