// The two kinds of points behind readout/lloyd.hpp.
#include "linalg/products.hpp"
#include "readout/lloyd.hpp"

namespace manifact {
namespace {

template <class T>
class SparsePoints final : public Points<T> {
 public:
  SparsePoints(CsrView<T> X, Run &run) : X_(X), Xt_(transpose(X, run.memory)) {}

  std::int64_t size() const override { return X_.rows; }
  std::int64_t dimension() const override { return X_.columns; }
  void products(const Dense<T> &C, Dense<T> &out, Run &run) const override { multiply(X_, C, out, run.team); }

  Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, std::int64_t k, Run &run) const override {
    Dense<T> C(run.memory, X_.columns, k);
    run.team.blocks(X_.columns, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t j = begin; j < end; ++j)
        for (std::int64_t e = Xt_.indptr[j]; e < Xt_.indptr[j + 1]; ++e)
          if (const std::int32_t i = Xt_.indices[e], c = labels[i]; c >= 0)
            C(j, c) += weights.empty() ? Xt_.values[e] : static_cast<T>(weights[i]) * Xt_.values[e];
    });
    return C;
  }

  void copy_to_column(std::int64_t i, Dense<T> &C, std::int64_t c) const override {
    for (std::int64_t j = 0; j < C.rows(); ++j) C(j, c) = 0;
    for (std::int64_t e = X_.indptr[i]; e < X_.indptr[i + 1]; ++e) C(X_.indices[e], c) = X_.values[e];
  }

  double square(std::int64_t i) const override {
    double sum = 0;
    for (std::int64_t e = X_.indptr[i]; e < X_.indptr[i + 1]; ++e)
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

  std::int64_t size() const override { return X_.rows(); }
  std::int64_t dimension() const override { return X_.columns(); }

  void products(const Dense<T> &C, Dense<T> &out, Run &run) const override {
    multiply(X_, C, out, run.team);
  }

  Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, std::int64_t k, Run &run) const override {
    Dense<T> C(run.memory, X_.columns(), k);
    Array<double> totals(run.memory, k * X_.columns());
    for (std::int64_t i = 0; i < X_.rows(); ++i)
      if (const std::int32_t c = labels[i]; c >= 0)
        for (std::int64_t j = 0; j < X_.columns(); ++j)
          totals[c * X_.columns() + j] += (weights.empty() ? 1 : weights[i]) * static_cast<double>(X_(i, j));
    for (std::int64_t c = 0; c < k; ++c)
      for (std::int64_t j = 0; j < X_.columns(); ++j) C(j, c) = static_cast<T>(totals[c * X_.columns() + j]);
    return C;
  }

  void copy_to_column(std::int64_t i, Dense<T> &C, std::int64_t c) const override {
    for (std::int64_t j = 0; j < C.rows(); ++j) C(j, c) = X_(i, j);
  }

  double square(std::int64_t i) const override {
    double sum = 0;
    for (std::int64_t j = 0; j < X_.columns(); ++j) sum += static_cast<double>(X_(i, j)) * static_cast<double>(X_(i, j));
    return sum;
  }

 private:
  const Dense<T> &X_;
};

}  // namespace

template <class T>
std::unique_ptr<Points<T>> sparse_points(CsrView<T> X, Run &run) {
  return std::make_unique<SparsePoints<T>>(X, run);
}

template <class T>
std::unique_ptr<Points<T>> dense_points(const Dense<T> &X) {
  return std::make_unique<DensePoints<T>>(X);
}

template std::unique_ptr<Points<float>> sparse_points<float>(CsrView<float>, Run &);
template std::unique_ptr<Points<double>> sparse_points<double>(CsrView<double>, Run &);
template std::unique_ptr<Points<float>> dense_points<float>(const Dense<float> &);
template std::unique_ptr<Points<double>> dense_points<double>(const Dense<double> &);

}  // namespace manifact
