// "K times V" without K. A kernel is a symmetric positive semidefinite n x n matrix known by its products; a new one is one small file.
#pragma once

#include <memory>

#include "linalg/csr.hpp"
#include "linalg/dense.hpp"
#include "runtime/run.hpp"

namespace manifact {

// The rows behind K = diag(g) X X' diag(g), for updates that go from row to row; g null: 1.
template <class T>
struct KernelRows {
  CsrView<T> X;
  const T *g = nullptr;
};

template <class T>
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::int64_t size() const = 0;                                         // n
  virtual void apply(const Dense<T> &B, Dense<T> &out, Run &run) const = 0;      // out = K B
  virtual double diagonal(std::int64_t i) const = 0;                             // K_ii
  virtual Dense<T> concepts(const Dense<T> &W, Run &run) const = 0;              // X'W, m x k: the concepts in feature space
  virtual KernelRows<T> rows() const { return {}; }                              // no rows: the kernel is not linear
};

// K = X X'
template <class T>
std::unique_ptr<Kernel<T>> linear_kernel(CsrView<T> X, Run &run);

// K' = diag(g) K diag(g)      normalised-cut weighting, LCCF paper, appendix B
template <class T>
std::unique_ptr<Kernel<T>> scaled_kernel(std::unique_ptr<Kernel<T>> K, const Array<double> &g, Run &run);

// tr K
template <class T>
double trace(const Kernel<T> &K) {
  double sum = 0;
  for (std::int64_t i = 0; i < K.size(); ++i) sum += K.diagonal(i);
  return sum;
}

// K 1, the row sums.
template <class T>
Array<double> row_sums(const Kernel<T> &K, Run &run);

// g_i = (K 1)_i^-power, the weights of the normalised cut for power 1/2; 0 where the row of K is zero (an empty document has no weight).
template <class T>
Array<double> ncw_weights(const Kernel<T> &K, double power, Run &run);

}  // namespace manifact
