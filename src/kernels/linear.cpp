// K = X X', never formed: K B = X (X'B).
#include <limits>

#include "kernels/kernel.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class Linear final : public Kernel<T> {
 public:
  Linear(const DataView<T> &X, ExecutionContext &run) : X_(X, run) {}

  Index size() const override { return X_.X().rows; }

  void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const override {
    if (XtB_.columns() != B.columns()) XtB_ = Dense<T>(run.memory, X_.X().columns, B.columns());
    X_.sums_over_documents(B, XtB_, run);
    X_.times(XtB_, out, run);
  }

  double diagonal(Index i) const override {
    const DataRow<T> x = X_.X().row(i);
    double sum = 0;
    for (Index e = 0; e < x.size(); ++e)
      sum += static_cast<double>(x[e]) * static_cast<double>(x[e]);
    return sum;
  }

  Dense<T> concepts(const Dense<T> &W, ExecutionContext &run) const override {
    Dense<T> U(run.memory, X_.X().columns, W.columns());
    X_.sums_over_documents(W, U, run);
    return U;
  }
  void concepts_in_place(Dense<T> &W, Dense<T> &out, ExecutionContext &run) const override {
    if (out.columns() != W.columns()) out = Dense<T>(run.memory, X_.X().columns, W.columns());
    X_.sums_over_documents(W, out, run);
  }

  KernelRows<T> rows() const override { return {X_.X(), nullptr}; }

 private:
  DataProducts<T> X_;
  mutable Dense<T> XtB_;  // workspace; a kernel serves one fit
};

}  // namespace

template <class T>
std::unique_ptr<Kernel<T>> linear_kernel(const DataView<T> &X, ExecutionContext &run) {
  return std::make_unique<Linear<T>>(X, run);
}

template std::unique_ptr<Kernel<float>> linear_kernel<float>(const DataView<float> &,
                                                             ExecutionContext &);
template std::unique_ptr<Kernel<double>> linear_kernel<double>(const DataView<double> &,
                                                               ExecutionContext &);

namespace {

// K = X X' for data with negative entries, without forming K, with two ways to split it into
// K+ - K-, both >= 0:
//
//   exact      K+ = max(K, 0), K- = max(-K, 0), from blocks of K
//   factored   X = X+ - X-, both >= 0:   K+ = X+ X+' + X- X-'   K- = X+ X-' + X- X+'
//              nothing n x n
//
// Sparse X: with Y = [X+ X-] and Z = [X- X+], n x 2m, the latter are Y Y' and Z Y'. Y and Z are |X|
// with feature j moved to j + m if x is negative or positive, respectively; so a split costs three
// sparse products, since Y'B is shared. Dense X: X+ and X- are views, and a split costs six
// products.

template <class T>
class SignedLinear : public Kernel<T> {
 public:
  SignedLinear(const DataView<T> &X, ExecutionContext &run)
      : X_(X), linear_(linear_kernel<T>(X, run)) {}
  Index size() const override { return X_.rows; }
  void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const override {
    linear_->apply(B, out, run);
  }
  double diagonal(Index i) const override { return linear_->diagonal(i); }
  Dense<T> concepts(const Dense<T> &W, ExecutionContext &run) const override {
    return linear_->concepts(W, run);
  }
  void concepts_in_place(Dense<T> &W, Dense<T> &out, ExecutionContext &run) const override {
    linear_->concepts_in_place(W, out, run);
  }
  KernelRows<T> rows() const override { return linear_->rows(); }

 protected:
  DataView<T> X_;

 private:
  std::unique_ptr<Kernel<T>> linear_;
};

template <class T>
class Exact final : public SignedLinear<T> {
 public:
  Exact(const DataView<T> &X, Index budget, ExecutionContext &run)
      : SignedLinear<T>(X, run), blocks_(block_kernel<T>(X, KernelSpec{}, budget, run)) {}
  bool non_negative() const override { return blocks_->non_negative(); }
  void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
             ExecutionContext &run) const override {
    blocks_->split(B, plus, minus, run);
  }
  KernelStore store() const override { return blocks_->store(); }

 private:
  std::unique_ptr<Kernel<T>> blocks_;
};

template <class T>
class FactoredDense final : public SignedLinear<T> {
 public:
  FactoredDense(const DataView<T> &X, ExecutionContext &run)
      : SignedLinear<T>(X, run),
        positive_(part_of(X.dense(), 1)),
        negative_(part_of(X.dense(), -1)) {}

  bool non_negative() const override { return false; }

  void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
             ExecutionContext &run) const override {
    Dense<T> P(run.memory, positive_.columns, B.columns()), N(run.memory, P.rows(), B.columns());
    multiply_transposed(positive_.dense(), B, P, run);
    multiply_transposed(negative_.dense(), B, N, run);
    sum_of_products(P, N, plus, run);
    sum_of_products(N, P, minus, run);
  }

 private:
  // out = X+ first + X- second
  void sum_of_products(const Dense<T> &first, const Dense<T> &second, Dense<T> &out,
                       ExecutionContext &run) const {
    Dense<T> more(run.memory, out.rows(), out.columns());
    multiply(positive_, first, out, run);
    multiply(negative_, second, more, run);
    for (Index e = 0; e < out.size(); ++e) out.data()[e] += more.data()[e];
  }

  DataView<T> positive_, negative_;
};

template <class T>
class FactoredSparse final : public SignedLinear<T> {
 public:
  FactoredSparse(const CsrView<T> &X, ExecutionContext &run)
      : SignedLinear<T>(X, run),
        indptr_(X.indptr),
        values_(run.memory, X.entries()),
        Y_(run.memory, X.entries()),
        Z_(run.memory, X.entries()) {
    if (X.columns > std::numeric_limits<std::int32_t>::max() / 2)
      fail(Status::value, "split=factored supports at most 2^30 features");
    const auto m = static_cast<std::int32_t>(X.columns);
    for (Index e = 0; e < X.entries(); ++e) {
      const bool negative = X.values[e] < 0;
      Y_[e] = X.indices[e] + (negative ? m : 0);
      Z_[e] = X.indices[e] + (negative ? 0 : m);
      values_[e] = negative ? -X.values[e] : X.values[e];
    }
    Yt_ = transpose(view(Y_), run.memory);
  }

  bool non_negative() const override { return false; }

  void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
             ExecutionContext &run) const override {
    if (YtB_.columns() != B.columns())
      YtB_ = Dense<T>(run.memory, 2 * this->X_.columns, B.columns());
    multiply(Yt_.view(), B, YtB_, run.pool);
    run.sum(YtB_.data(), YtB_.size());
    multiply(view(Y_), YtB_, plus, run.pool);
    multiply(view(Z_), YtB_, minus, run.pool);
  }

 private:
  // Features are not sorted within a row, since the products do not require it.
  CsrView<T> view(const Array<std::int32_t> &features) const {
    return {.rows = this->X_.rows,
            .columns = 2 * this->X_.columns,
            .indptr = indptr_,
            .indices = features.data(),
            .values = values_.data()};
  }

  const Index *indptr_;
  Array<T> values_;
  Array<std::int32_t> Y_, Z_;  // by entry
  Csr<T> Yt_;
  mutable Dense<T> YtB_;  // workspace
};

}  // namespace

template <class T>
std::unique_ptr<Kernel<T>> signed_linear_kernel(const DataView<T> &X, bool exact, Index budget,
                                                ExecutionContext &run) {
  if (exact) return std::make_unique<Exact<T>>(X, budget, run);
  if (X.is_dense()) return std::make_unique<FactoredDense<T>>(X, run);
  return std::make_unique<FactoredSparse<T>>(X.sparse(), run);
}

template std::unique_ptr<Kernel<float>> signed_linear_kernel<float>(const DataView<float> &, bool,
                                                                    Index, ExecutionContext &);
template std::unique_ptr<Kernel<double>> signed_linear_kernel<double>(const DataView<double> &,
                                                                      bool, Index,
                                                                      ExecutionContext &);

}  // namespace manifact
