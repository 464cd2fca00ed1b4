// Products of the kernel with a factor, without forming K. A kernel is a symmetric positive
// semidefinite n x n matrix given by its products. To add one that is a function of x.y, |x|^2 and
// |y|^2, see function.hpp.
#pragma once

#include <memory>

#include "kernels/function.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The rows of K = diag(g) X X' diag(g), for row-wise updates; g null: 1.
template <class T>
struct KernelRows {
  DataView<T> X;
  const T *g = nullptr;
};

// The parts of the n x n values that a kernel stores.
struct KernelStore {
  Index blocks = 0, kept = 0;  // blocks: 0 for a kernel without blocks
  Index block_bytes = 0;
};

template <class T>
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual Index size() const = 0;  // n
  // out = K B. If the kernel is linear, `out` may be B.
  virtual void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const = 0;
  virtual double diagonal(Index i) const = 0;  // K_ii
  // X'W, m x k; empty if the concepts are not vectors of features.
  virtual Dense<T> concepts(const Dense<T> &, ExecutionContext &) const { return {}; }
  // The same in `out`, which is allocated if it is empty, for kernels with rows(); W may change.
  virtual void concepts_in_place(Dense<T> &W, Dense<T> &out, ExecutionContext &run) const;
  virtual KernelRows<T> rows() const { return {}; }  // no rows: the kernel is not linear

  // Signed kernels: K = K+ - K-, both >= 0; plus = K+ B, minus = K- B.
  virtual bool non_negative() const { return true; }  // no K_ij < 0: no split is needed
  virtual void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
                     ExecutionContext &run) const;

  virtual KernelStore store() const { return {}; }
};

// K = X X'
template <class T>
std::unique_ptr<Kernel<T>> linear_kernel(const DataView<T> &X, ExecutionContext &run);

// K = X X' for data with negative entries: `exact` splits blocks of K (budget as below), otherwise
// X is split and nothing is n x n. See linear.cpp.
template <class T>
std::unique_ptr<Kernel<T>> signed_linear_kernel(const DataView<T> &X, bool exact, Index budget,
                                                ExecutionContext &run);

// K_ij = f(x_i, x_j) in blocks of the upper triangle; as many as fit into `budget` bytes are kept,
// the others are recomputed for each product. K+ = max(K, 0), K- = max(-K, 0). Throws
// Error(numerics) if f is not finite.
template <class T>
std::unique_ptr<Kernel<T>> block_kernel(const DataView<T> &X, const KernelSpec &spec, Index budget,
                                        ExecutionContext &run);

// K itself, n x n, validated by check_kernel_matrix. K+ = max(K, 0), K- = max(-K, 0).
template <class T>
std::unique_ptr<Kernel<T>> precomputed_kernel(const DataView<T> &K, ExecutionContext &run);

// Throws Error(structure) unless K is square and symmetric, Error(value) unless |K_ij|^2 <= K_ii
// K_jj, both up to 1e-6 of the scale: the part of positive semidefiniteness that can be checked
// entry by entry.
template <class T>
void check_kernel_matrix(const DataView<T> &K, ExecutionContext &run);

// K' = diag(g) K diag(g)      normalized-cut weighting, LCCF paper, appendix B
template <class T>
std::unique_ptr<Kernel<T>> scaled_kernel(std::unique_ptr<Kernel<T>> K, const Array<double> &g,
                                         ExecutionContext &run);

// tr K
template <class T>
double trace(const Kernel<T> &K) {
  double sum = 0;
  for (Index i = 0; i < K.size(); ++i) sum += K.diagonal(i);
  return sum;
}

// K 1, the row sums.
template <class T>
Array<double> row_sums(const Kernel<T> &K, ExecutionContext &run);

// g_i = (K 1)_i^-power, the weights of the normalized cut for power 1/2; 0 if the row of K is zero
// (an empty document has no weight).
Array<double> ncw_weights(const Array<double> &row_sums, double power);

// The same from the kernel's own row sums. Throws Error(value) if a nonzero row has no positive
// sum.
template <class T>
Array<double> ncw_weights(const Kernel<T> &K, double power, ExecutionContext &run);

}  // namespace manifact
