// The eigenvectors of a spectral problem, by whatever way finds them surely: of a small dense
// matrix by reduction, or a block iteration on the products; where that does not converge, the
// dense matrix again, or the same iteration on the inverse by sparse Cholesky, where its factor
// fits.
#pragma once

#include <string>

#include "embedding/operators.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

struct EmbeddingRequest {
  static constexpr Index guards = 2;            // eigenvalues beyond k
  static constexpr Index columns_at_once = 64;  // of a dense matrix, written by products
  Index k = 1;
  double tolerance = 1e-5;  // of the residuals, relative to |theta_k|
  Index rounds = 300;
  // Vertices up to which the dense matrix is solved, for that cannot fail and costs less than a
  // tenth of a second: 6.4, 20.6 and 52.9 ms for 20 eigenpairs of 300, 700 and 1000 vertices,
  // against 2.7, 6.3 and 8.9 ms of a search (bench/eigensolvers.cpp). Who needs many embeddings
  // sets less.
  Index dense_at_once = 1000;
  Index dense_at_last = 1500;      // and up to which it is solved where the search fails: 185 ms
  Index most_dense = 250'000'000;  // entries of such a matrix and of all its eigenvectors
  // Entries of a factor of A - shift I that the last resort may have, and what it may cost: some
  // 45 s at worst; cancel is looked at between rows of the factor.
  Index most_fill = 100'000'000;
  double most_flops = 5e10;
  // The order of the vertices for the random start; null: as they stand.
  const Array<std::int32_t> *order = nullptr;
  bool last_resorts = true;  // where the search fails, the dense matrix or the inverse
};

struct Embedding {
  Dense<double> Q;       // n x k, orthonormal
  Array<double> theta;   // the method's own eigenvalues: k, and up to 2 beyond
  double objective = 0;  // the sum of the first k, which the relaxation minimizes or maximizes
  // |theta_k+1 - theta_k| / max(|theta_k+1|, |theta_k|), how far the space is from being another
  // one; 1 where k is n.
  double gap = 0;
  Array<double> residuals;  // |A q - a q|, relative to |theta_k|: k
  double residual = 0;      // the largest of them
  Index rounds = 0, products = 0;
  bool converged = false;
  const char *solver = "";
  std::string refused;  // why there was no last resort, where memory was what it lacked

  double worst(Index count) const noexcept;  // the largest residual of the first `count` vectors
};

// k <= n. The same for any number of threads.
Embedding embed(const SpectralProblem &problem, const EmbeddingRequest &request, Rng rng,
                ExecutionContext &run);

}  // namespace manifact
