#include "methods/spectral/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/symmetric_eigen.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr std::int64_t guards = 2;  // eigenvalues beyond k

// sizes of eigenvalues: those of the method, in the order of A's.
void take_values(Embedding &found, const SpectralProblem &problem, const Array<double> &a, std::int64_t k, double residual, Run &run) {
  const std::int64_t count = std::min(a.size(), k + guards);
  found.theta = Array<double>(run.memory, count);
  for (std::int64_t c = 0; c < count; ++c) found.theta[c] = problem.sign * (a[c] - problem.shift);
  const double last = std::fabs(found.theta[k - 1]), beyond = count > k ? std::fabs(found.theta[k]) : 0;
  const double size = std::fmax(std::fmax(last, beyond), problem.least_size);
  found.gap = count > k && size > 0 ? std::fabs(a[k - 1] - a[k]) / size : count > k ? 0 : 1;
  const double scale = std::fmax(last, problem.least_size);
  found.residual = scale > 0 ? residual / scale : residual;
}

Embedding embed_dense(const SpectralProblem &problem, std::int64_t k, Run &run) {
  const std::int64_t n = problem.n;
  Array<double> A(run.memory, n * n), values(run.memory, n);
  Dense<double> unit(run.memory, n, n), columns(run.memory, n, n);
  for (std::int64_t i = 0; i < n; ++i) unit(i, i) = 1;
  problem.A(unit, columns);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) A[i * n + j] = (columns(i, j) + columns(j, i)) / 2;
  if (!symmetric_eigen(n, A.data(), values.data(), run)) fail(Status::numerics, "the eigenvalues of the graph are not finite");
  Embedding found;
  found.Q = Dense<double>(run.memory, n, k);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t c = 0; c < k; ++c) found.Q(i, c) = A[i * n + c];
  take_values(found, problem, values, k, 0, run);
  found.converged = true;
  found.solver = "dense";
  return found;
}

Embedding embed_block(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng, Run &run) {
  EigenRequest eigen{request.k, problem.lowest};
  eigen.tolerance = request.tolerance;
  eigen.rounds = request.rounds;
  eigen.order = request.order;
  eigen.guards = std::min(guards, problem.n - request.k);
  eigen.origin = problem.shift;
  eigen.least_size = problem.least_size;
  eigen.most_degree = 30;
  Eigenpairs<double> pairs = largest_eigenpairs<double>(problem.n, eigen, problem.A, rng, run);
  Embedding found;
  take_values(found, problem, pairs.values, request.k, *std::max_element(pairs.residuals.begin(), pairs.residuals.end()), run);
  found.Q = std::move(pairs.vectors);
  found.rounds = pairs.rounds;
  found.products = pairs.products;
  found.converged = pairs.converged;
  found.solver = "block";
  return found;
}

}  // namespace

double Embedding::objective() const noexcept { return std::accumulate(theta.begin(), theta.begin() + Q.columns(), 0.0); }

Embedding embed(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng, Run &run) {
  if (problem.n <= request.dense_at_once) return embed_dense(problem, request.k, run);
  Embedding found = embed_block(problem, request, rng, run);
  if (!found.converged && problem.n <= request.dense_at_last) return embed_dense(problem, request.k, run);
  return found;
}

}  // namespace manifact
