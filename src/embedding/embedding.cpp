#include "embedding/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "linalg/sparse/cholesky.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

constexpr Index guards = EmbeddingRequest::guards;
constexpr Index columns_at_once = EmbeddingRequest::columns_at_once;

// The eigenvalues of the method, in the order of those of A, and the residuals relative to the
// k-th.
void take_values(Embedding &found, const SpectralProblem &problem, const Array<double> &a, Index k,
                 Array<double> &&residuals, ExecutionContext &run) {
  const Index count = std::min(a.size(), k + guards);
  found.theta = Array<double>(run.memory, count);
  for (Index c = 0; c < count; ++c) found.theta[c] = problem.sign * (a[c] - problem.shift);
  const double last = std::fabs(found.theta[k - 1]),
               fallback = count > k ? std::fabs(found.theta[k]) : 0;
  const double size = std::fmax(std::fmax(last, fallback), problem.least_size);
  found.gap = count > k && size > 0 ? std::fabs(a[k - 1] - a[k]) / size : count > k ? 0 : 1;
  found.objective = std::accumulate(found.theta.begin(), found.theta.begin() + k, 0.0);
  // The minimum is the trace of a positive semidefinite matrix: a negative value is rounding.
  if (problem.sign < 0) found.objective = std::fmax(0, found.objective);
  const double scale = std::fmax(last, problem.least_size);
  found.residuals = std::move(residuals);
  for (double &x : found.residuals) x = scale > 0 ? x / scale : x;
  found.residual = found.worst(k);
}

Array<double> residuals_of(const SpectralProblem &problem, const Dense<double> &Q,
                           const Array<double> &a, ExecutionContext &run) {
  Dense<double> AQ(run.memory, Q.rows(), Q.columns());
  problem.A(Q, AQ);
  for (Index i = 0; i < Q.rows(); ++i)
    for (Index c = 0; c < Q.columns(); ++c) AQ(i, c) -= a[c] * Q(i, c);
  return column_lengths(AQ, run);
}

// The lower triangle of (A + A') / 2 as a dense matrix, computed from products with blocks of
// columns of I.
Dense<double> dense_matrix_of(const SpectralProblem &problem, ExecutionContext &run) {
  const Index n = problem.n;
  Dense<double> A = Tridiagonal::square(n, run.memory);
  for (Index first = 0; first < n; first += columns_at_once) {
    run.monitor.check();
    const Index count = std::min(columns_at_once, n - first);
    Dense<double> unit(run.memory, n, count), columns(run.memory, n, count);
    for (Index c = 0; c < count; ++c) unit(first + c, c) = 1;
    problem.A(unit, columns);
    for (Index i = 0; i < n; ++i) std::copy_n(columns.row(i), count, A.row(i) + first);
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) A(i, j) = (A(i, j) + A(j, i)) / 2;
  return A;
}

Embedding embed_dense(const SpectralProblem &problem, Index k, ExecutionContext &run) {
  const Index n = problem.n;
  Array<double> values(run.memory, std::min(n, k + guards));
  const Dense<double> vectors =
      largest_of_symmetric(n, dense_matrix_of(problem, run), values.size(), values.data(), run);
  if (vectors.empty())
    fail(Status::numerics, "the eigenvalues of the graph are not finite or were not found");
  Embedding found;
  found.Q = Dense<double>(run.memory, n, k);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < k; ++c) found.Q(i, c) = vectors(c, i);
  take_values(found, problem, values, k, residuals_of(problem, found.Q, values, run), run);
  found.converged = true;  // regardless of the residuals: there is no more precise solver
  found.solver = "dense";
  return found;
}

Embedding embed_block(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng,
                      ExecutionContext &run) {
  EigenRequest eigen{.count = request.k, .lowest = problem.lowest};
  eigen.tolerance = request.tolerance;
  eigen.rounds = request.rounds;
  eigen.order = request.order;
  eigen.guards = std::min(guards, problem.all - request.k);
  eigen.origin = problem.shift;
  eigen.least_size = problem.least_size;
  eigen.most_degree = 30;
  Eigenpairs<double> pairs =
      largest_eigenpairs_of_documents<double>(problem.n, eigen, problem.A, rng, run);
  Embedding found;
  take_values(found, problem, pairs.values, request.k, std::move(pairs.residuals), run);
  found.Q = std::move(pairs.vectors);
  found.rounds = pairs.rounds;
  found.products = pairs.products;
  found.converged = pairs.converged;
  found.solver = "block";
  return found;
}

// Eigenvalues near `shift`, the largest that A can have, are well separated in (s I - A)^-1 with s
// slightly larger, even if they are too small for a polynomial to distinguish from 0. Q is empty if
// the factor would be too expensive. Throws Error(budget) if it or the matrix exceeds the memory.
Embedding embed_inverse(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng,
                        ExecutionContext &run) {
  const Csr<double> A = problem.matrix();
  Cholesky factor(A.view(), run);
  check_budget(factor.bytes(), request.most_dense * static_cast<Index>(sizeof(double)),
               "the Cholesky factor needs");
  if (factor.fill() > request.most_fill || factor.flops() > request.most_flops) return {};
  const double s = problem.shift + 1e-8 * std::fabs(problem.lowest);
  factor.factorize(A.view(), s, run);
  const SymmetricOperator<double> inverse = [&](const Dense<double> &B, Dense<double> &out) {
    for (Index e = 0; e < B.size(); ++e) out.data()[e] = -B.data()[e];
    factor.solve(out, run);
  };
  EigenRequest eigen{.count = request.k, .lowest = 0};
  eigen.tolerance = 1e-10;
  eigen.order = request.order;
  eigen.guards = std::min(guards, problem.n - request.k);
  Eigenpairs<double> pairs = largest_eigenpairs<double>(problem.n, eigen, inverse, rng, run);
  for (double &x : pairs.values) x = s - 1 / x;
  Embedding found;
  take_values(found, problem, pairs.values, request.k,
              residuals_of(problem, pairs.vectors, pairs.values, run), run);
  found.Q = std::move(pairs.vectors);
  found.rounds = pairs.rounds;
  found.products = pairs.products;
  found.converged = found.residual <= std::fmax(request.tolerance, 1e-10);
  found.solver = "shift-invert";
  return found;
}

}  // namespace

double Embedding::worst(Index count) const noexcept {
  return count > 0 && !residuals.empty()
             ? *std::max_element(residuals.begin(),
                                 residuals.begin() + std::min(count, residuals.size()))
             : 0;
}

Embedding embed(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng,
                ExecutionContext &run) {
  if (run.divided()) return embed_block(problem, request, rng, run);
  // The matrix, and in the worst case all its eigenvectors.
  const bool dense = problem.n <= request.most_dense / (2 * problem.n);
  if (dense && problem.n <= request.dense_at_once) return embed_dense(problem, request.k, run);
  Embedding found = embed_block(problem, request, rng, run);
  if (!request.last_resorts) return found;
  if (!found.converged && dense && problem.n <= request.dense_at_last)
    return embed_dense(problem, request.k, run);
  if (found.converged || !problem.matrix || problem.sign > 0) return found;
  try {
    Embedding by_inverse = embed_inverse(problem, request, rng, run);
    return by_inverse.converged || (!by_inverse.Q.empty() && by_inverse.residual < found.residual)
               ? std::move(by_inverse)
               : std::move(found);
  } catch (const Error &error) {
    // If the factor is not available, the result of the search is returned as not converged.
    if (error.status() != Status::budget && error.status() != Status::memory &&
        error.status() != Status::numerics && error.status() != Status::feature)
      throw;
    if (error.status() != Status::numerics) found.refused = error.what();
    return found;
  }
}

}  // namespace manifact
