// The largest eigenvalues of a symmetric operator given by its products with blocks of vectors.
#pragma once

#include <functional>
#include <limits>

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

// out = A B for symmetric A, n x n.
template <class T>
using SymmetricOperator = std::function<void(const Dense<T> &B, Dense<T> &out)>;

struct EigenRequest {
  Index count;    // of eigenpairs, 1 .. n
  double lowest;  // a lower bound of the spectrum: 0 for X'X
  // The tolerance of each residual |A y - theta y|, relative to the last requested eigenvalue
  // measured from `origin`.
  double tolerance = 1e-6;
  Index rounds = 30;  // of filter and projection
  // The order of the rows for the random start; null: the given order.
  const Array<std::int32_t> *order = nullptr;
  // Additional eigenpairs, converged or not, that show how well the last requested one is
  // separated.
  Index guards = 0;
  double origin = std::numeric_limits<double>::quiet_NaN();  // NaN: lowest
  double least_size = 0;   // lower bound of the reference value of the tolerance
  Index most_degree = 12;  // of a filter
};

template <class T>
struct Eigenpairs {
  Array<double> values;            // descending; count + guards, or fewer if the block is smaller
  Dense<T> vectors;                // n x count, orthonormal columns
  Array<double> residuals;         // |A y - theta y|, count
  Index rounds = 0, products = 0;  // of filter and projection; of A with a block
  bool converged = false;
};

// The block size: somewhat larger than the requested number, to separate the last vectors from the
// rest.
Index block_width(Index n, Index count) noexcept;

// Independent of the number of threads. Throws Error(numerics) if the operator returns non-finite
// numbers.
template <class T>
Eigenpairs<T> largest_eigenpairs(Index n, const EigenRequest &request,
                                 const SymmetricOperator<T> &A, Rng rng, ExecutionContext &run);

// The same for vectors with an entry for each document. If several processes hold the documents, n
// is the number of those of this process, the operator takes and returns their rows, the vectors
// have orthonormal columns over all documents, and the order of the request is ignored.
template <class T>
Eigenpairs<T> largest_eigenpairs_of_documents(Index n, const EigenRequest &request,
                                              const SymmetricOperator<T> &A, Rng rng,
                                              ExecutionContext &run);

}  // namespace manifact
