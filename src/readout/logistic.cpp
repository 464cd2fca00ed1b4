#include "readout/logistic.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index block_rows = 1024;  // documents per task
constexpr Index most_iterations = 100, most_halvings = 30;
constexpr double gradient_tolerance = 1e-3, sufficient_decrease = 1e-4;
constexpr std::size_t history = 6;  // pairs of steps and changes of the gradient
constexpr double no_share = -1e6;   // bias of a cluster that was left out, in place of -inf

// y <- x + a y
template <class T>
void scale_and_add(const Dense<T> &x, double a, Dense<T> &y, ExecutionContext &run) {
  run.pool.blocks(y.size(), 1 << 16, [&](Index begin, Index end) {
    for (Index e = begin; e < end; ++e)
      y.data()[e] =
          static_cast<T>(static_cast<double>(x.data()[e]) + a * static_cast<double>(y.data()[e]));
  });
}

// y <- y + a x
template <class T>
void add(double a, const Dense<T> &x, Dense<T> &y, ExecutionContext &run) {
  run.pool.blocks(y.size(), 1 << 16, [&](Index begin, Index end) {
    for (Index e = begin; e < end; ++e)
      y.data()[e] =
          static_cast<T>(static_cast<double>(y.data()[e]) + a * static_cast<double>(x.data()[e]));
  });
}

// The last steps s and changes y of the gradient, which stand for the inverse Hessian H.
template <class T>
class InverseHessian {
 public:
  void add_pair(Dense<T> s, Dense<T> y, ExecutionContext &run) {
    const double product = dot(s, y, run);
    if (!(product > 0)) return;
    if (pairs_.size() == history) pairs_.erase(pairs_.begin());
    scale_ = product / dot(y, y, run);
    pairs_.push_back({std::move(s), std::move(y), 1 / product});
  }

  // d <- -H g
  void direction(const Dense<T> &g, Dense<T> &d, ExecutionContext &run) const {
    std::vector<double> alpha(pairs_.size());
    d = g.copy();
    for (std::size_t p = pairs_.size(); p-- > 0;) {
      alpha[p] = pairs_[p].rho * dot(pairs_[p].s, d, run);
      add(-alpha[p], pairs_[p].y, d, run);
    }
    Array<double> factor(run.memory, d.columns());
    std::fill(factor.begin(), factor.end(), -scale_);
    scale_columns(d, factor, run);
    for (std::size_t p = 0; p < pairs_.size(); ++p)
      add(-alpha[p] - pairs_[p].rho * dot(pairs_[p].y, d, run), pairs_[p].s, d, run);
  }

  bool empty() const noexcept { return pairs_.empty(); }

 private:
  struct Step {
    Dense<T> s, y;
    double rho;  // 1 / s'y
  };
  std::vector<Step> pairs_;
  double scale_ = 1;
};

// One step along d. Returns whether f decreased enough.
template <class T>
bool step(LogisticLoss<T> &loss, const Dense<T> &d, double slope, double length, Dense<T> &B,
          Dense<T> &g, double &f, ExecutionContext &run) {
  Dense<T> next_g(run.memory, B.rows(), B.columns());
  for (Index halving = 0; halving < most_halvings; ++halving, length /= 2) {
    run.monitor.check();
    Dense<T> next = d.copy();
    scale_and_add(B, length, next, run);
    const double value = loss(next, next_g);
    if (!(value <= f + sufficient_decrease * length * slope) || !(value < f)) continue;
    B = std::move(next);
    g = std::move(next_g);
    f = value;
    return true;
  }
  return false;
}

}  // namespace

template <class T>
LogisticLoss<T>::LogisticLoss(const CsrView<T> &X, const Array<std::int32_t> &labels,
                              const Array<double> &weights, Index k, double C,
                              ExecutionContext &run)
    : X_(X),
      Xt_(transpose(X, run.memory)),
      labels_(labels),
      weights_(weights),
      k_(k),
      C_(C),
      run_(run),
      used_(run.memory, k),
      S_(run.memory, X.rows, k),
      sums_(run.memory, (X.rows + block_rows - 1) / block_rows * (k + 1)) {
  for (Index i = 0; i < X.rows; ++i)
    if (labels[i] >= 0 && weights[i] > 0) used_[labels[i]] = true;
}

template <class T>
void LogisticLoss<T>::residuals(const Dense<T> &B) {
  multiply(X_, B, S_, run_.pool);
  std::fill(sums_.begin(), sums_.end(), 0.0);
  const T *const bias = B.row(X_.columns);
  run_.pool.blocks(X_.rows, block_rows, [&](Index begin, Index end) {
    double *const sums = sums_.data() + begin / block_rows * (k_ + 1);
    for (Index i = begin; i < end; ++i) {
      T *const row = S_.row(i);
      const double weight = labels_[i] < 0 ? 0 : weights_[i];
      if (!(weight > 0)) {
        std::fill_n(row, k_, T{0});
        continue;
      }
      double most = -INFINITY, sum = 0;
      for (Index c = 0; c < k_; ++c) {
        row[c] += bias[c];
        if (used_[c]) most = std::max(most, static_cast<double>(row[c]));
      }
      const double own = static_cast<double>(row[labels_[i]]) - most;
      for (Index c = 0; c < k_; ++c) {
        row[c] = used_[c] ? static_cast<T>(std::exp(static_cast<double>(row[c]) - most)) : T{0};
        sum += static_cast<double>(row[c]);
      }
      sums[k_] += weight * (std::log(sum) - own);
      for (Index c = 0; c < k_; ++c) {
        const double p = static_cast<double>(row[c]) / sum;
        row[c] = static_cast<T>(weight * (p - (c == labels_[i] ? 1 : 0)));
        sums[c] += static_cast<double>(row[c]);
      }
    }
  });
}

template <class T>
double LogisticLoss<T>::operator()(const Dense<T> &B, Dense<T> &gradient) {
  residuals(B);
  multiply(Xt_.view(), S_, gradient, run_.pool);
  T *const last = gradient.row(X_.columns);
  std::fill_n(last, gradient.stride(), T{0});
  // |B|^2 without the row of b.
  double penalty = dot(B, B, run_);
  const T *const bias = B.row(X_.columns);
  for (Index c = 0; c < k_; ++c)
    penalty -= static_cast<double>(bias[c]) * static_cast<double>(bias[c]);
  run_.pool.blocks(X_.columns, block_rows, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j)
      for (Index c = 0; c < k_; ++c)
        gradient(j, c) += static_cast<T>(static_cast<double>(B(j, c)) / C_);
  });
  const auto total = [&](Index c) {
    double sum = 0;
    for (Index e = c; e < sums_.size(); e += k_ + 1) sum += sums_[e];
    return sum;
  };
  for (Index c = 0; c < k_; ++c) last[c] = static_cast<T>(total(c));
  return total(k_) + std::max(penalty, 0.0) / (2 * C_);
}

template <class T>
LogisticFit<T> fit_logistic(const CsrView<T> &X, const Array<std::int32_t> &labels,
                            const Array<double> &weights, Index k, double C,
                            ExecutionContext &run) {
  LogisticLoss<T> loss(X, labels, weights, k, C, run);
  Dense<T> B(run.memory, loss.rows(), k), g(run.memory, loss.rows(), k), d;
  run.monitor.enter("refinement", most_iterations);
  double f = loss(B, g);
  const double first = std::sqrt(dot(g, g, run));
  double length = first;
  InverseHessian<T> H;
  LogisticFit<T> fit;
  while (fit.iterations < most_iterations && length > gradient_tolerance * first) {
    H.direction(g, d, run);
    Dense<T> s = B.copy(), y = g.copy();
    if (!step(loss, d, dot(d, g, run), H.empty() ? 1 / length : 1, B, g, f, run)) break;
    scale_and_add(B, -1, s, run);
    scale_and_add(g, -1, y, run);
    H.add_pair(std::move(s), std::move(y), run);
    length = std::sqrt(dot(g, g, run));
    run.monitor.report(++fit.iterations, most_iterations, f, length / first);
  }
  fit.bias = Array<double>(run.memory, k);
  for (Index c = 0; c < k; ++c)
    fit.bias[c] = loss.counts(c) ? static_cast<double>(B(X.columns, c)) : no_share;
  fit.B = Dense<T>(run.memory, X.columns, k);
  std::copy_n(B.data(), fit.B.size(), fit.B.data());
  return fit;
}

#define MANIFACT_INSTANTIATE(T)                                                            \
  template class LogisticLoss<T>;                                                          \
  template LogisticFit<T> fit_logistic<T>(const CsrView<T> &, const Array<std::int32_t> &, \
                                          const Array<double> &, Index, double,            \
                                          ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
