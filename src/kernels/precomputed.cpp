// K given by the user, n x n; symmetric, so that K B needs no transpose.
#include <cmath>

#include "kernels/kernel.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

constexpr double tolerance = 1e-6;  // of symmetry: kernels may be in single precision

// K_ij, 0 if it is not stored.
template <class T>
double value_at(const DataView<T> &view, Index i, std::int32_t j) noexcept {
  if (view.is_dense()) return view.dense().value(i, j);
  const CsrView<T> &K = view.sparse();
  Index low = K.indptr[i], high = K.indptr[i + 1];
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (K.indices[middle] == j) return static_cast<double>(K.values[middle]);
    if (K.indices[middle] < j)
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}

template <class T>
class Precomputed final : public Kernel<T> {
 public:
  Precomputed(const DataView<T> &K, ExecutionContext &run)
      : K_(K), non_negative_(!has_negative(K)) {
    if (!non_negative_ && !K.is_dense())
      magnitudes_ = part(run, [](T x) { return x < 0 ? -x : T{0}; });
  }

  Index size() const override { return K_.rows; }
  void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const override {
    multiply(K_, B, out, run);
  }
  double diagonal(Index i) const override { return value_at(K_, i, static_cast<std::int32_t>(i)); }
  bool non_negative() const override { return non_negative_; }

  // Sparse: K+ and K- share the sparsity pattern of K; the values of K- are stored, those of K+ are
  // the positive values of K.
  void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
             ExecutionContext &run) const override {
    if (K_.is_dense()) {
      multiply(DataView<T>(part_of(K_.dense(), 1)), B, plus, run);
      multiply(DataView<T>(part_of(K_.dense(), -1)), B, minus, run);
      return;
    }
    if (positives_.empty()) positives_ = part(run, [](T x) { return x > 0 ? x : T{0}; });
    multiply(with(positives_), B, plus, run.pool);
    multiply(with(magnitudes_), B, minus, run.pool);
  }

 private:
  template <class Rule>
  Array<T> part(ExecutionContext &run, Rule &&rule) const {
    Array<T> values(run.memory, K_.entries());
    for (Index e = 0; e < values.size(); ++e) values[e] = rule(K_.sparse().values[e]);
    return values;
  }
  CsrView<T> with(const Array<T> &values) const {
    return {.rows = K_.rows,
            .columns = K_.columns,
            .indptr = K_.sparse().indptr,
            .indices = K_.sparse().indices,
            .values = values.data()};
  }

  DataView<T> K_;
  bool non_negative_;
  Array<T> magnitudes_;
  mutable Array<T> positives_;
};

}  // namespace

template <class T>
std::unique_ptr<Kernel<T>> precomputed_kernel(const DataView<T> &K, ExecutionContext &run) {
  return std::make_unique<Precomputed<T>>(K, run);
}

template <class T>
void check_kernel_matrix(const DataView<T> &K, ExecutionContext &run) {
  const auto number = [](Index x) { return static_cast<long long>(x); };
  if (K.rows != K.columns)
    fail(Status::structure,
         "kernel=precomputed requires the n x n kernel matrix; this matrix is %lld x %lld",
         number(K.rows), number(K.columns));
  Array<double> diagonal(run.memory, K.rows);
  double most = 0;
  for (Index i = 0; i < K.rows; ++i) {
    diagonal[i] = value_at(K, i, static_cast<std::int32_t>(i));
    most = std::fmax(most, diagonal[i]);
  }
  for (Index i = 0; i < K.rows; ++i) {
    const DataRow<T> row = K.row(i);
    for (Index e = 0; e < row.size(); ++e) {
      const std::int32_t j = row.column(e);
      const double here = static_cast<double>(row[e]),
                   there = value_at(K, j, static_cast<std::int32_t>(i));
      if (std::fabs(here - there) > tolerance * most)
        fail(Status::structure, "the kernel is not symmetric: K[%lld][%d] is %s, K[%d][%lld] is %s",
             number(i), j, print(here).c_str(), j, number(i), print(there).c_str());
      if (std::fabs(here) > (1 + tolerance) * std::sqrt(std::fmax(diagonal[i], 0)) *
                                    std::sqrt(std::fmax(diagonal[j], 0)) +
                                tolerance * most)
        fail(Status::value,
             "not a kernel: K[%lld][%d] is %g, but K[%lld][%lld] is %g and K[%d][%d] is %g (not "
             "positive semidefinite)",
             number(i), j, here, number(i), number(i), diagonal[i], j, j, diagonal[j]);
    }
  }
}

#define MANIFACT_INSTANTIATE(T)                                                  \
  template std::unique_ptr<Kernel<T>> precomputed_kernel<T>(const DataView<T> &, \
                                                            ExecutionContext &); \
  template void check_kernel_matrix<T>(const DataView<T> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
