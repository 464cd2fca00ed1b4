#include "methods/start/points/gaussian_clusters.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/small_systems.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr double log_2pi = 1.8378770664093454836;
constexpr Index step = 512;               // points per task
constexpr double tolerance = 1e-6;        // of the mean log likelihood
constexpr double least_variance = 1e-12;  // relative to all points

class Fit {
 public:
  Fit(const Dense<double> &Y, const Array<double> &mass, Index k, Covariances kind,
      ExecutionContext &run)
      : Y_(Y), mass_(mass), n_(Y.rows()), d_(Y.columns()), k_(k), run_(run) {
    R_ = Array<double>(run.memory, n_ * k);
    g_.d = d_;
    g_.k = k;
    g_.kind = kind;
    g_.log_weight = Array<double>(run.memory, k);
    g_.mean = Array<double>(run.memory, k * d_);
    g_.inverse = Array<double>(run.memory, k * d_ * d_);
    g_.log_root = Array<double>(run.memory, k);
    moments_ = Array<double>(run.memory, k * d_ * d_);
    weight_ = Array<double>(run.memory, k);
    for (const double m : mass) total_ += m;
  }

  GaussianClusters solve(const Array<std::int32_t> &labels, Index rounds) {
    for (Index i = 0; i < n_; ++i) R_[i * k_ + labels[i]] = 1;
    take_moments();
    start_prior();
    GaussianClusters found;
    if (rounds == 0) {
      maximize();
      found.labels = labels.copy();
    }
    double before = -INFINITY;
    for (found.rounds = 0; found.rounds < rounds; ++found.rounds) {
      maximize();
      const double likelihood = expect();
      run_.monitor.check();
      // The memberships and the criterion are those of the model that is returned.
      if (likelihood - before < tolerance || found.rounds + 1 == rounds) break;
      before = likelihood;
      take_moments();
    }
    if (rounds > 0) found.labels = Array<std::int32_t>(run_.memory, n_);
    for (Index i = 0; rounds > 0 && i < n_; ++i) {
      const double *const row = R_.data() + i * k_;
      found.labels[i] = static_cast<std::int32_t>(std::max_element(row, row + k_) - row);
    }
    found.criterion = criterion(found.labels);
    found.model = std::move(g_);
    return found;
  }

 private:
  // n_c, mu_c and the scatter around it, in blocks that do not depend on the threads.
  void take_moments() {
    const Index blocks = (n_ + step * 8 - 1) / (step * 8), width = k_ * (1 + d_);
    Array<double> sums(run_.memory, blocks * width);
    run_.pool.each(blocks, [&](Index b) {
      double *const sum = sums.data() + b * width;
      for (Index i = b * step * 8; i < std::min(n_, (b + 1) * step * 8); ++i)
        for (Index c = 0; c < k_; ++c) {
          const double r = R_[i * k_ + c] * mass_[i];
          if (r == 0) continue;
          sum[c] += r;
          for (Index a = 0; a < d_; ++a) sum[k_ + c * d_ + a] += r * Y_(i, a);
        }
    });
    for (Index b = 1; b < blocks; ++b)
      for (Index e = 0; e < width; ++e) sums[e] += sums[b * width + e];
    for (Index c = 0; c < k_; ++c) {
      weight_[c] = sums[c];
      for (Index a = 0; a < d_ && sums[c] > 0; ++a)
        g_.mean[c * d_ + a] = sums[k_ + c * d_ + a] / sums[c];
    }
    // A task is one cluster: its scatter is summed in the order of the points.
    run_.pool.each(k_, [&](Index c) {
      double *const S = moments_.data() + c * d_ * d_;
      const double *const mu = g_.mean.data() + c * d_;
      std::fill_n(S, d_ * d_, 0.0);
      for (Index i = 0; i < n_; ++i) {
        const double r = R_[i * k_ + c] * mass_[i];
        if (r < 1e-12) continue;
        const double *const y = Y_.row(i);
        for (Index a = 0; a < d_; ++a) {
          const double off = r * (y[a] - mu[a]);
          for (Index b = 0; b <= a; ++b) S[a * d_ + b] += off * (y[b] - mu[b]);
        }
      }
    });
  }

  void start_prior() {
    prior_ = Array<double>(run_.memory, d_ * d_);
    for (Index c = 0; c < k_; ++c)
      for (Index e = 0; e < d_ * d_; ++e) prior_[e] += moments_[c * d_ * d_ + e] / total_;
    Array<double> mean(run_.memory, d_);
    double all = 0;
    for (Index i = 0; i < n_; ++i)
      for (Index a = 0; a < d_; ++a) mean[a] += mass_[i] * Y_(i, a) / total_;
    for (Index i = 0; i < n_; ++i)
      for (Index a = 0; a < d_; ++a)
        all += mass_[i] * (Y_(i, a) - mean[a]) * (Y_(i, a) - mean[a]) / total_;
    floor_ = std::max(least_variance * all / static_cast<double>(d_), 1e-280);
    for (Index a = 0; a < d_; ++a) prior_[a * d_ + a] += floor_;
  }

  bool shares() const noexcept { return g_.kind == Covariances::equal_round; }
  bool is_round() const noexcept { return g_.kind != Covariances::full; }

  void maximize() {
    const double rows = static_cast<double>(d_ + 1);
    if (shares()) {
      Array<double> S(run_.memory, d_ * d_);
      for (Index c = 0; c < k_; ++c)
        for (Index e = 0; e < d_ * d_; ++e) S[e] += moments_[c * d_ * d_ + e];
      for (Index c = 0; c < k_; ++c) std::copy(S.begin(), S.end(), moments_.data() + c * d_ * d_);
    }
    for (Index c = 0; c < k_; ++c) {
      g_.log_weight[c] = std::log(std::max(weight_[c], 1e-10) / total_);
      double *const S = moments_.data() + c * d_ * d_;
      const double mass = shares() ? total_ : weight_[c];
      double trace = 0;
      for (Index e = 0; e < d_ * d_; ++e) S[e] = (S[e] + rows * prior_[e]) / (mass + rows);
      for (Index a = 0; a < d_; ++a) trace += S[a * d_ + a];
      if (is_round())
        for (Index a = 0; a < d_; ++a)
          for (Index b = 0; b <= a; ++b)
            S[a * d_ + b] = a == b ? trace / static_cast<double>(d_) : 0;
      invert(S, c);
    }
  }

  void invert(double *S, Index c) {
    if (!cholesky_factor(S, d_)) {  // numerically singular: along the axes
      for (Index a = 0; a < d_; ++a)
        for (Index b = 0; b <= a; ++b) S[a * d_ + b] = a == b ? std::sqrt(prior_[a * d_ + a]) : 0;
    }
    double *const R = g_.inverse.data() + c * d_ * d_;
    std::fill_n(R, d_ * d_, 0.0);
    g_.log_root[c] = 0;
    for (Index a = 0; a < d_; ++a) {  // row a of the inverse of the factor
      const double pivot = S[a * d_ + a];
      g_.log_root[c] -= std::log(pivot);
      for (Index b = 0; b <= a; ++b) {
        double sum = a == b ? 1 : 0;
        for (Index e = b; e < a; ++e) sum -= S[a * d_ + e] * R[e * d_ + b];
        R[a * d_ + b] = sum / pivot;
      }
    }
  }

  // The posteriors; returns the mean log likelihood.
  double expect() {
    Array<double> sums(run_.memory, (n_ + step - 1) / step);
    Array<double> work(run_.memory, sums.size() * d_);
    run_.pool.blocks(n_, step, [&](Index begin, Index end) {
      double *const scratch = work.data() + begin / step * d_;
      for (Index i = begin; i < end; ++i) {
        double *const row = R_.data() + i * k_;
        for (Index c = 0; c < k_; ++c) row[c] = g_.log_density(Y_.row(i), c, scratch);
        const double most = *std::max_element(row, row + k_);
        double sum = 0;
        for (Index c = 0; c < k_; ++c) sum += row[c] = std::exp(row[c] - most);
        for (Index c = 0; c < k_; ++c) row[c] /= sum;
        sums[begin / step] += mass_[i] * (most + std::log(sum));
      }
    });
    double total = 0;
    for (const double s : sums) total += s;
    return total / total_;
  }

  double criterion(const Array<std::int32_t> &labels) const {
    Array<double> work(run_.memory, d_);
    double sum = 0;
    for (Index i = 0; i < n_; ++i)
      sum += mass_[i] * (g_.log_density(Y_.row(i), labels[i], work.data()) -
                         0.5 * static_cast<double>(d_) * log_2pi);
    const double k = static_cast<double>(k_), d = static_cast<double>(d_),
                 one = is_round() ? 1 : d * (d + 1) / 2;
    const double parameters = k - 1 + k * d + (shares() ? one : k * one);
    return sum - parameters / 2 * std::log(total_);
  }

  const Dense<double> &Y_;
  const Array<double> &mass_;
  Index n_, d_, k_;
  ExecutionContext &run_;
  Gaussians g_;
  Array<double> R_, moments_, weight_, prior_;
  double total_ = 0, floor_ = 0;
};

}  // namespace

double Gaussians::log_density(const double *y, Index c, double *work) const noexcept {
  const double *const mu = mean.data() + c * d, *const R = inverse.data() + c * d * d;
  double square = 0;
  if (kind == Covariances::round || kind == Covariances::equal_round) {
    for (Index a = 0; a < d; ++a) square += (y[a] - mu[a]) * (y[a] - mu[a]);
    square *= R[0] * R[0];
  } else {
    for (Index a = 0; a < d; ++a) {
      work[a] = y[a] - mu[a];
      double sum = 0;
      for (Index b = 0; b <= a; ++b) sum += R[a * d + b] * work[b];
      square += sum * sum;
    }
  }
  return log_weight[c] + log_root[c] - 0.5 * square;
}

Posterior posterior_of(const Gaussians &model, ExecutionContext &run) {
  const Index d = model.d, k = model.k;
  Posterior mixture;
  mixture.r = d;
  mixture.linear = Array<double>(run.memory, d * k);
  mixture.bias = Array<double>(run.memory, k);
  mixture.whitening = Array<double>(run.memory, d * k * d);
  for (Index c = 0; c < k; ++c) {
    const double *const R = model.inverse.data() + c * d * d, *const mu = model.mean.data() + c * d;
    mixture.bias[c] = model.log_weight[c] + model.log_root[c];
    for (Index a = 0; a < d; ++a) {  // row a of R, and of R mu
      double at = 0;
      for (Index b = 0; b <= a; ++b) {
        at += R[a * d + b] * mu[b];
        mixture.whitening[b * k * d + c * d + a] = R[a * d + b];
      }
      mixture.bias[c] -= at * at / 2;
      for (Index b = 0; b <= a; ++b) mixture.linear[b * k + c] += R[a * d + b] * at;
    }
  }
  return mixture;
}

GaussianClusters gaussian_clusters(const Dense<double> &Y, const Array<double> &mass,
                                   const Array<std::int32_t> &labels, Index k, Covariances kind,
                                   Index rounds, ExecutionContext &run) {
  return Fit(Y, mass, k, kind, run).solve(labels, rounds);
}

}  // namespace manifact
