// The eigenvectors of a spectral problem. Small problems are solved as a dense matrix by reduction,
// others by a block iteration on products. If that does not converge, the fallbacks are the dense
// matrix, or the same iteration on the inverse by sparse Cholesky if its factor fits.
#pragma once

#include <string>

#include "embedding/operators.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

struct EmbeddingRequest {
  static constexpr Index guards = 2;            // eigenvalues beyond k
  static constexpr Index columns_at_once = 64;  // of a dense matrix, computed by products
  Index k = 1;
  double tolerance = 1e-5;  // of the residuals, relative to |theta_k|
  Index rounds = 300;
  // The number of vertices up to which the dense matrix is solved, which cannot fail and takes less
  // than a tenth of a second: 6.4, 20.6 and 52.9 ms for 20 eigenpairs of 300, 700 and 1000
  // vertices, against 2.7, 6.3 and 8.9 ms for a search (bench/eigensolvers.cpp). Callers that need
  // many embeddings set a smaller number.
  Index dense_at_once = 1000;
  Index dense_at_last = 1500;      // the same for the fallback after a search: 185 ms
  Index most_dense = 250'000'000;  // entries of the dense matrix and of all its eigenvectors
  // Maximum entries of the factor of A - shift I in the last fallback, which takes up to about 45
  // s; cancellation is checked between rows of the factor.
  Index most_fill = 100'000'000;
  double most_flops = 5e10;
  // The order of the vertices for the random start; null: vertex order.
  const Array<std::int32_t> *order = nullptr;
  bool last_resorts = true;  // whether to fall back to the dense matrix or the inverse
};

struct Embedding {
  Dense<double> Q;       // n x k, orthonormal
  Array<double> theta;   // eigenvalues of the method: k, and up to 2 more
  double objective = 0;  // the sum of the first k, which the relaxation minimizes or maximizes
  // |theta_k+1 - theta_k| / max(|theta_k+1|, |theta_k|), which measures how well the eigenspace is
  // determined; 1 if k is n.
  double gap = 0;
  Array<double> residuals;  // |A q - a q|, relative to |theta_k|: k
  double residual = 0;      // the largest residual
  Index rounds = 0, products = 0;
  bool converged = false;
  const char *solver = "";
  std::string refused;  // why there was no fallback: memory, or a build without it

  double worst(Index count) const noexcept;  // the largest residual of the first `count` vectors
};

// k <= n. The result does not depend on the number of threads. If several processes hold the
// documents, Q has the rows of this one, and only the block iteration is used.
Embedding embed(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng,
                ExecutionContext &run);

}  // namespace manifact
