// The largest eigenvalues of a symmetric operator that is known by its products with blocks of
// vectors.
#pragma once

#include <functional>
#include <limits>

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

// out = A B, A symmetric n x n.
template <class T>
using SymmetricOperator = std::function<void(const Dense<T> &B, Dense<T> &out)>;

struct EigenRequest {
  Index count;    // of eigenpairs, 1 .. n
  double lowest;  // a lower bound of the spectrum: 0 for X'X
  // The tolerance of each residual |A y - theta y|, relative to the last eigenvalue asked for,
  // measured from `origin`.
  double tolerance = 1e-6;
  Index rounds = 30;  // of filter and projection
  // The order of the rows for the random start; null: as they stand.
  const Array<std::int32_t> *order = nullptr;
  // Further eigenpairs that are found beside, converged or not: they tell how well the last one
  // stands apart.
  Index guards = 0;
  double origin = std::numeric_limits<double>::quiet_NaN();  // NaN: lowest
  double least_size = 0;   // what the tolerance is relative to, at least
  Index most_degree = 12;  // of a filter
};

template <class T>
struct Eigenpairs {
  Array<double> values;            // falling; count + guards, or fewer where the block has no more
  Dense<T> vectors;                // n x count, orthonormal
  Array<double> residuals;         // |A y - theta y|, count
  Index rounds = 0, products = 0;  // of filter and projection; of A with a block
  bool converged = false;
};

// The vectors of a block: some more than asked for, which separates the last ones from the rest.
Index block_width(Index n, Index count) noexcept;

// The same for any number of threads. Throws Error(numerics) when the operator gives numbers that
// are not finite.
template <class T>
Eigenpairs<T> largest_eigenpairs(Index n, const EigenRequest &request,
                                 const SymmetricOperator<T> &A, Rng rng, ExecutionContext &run);

}  // namespace manifact
