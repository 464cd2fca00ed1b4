#include "readout/logistic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index block_rows = 1024;  // documents or features per task
constexpr Index most_iterations = 100, most_halvings = 30;
constexpr double gradient_tolerance = 0.01, sufficient_decrease = 1e-4;
constexpr double first_length = 0.125;  // of the step along the first, scaled gradient
constexpr std::size_t history = 3;      // pairs of steps and changes of the gradient
constexpr double no_share = -1e6;       // bias of a cluster that was left out, in place of -inf

// out <- x + a y; out may be x or y
template <class T>
void add(const Dense<T> &x, double a, const Dense<T> &y, Dense<T> &out, ExecutionContext &run) {
  const T *const left = x.data(), *const right = y.data();
  T *const sum = out.data();
  run.pool.blocks(y.size(), 1 << 16, [&](Index begin, Index end) {
    for (Index e = begin; e < end; ++e)
      sum[e] = static_cast<T>(static_cast<double>(left[e]) + a * static_cast<double>(right[e]));
  });
}

template <class T>
double weighted_square(const Dense<T> &A, const Array<T> &weight, ExecutionContext &run) {
  double total = 0;
  for (const double sum : column_dots(A, A, weight.data(), run)) total += sum;
  return total;
}

// The last steps s and changes y of the gradient, which represent the inverse H of the Hessian.
template <class T>
class InverseHessian {
 public:
  // The first H is diagonal, with these numbers for the rows.
  InverseHessian(Array<T> diagonal, Index k, ExecutionContext &run) : run_(run) {
    diagonal_ = std::move(diagonal);
    for (Step &step : steps_) {
      step.s = Dense<T>(run.memory, diagonal_.size(), k);
      step.y = Dense<T>(run.memory, diagonal_.size(), k);
    }
  }

  void add_step(const Dense<T> &B, const Dense<T> &next, const Dense<T> &g,
                const Dense<T> &next_g) {
    Step &last = steps_[count_ % history];  // replaces the oldest
    add(next, -1, B, last.s, run_);
    add(next_g, -1, g, last.y, run_);
    const double product = dot(last.s, last.y, run_);
    last.rho = product > 0 ? 1 / product : 0;
    if (product > 0) scale_ = product / weighted_square(last.y, diagonal_, run_);
    ++count_;
  }

  // d <- -H g
  void direction(const Dense<T> &g, Dense<T> &d) const {
    const std::size_t used = std::min(count_, history);
    std::array<double, history> alpha{};
    add(g, 0, g, d, run_);
    for (std::size_t p = 0; p < used; ++p) {
      const Step &step = steps_[(count_ - 1 - p) % history];
      alpha[p] = step.rho * dot(step.s, d, run_);
      add(d, -alpha[p], step.y, d, run_);
    }
    Array<T> factor(run_.memory, diagonal_.size());
    for (Index j = 0; j < factor.size(); ++j)
      factor[j] = static_cast<T>(-scale_ * static_cast<double>(diagonal_[j]));
    scale_rows(d, factor, d, run_.pool);
    for (std::size_t p = used; p-- > 0;) {
      const Step &step = steps_[(count_ - 1 - p) % history];
      add(d, -alpha[p] - step.rho * dot(step.y, d, run_), step.s, d, run_);
    }
  }

  bool empty() const noexcept { return count_ == 0; }

 private:
  struct Step {
    Dense<T> s, y;
    double rho = 0;  // 1 / s'y
  };
  ExecutionContext &run_;
  Array<T> diagonal_;
  std::array<Step, history> steps_;
  std::size_t count_ = 0;
  double scale_ = 1;
};

// A point and the gradient there.
template <class T>
struct Place {
  Dense<T> B, g;
  double f = 0;
};

// A step along d from `here`, halved until f decreases enough. Returns whether it did.
template <class T>
bool step(LogisticLoss<T> &loss, const Dense<T> &d, double length, const Place<T> &here,
          Place<T> &next, ExecutionContext &run) {
  const double slope = dot(d, here.g, run);
  for (Index halving = 0; halving < most_halvings; ++halving, length /= 2) {
    run.monitor.check();
    add(here.B, length, d, next.B, run);
    next.f = loss(next.B, next.g);
    if (next.f < here.f && next.f <= here.f + sufficient_decrease * length * slope) return true;
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
Array<T> LogisticLoss<T>::inverse_curvatures() const {
  const double k =
      std::max<double>(2, static_cast<double>(std::count(used_.begin(), used_.end(), true)));
  const double variance = (1 - 1 / k) / k;  // of [y_i = c], at B = 0
  Array<T> inverse(run_.memory, rows());
  const auto weight = [&](Index i) { return labels_[i] < 0 ? 0 : weights_[i]; };
  const CsrView<T> Xt = Xt_.view();
  run_.pool.blocks(Xt.rows, block_rows, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      double sum = 0;
      for (auto e = Xt.indptr[j]; e < Xt.indptr[j + 1]; ++e) {
        const auto x = static_cast<double>(Xt.values[e]);
        sum += weight(Xt.indices[e]) * x * x;
      }
      inverse[j] = static_cast<T>(1 / (variance * sum + 1 / C_));
    }
  });
  double all = 0;
  for (Index i = 0; i < labels_.size(); ++i) all += weight(i);
  inverse[Xt.rows] = all > 0 ? static_cast<T>(1 / (variance * all)) : T{1};
  return inverse;
}

template <class T>
LogisticFit<T> fit_logistic(const CsrView<T> &X, const Array<std::int32_t> &labels,
                            const Array<double> &weights, Index k, double C,
                            ExecutionContext &run) {
  run.monitor.enter("refinement", most_iterations);
  LogisticLoss<T> loss(X, labels, weights, k, C, run);
  InverseHessian<T> H(loss.inverse_curvatures(), k, run);
  const auto place = [&] {
    return Place<T>{Dense<T>(run.memory, loss.rows(), k), Dense<T>(run.memory, loss.rows(), k)};
  };
  Place<T> here = place(), next = place();
  Dense<T> d(run.memory, loss.rows(), k);
  here.f = loss(here.B, here.g);
  double length = std::sqrt(dot(here.g, here.g, run));
  const double first = length;
  LogisticFit<T> fit;
  while (fit.iterations < most_iterations && length > gradient_tolerance * first) {
    H.direction(here.g, d);
    if (!step(loss, d, H.empty() ? first_length : 1, here, next, run)) break;
    H.add_step(here.B, next.B, here.g, next.g);
    std::swap(here, next);
    length = std::sqrt(dot(here.g, here.g, run));
    run.monitor.report(++fit.iterations, most_iterations, here.f, length / first);
  }
  fit.bias = Array<double>(run.memory, k);
  for (Index c = 0; c < k; ++c)
    fit.bias[c] = loss.counts(c) ? static_cast<double>(here.B(X.columns, c)) : no_share;
  fit.B = Dense<T>(run.memory, X.columns, k);
  std::copy_n(here.B.data(), fit.B.size(), fit.B.data());
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
