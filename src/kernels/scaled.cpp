// K' = diag(g) K diag(g): a weighting of any kernel. K'B = g * K (g * B), row-wise.
#include <cmath>
#include <utility>

#include "kernels/kernel.hpp"
#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class Scaled final : public Kernel<T> {
 public:
  Scaled(std::unique_ptr<Kernel<T>> K, const Array<double> &g, ExecutionContext &run)
      : K_(std::move(K)), g_(run.memory, g.size()), linear_(K_->rows().X.rows > 0) {
    for (Index i = 0; i < g.size(); ++i) g_[i] = static_cast<T>(g[i]);
  }

  Index size() const override { return K_->size(); }

  void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const override {
    if (linear_) {
      scale_rows(B, g_, out, run.pool);
      K_->apply(out, out, run);
    } else {
      K_->apply(scaled(B, run), out, run);
    }
    scale_rows(out, g_, out, run.pool);
  }

  bool non_negative() const override { return K_->non_negative(); }

  void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
             ExecutionContext &run) const override {
    K_->split(scaled(B, run), plus, minus, run);
    scale_rows(plus, g_, plus, run.pool);
    scale_rows(minus, g_, minus, run.pool);
  }

  KernelStore store() const override { return K_->store(); }

  double diagonal(Index i) const override {
    return static_cast<double>(g_[i]) * static_cast<double>(g_[i]) * K_->diagonal(i);
  }

  Dense<T> concepts(const Dense<T> &W, ExecutionContext &run) const override {
    const Dense<T> gW = scaled(W, run);
    return K_->concepts(gW, run);
  }
  void concepts_in_place(Dense<T> &W, Dense<T> &out, ExecutionContext &run) const override {
    scale_rows(W, g_, W, run.pool);
    K_->concepts_in_place(W, out, run);
  }

  KernelRows<T> rows() const override {
    const KernelRows<T> inner = K_->rows();
    return inner.g == nullptr ? KernelRows<T>{inner.X, g_.data()} : KernelRows<T>{};
  }

 private:
  Dense<T> scaled(const Dense<T> &B, ExecutionContext &run) const {
    Dense<T> gB(run.memory, B.rows(), B.columns());
    scale_rows(B, g_, gB, run.pool);
    return gB;
  }

  std::unique_ptr<Kernel<T>> K_;
  Array<T> g_;
  bool linear_;
};

}  // namespace

template <class T>
void Kernel<T>::split(const Dense<T> &, Dense<T> &, Dense<T> &, ExecutionContext &) const {
  fail(Status::internal, "a kernel without negative values cannot be split");
}

template <class T>
void Kernel<T>::concepts_in_place(Dense<T> &, Dense<T> &, ExecutionContext &) const {
  fail(Status::internal, "a kernel that is not linear has no concepts of features");
}

template <class T>
Array<double> row_sums(const Kernel<T> &K, ExecutionContext &run) {
  const Index n = K.size();
  Dense<T> ones(run.memory, n, 1), sums(run.memory, n, 1);
  for (Index i = 0; i < n; ++i) ones(i, 0) = 1;
  K.apply(ones, sums, run);
  Array<double> result(run.memory, n);
  for (Index i = 0; i < n; ++i) result[i] = static_cast<double>(sums(i, 0));
  return result;
}

Array<double> ncw_weights(const Array<double> &row_sums, double power) {
  Array<double> g = row_sums.copy();
  for (double &x : g) x = x > 0 ? std::pow(x, -power) : 0;
  return g;
}

template <class T>
Array<double> ncw_weights(const Kernel<T> &K, double power, ExecutionContext &run) {
  const Array<double> sums = row_sums(K, run);
  run.together([&] {
    for (Index i = 0; i < sums.size(); ++i)
      if (!(sums[i] > 0) && K.diagonal(i) > 0)
        fail(Status::value,
             "ncw requires kernel values with positive sums, but those of row %lld sum to %g: use "
             "ncw=none for such data",
             static_cast<long long>(i), sums[i]);
  });
  return ncw_weights(sums, power);
}

template <class T>
std::unique_ptr<Kernel<T>> scaled_kernel(std::unique_ptr<Kernel<T>> K, const Array<double> &g,
                                         ExecutionContext &run) {
  return std::make_unique<Scaled<T>>(std::move(K), g, run);
}

#define MANIFACT_INSTANTIATE(T)                                                         \
  template class Kernel<T>;                                                             \
  template Array<double> row_sums<T>(const Kernel<T> &, ExecutionContext &);            \
  template Array<double> ncw_weights<T>(const Kernel<T> &, double, ExecutionContext &); \
  template std::unique_ptr<Kernel<T>> scaled_kernel<T>(std::unique_ptr<Kernel<T>>,      \
                                                       const Array<double> &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
