// K = X X', never formed: K B = X (X'B), two sparse products over X and its stored transpose.
#include "kernels/kernel.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class Linear final : public Kernel<T> {
 public:
  Linear(CsrView<T> X, ExecutionContext &run) : X_(X), Xt_(transpose(X, run.memory)) {}

  Index size() const override { return X_.rows; }

  void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const override {
    if (XtB_.columns() != B.columns()) XtB_ = Dense<T>(run.memory, X_.columns, B.columns());
    multiply(Xt_.view(), B, XtB_, run.pool);
    multiply(X_, XtB_, out, run.pool);
  }

  double diagonal(Index i) const override {
    double sum = 0;
    for (Index e = X_.indptr[i]; e < X_.indptr[i + 1]; ++e)
      sum += static_cast<double>(X_.values[e]) * static_cast<double>(X_.values[e]);
    return sum;
  }

  Dense<T> concepts(const Dense<T> &W, ExecutionContext &run) const override {
    Dense<T> U(run.memory, X_.columns, W.columns());
    multiply(Xt_.view(), W, U, run.pool);
    return U;
  }

  KernelRows<T> rows() const override { return {X_, nullptr}; }

 private:
  CsrView<T> X_;
  Csr<T> Xt_;
  mutable Dense<T> XtB_;  // workspace; a kernel serves one fit
};

}  // namespace

template <class T>
std::unique_ptr<Kernel<T>> linear_kernel(CsrView<T> X, ExecutionContext &run) {
  return std::make_unique<Linear<T>>(X, run);
}

template std::unique_ptr<Kernel<float>> linear_kernel<float>(CsrView<float>, ExecutionContext &);
template std::unique_ptr<Kernel<double>> linear_kernel<double>(CsrView<double>, ExecutionContext &);

}  // namespace manifact
