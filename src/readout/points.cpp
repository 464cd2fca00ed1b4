// The sparse and the dense points of readout/lloyd.hpp.
#include "linalg/dense/products.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class SparsePoints final : public Points<T> {
 public:
  SparsePoints(CsrView<T> X, ExecutionContext &run) : X_(X), Xt_(transpose(X, run.memory)) {}

  Index size() const override { return X_.rows; }
  Index dimension() const override { return X_.columns; }
  void products(const Dense<T> &C, Dense<T> &out, ExecutionContext &run) const override {
    multiply(X_, C, out, run.pool);
  }

  Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, Index k,
                ExecutionContext &run) const override {
    Dense<T> C(run.memory, X_.columns, k);
    run.pool.blocks(X_.columns, 256, [&](Index begin, Index end) {
      for (Index j = begin; j < end; ++j)
        for (Index e = Xt_.indptr[j]; e < Xt_.indptr[j + 1]; ++e)
          if (const std::int32_t i = Xt_.indices[e], c = labels[i]; c >= 0)
            C(j, c) += weights.empty() ? Xt_.values[e] : static_cast<T>(weights[i]) * Xt_.values[e];
    });
    return C;
  }

  void copy_to_column(Index i, Dense<T> &C, Index c) const override {
    for (Index j = 0; j < C.rows(); ++j) C(j, c) = 0;
    for (Index e = X_.indptr[i]; e < X_.indptr[i + 1]; ++e) C(X_.indices[e], c) = X_.values[e];
  }

  double square(Index i) const override {
    double sum = 0;
    for (Index e = X_.indptr[i]; e < X_.indptr[i + 1]; ++e)
      sum += static_cast<double>(X_.values[e]) * static_cast<double>(X_.values[e]);
    return sum;
  }

 private:
  CsrView<T> X_;
  Csr<T> Xt_;
};

template <class T>
class DensePoints final : public Points<T> {
 public:
  explicit DensePoints(const Dense<T> &X) : X_(X) {}

  Index size() const override { return X_.rows(); }
  Index dimension() const override { return X_.columns(); }

  void products(const Dense<T> &C, Dense<T> &out, ExecutionContext &run) const override {
    multiply(X_, C, out, run.pool);
  }

  Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, Index k,
                ExecutionContext &run) const override {
    Dense<T> C(run.memory, X_.columns(), k);
    Array<double> totals(run.memory, k * X_.columns());
    for (Index i = 0; i < X_.rows(); ++i)
      if (const std::int32_t c = labels[i]; c >= 0)
        for (Index j = 0; j < X_.columns(); ++j)
          totals[c * X_.columns() + j] +=
              (weights.empty() ? 1 : weights[i]) * static_cast<double>(X_(i, j));
    for (Index c = 0; c < k; ++c)
      for (Index j = 0; j < X_.columns(); ++j)
        C(j, c) = static_cast<T>(totals[c * X_.columns() + j]);
    return C;
  }

  void copy_to_column(Index i, Dense<T> &C, Index c) const override {
    for (Index j = 0; j < C.rows(); ++j) C(j, c) = X_(i, j);
  }

  double square(Index i) const override {
    double sum = 0;
    for (Index j = 0; j < X_.columns(); ++j)
      sum += static_cast<double>(X_(i, j)) * static_cast<double>(X_(i, j));
    return sum;
  }

 private:
  const Dense<T> &X_;
};

}  // namespace

template <class T>
std::unique_ptr<Points<T>> sparse_points(CsrView<T> X, ExecutionContext &run) {
  return std::make_unique<SparsePoints<T>>(X, run);
}

template <class T>
std::unique_ptr<Points<T>> dense_points(const Dense<T> &X) {
  return std::make_unique<DensePoints<T>>(X);
}

template std::unique_ptr<Points<float>> sparse_points<float>(CsrView<float>, ExecutionContext &);
template std::unique_ptr<Points<double>> sparse_points<double>(CsrView<double>, ExecutionContext &);
template std::unique_ptr<Points<float>> dense_points<float>(const Dense<float> &);
template std::unique_ptr<Points<double>> dense_points<double>(const Dense<double> &);

}  // namespace manifact
