#include "methods/partition/coordinates.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/products.hpp"
#include "linalg/svd.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr double no_direction = 1e-6;  // of the largest singular value
constexpr double tolerance = 1e-4;

template <class T>
Dense<double> in_double(const Dense<T> &A, Run &run) {
  Dense<double> B(run.memory, A.rows(), A.columns());
  for (std::int64_t i = 0; i < A.rows(); ++i)
    for (std::int64_t d = 0; d < A.columns(); ++d) B(i, d) = static_cast<double>(A(i, d));
  return B;
}

void check_budget(const Options &options, std::int64_t longest, std::int64_t rank) {
  const double bytes = static_cast<double>(longest) * static_cast<double>(block_width(longest, rank)) * sizeof(double);
  if (const std::int64_t budget = options.integer(Key::memory_budget); bytes > static_cast<double>(budget))
    fail(Status::budget, "%lld components of length %lld need %.0f bytes, more than the memory-budget of %lld", static_cast<long long>(rank),
         static_cast<long long>(longest), bytes, static_cast<long long>(budget));
}

}  // namespace

template <class T>
Coordinates singular_coordinates(const Problem<T> &problem, std::int64_t fallback) {
  const CsrView<T> X = problem.X;
  Run &run = problem.run;
  const std::int64_t asked = problem.options.integer(Key::components), rank = std::min({asked > 0 ? asked : fallback, X.rows, X.columns});
  check_budget(problem.options, std::max(X.rows, X.columns), rank);
  const Csr<T> Xt = transpose(X, run.memory);
  const Rng rng(static_cast<std::uint64_t>(problem.options.integer(Key::seed)), 0x6a55);
  const Svd<T> svd = truncated_svd<T>(X, Xt.view(), rank, tolerance, rng, run, problem.order);
  Coordinates found;
  while (found.r < rank && svd.sigma[found.r] > no_direction * svd.sigma[0]) ++found.r;
  if (found.r == 0 || !std::isfinite(svd.sigma[0])) fail(Status::numerics, "the squares of the data's values are out of the range of numbers");
  // P = X'U / sigma, X'Z / sigma^2
  Dense<T> Y(run.memory, X.rows, found.r), P(run.memory, X.columns, found.r), Z(run.memory, X.rows, found.r);
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t d = 0; d < found.r; ++d) Y(i, d) = static_cast<T>(static_cast<double>(svd.coordinates(i, d)) / (svd.sigma[d] * svd.sigma[d]));
  multiply(Xt.view(), Y, P, run.team);
  multiply(X, P, Z, run.team);
  found.P = in_double(P, run);
  found.Z = in_double(Z, run);
  double all = 0;
  for (std::int64_t e = 0; e < X.entries(); ++e) all += static_cast<double>(X.values[e]) * static_cast<double>(X.values[e]);
  for (std::int64_t d = 0; d < found.r; ++d) found.share += svd.sigma[d] * svd.sigma[d] / all;
  return found;
}

template Coordinates singular_coordinates<float>(const Problem<float> &, std::int64_t);
template Coordinates singular_coordinates<double>(const Problem<double> &, std::int64_t);

}  // namespace manifact
