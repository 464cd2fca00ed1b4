// K = X X', never formed: K B = X (X'B).
#include "kernels/kernel.hpp"
#include "linalg/data/products.hpp"
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

}  // namespace manifact
