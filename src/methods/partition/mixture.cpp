// A Gaussian mixture on the singular coordinates of the documents, by expectation-maximization:
//
//   X - 1 c' ~ U diag(sigma) P',  z_i = P'(x_i - c)
//   min  -1/n sum_i ln sum_c pi_c N(z_i; mu_c, S_c)
//
//   E   r_ic = p(c | z_i)
//   M   n_c = sum_i r_ic,  pi_c = n_c / n,  mu_c = sum_i r_ic z_i / n_c,
//       diagonal   S_c = diag(s_c)   s_c = max(floor D, sum_i r_ic z_i^2 / n_c - mu_c^2)
//       shared     S_c = S           S = sum_i z_i z_i' / n - sum_c pi_c mu_c mu_c',
//                                    the eigenvalues of D^-1/2 S D^-1/2 at least floor
//       full       S_c = (sum_i r_ic (z_i - mu_c)(z_i - mu_c)' + q B) / (n_c + q),  with the floor
//                  of shared; B is the covariance within the clusters of the first start, and
//                  q = r + 1: the objective has the penalty q / 2n sum_c (ln |S_c| + tr S_c^-1 B)
//
// covariance=auto fits all three from the same start and takes the one with the largest
//
//   2 sum_i max_c ln pi_c N(z_i; mu_c, S_c) - (number of parameters) ln n
//
// For dense data diagonal is left out: a singular direction of points mixes features of all
// clusters, so that features independent within each cluster do not make its coordinates so.
//
// D holds the variances of the coordinates over all documents, floor is variance-floor: relative to
// each coordinate, because a small one may separate the clusters best. Each M step maximizes under
// the floor, so the likelihood never decreases.
#include "methods/method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "methods/partition/coordinates.hpp"
#include "model/model.hpp"
#include "model/predict/mixture_posterior.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

constexpr double mixture_log_2pi = 1.8378770664093454836;
// A cluster with a smaller fraction of the documents keeps its mean and covariance.
constexpr double least_mass = 1e-10;
// Starts of k-means, by cosine on unit rows: the likelihood does not distinguish good starts from
// bad ones.
constexpr Index mixture_start_clusterings = 10;
// Updates of each covariance under covariance=auto, and the change of the objective that ends them.
constexpr Index trial_updates = 100;
constexpr double trial_change = 1e-5;
// A variance below this, relative to the mean square, is rounding.
constexpr double rounding = 1e-10;

template <class T>
class Mixture final : public Algorithm<T> {
 public:
  explicit Mixture(const Problem<T> &problem)
      : problem_(problem),
        run_(problem.run),
        n_(problem.X.rows),
        k_(problem.k),
        kind_(problem.plan.covariance),
        space_(singular_coordinates(problem, std::max<Index>(problem.X.is_dense() ? 30 : 10, k_),
                                    {3, 3})),
        Z_(space_.Z),
        r_(space_.r) {
    measure();
    R_ = Dense<double>(run_.memory, n_, k_);
    means_ = Dense<double>(run_.memory, r_, k_);
    variances_ = Dense<double>(run_.memory, r_, k_);
    mixture_.r = r_;
    mixture_.linear = Array<double>(run_.memory, r_ * k_);
    mixture_.bias = Array<double>(run_.memory, k_);
    if (kind_ != CovarianceKind::auto_) take(kind_);
  }

  void start(Start start) override {
    const Array<std::int32_t> found =
        start.labels != nullptr ? Array<std::int32_t>() : cluster(start.rng);
    const std::int32_t *const labels = start.labels != nullptr ? start.labels : found.data();
    if (kind_ == CovarianceKind::auto_) choose(labels);
    begin(labels);
  }

  void update() override {
    maximize();
    expect();
  }

  double objective() const override { return -likelihood_ - penalty_ / documents_; }
  bool monotone() const override { return true; }
  bool fixed_point() const override { return k_ == 1; }

  void keep() override {
    kept_ = copy_of(mixture_);
    kept_likelihood_ = likelihood_;
    kept_penalty_ = penalty_;
  }
  void restore() override {
    mixture_ = copy_of(kept_);
    posteriors(mixture_, Z_, skip_, R_, run_);
    likelihood_ = kept_likelihood_;
    penalty_ = kept_penalty_;
  }
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = Dense<T>(run_.memory, n_, k_);
    for (Index i = 0; i < n_; ++i)
      for (Index c = 0; c < k_; ++c) f.V(i, c) = static_cast<T>(R_(i, c));
    mixture_.basis = packed(space_.P, run_.memory);
    mixture_.origin = std::move(space_.origin);
    f.predictor = std::make_unique<MixturePosterior>(std::move(mixture_));
    f.findings.note("components", r_);
    f.findings.note("components_share", space_.share);
    f.findings.note("log_likelihood", likelihood_);
    if (problem_.plan.covariance == CovarianceKind::auto_)
      f.findings.note("covariance", std::string(word_of(kind_)));
    return f;
  }

 private:
  static const char *word_of(CovarianceKind kind) noexcept {
    return kind == CovarianceKind::shared     ? "shared"
           : kind == CovarianceKind::diagonal ? "diagonal"
                                              : "full";
  }

  // The factors of the covariances, or the products of 64 rows with them.
  double full_bytes() const noexcept {
    return static_cast<double>(sizeof(double)) * static_cast<double>(r_) * static_cast<double>(k_) *
           static_cast<double>(std::max<Index>(r_, 64));
  }

  void take(CovarianceKind kind) {
    if (kind == CovarianceKind::full)
      check_budget(full_bytes(), problem_.options.integer(Key::memory_budget),
                   "full covariances of %lld clusters need", number(k_));
    kind_ = kind;
    mixture_.quadratic = Array<double>(run_.memory, kind == CovarianceKind::diagonal ? r_ * k_ : 0);
    mixture_.whitening =
        Array<double>(run_.memory, kind == CovarianceKind::full ? r_ * k_ * r_ : 0);
    common_ = penalty_ = 0;
  }

  Array<std::int32_t> cluster(Rng rng) const {
    const Geometry geometry = problem_.unit_rows ? Geometry::spherical : Geometry::euclidean;
    return cluster_points<double>(*dense_points<double>(Z_), k_, geometry, problem_.unit_rows,
                                  mixture_start_clusterings, rng, run_, problem_.canonical_order)
        .labels;
  }

  // covariance=auto
  void choose(const std::int32_t *labels) {
    CovarianceKind best = CovarianceKind::shared;
    double most = -std::numeric_limits<double>::infinity();
    for (const CovarianceKind kind :
         {CovarianceKind::shared, CovarianceKind::diagonal, CovarianceKind::full}) {
      const double budget = static_cast<double>(problem_.options.integer(Key::memory_budget));
      if (kind == CovarianceKind::full && full_bytes() > budget) continue;
      if (kind == CovarianceKind::diagonal && problem_.X.is_dense()) continue;
      take(kind);
      begin(labels);
      for (Index t = 0; t < trial_updates && k_ > 1; ++t) {
        const double before = objective();
        update();
        run_.monitor.check();
        if (before - objective() < trial_change * std::fabs(before)) break;
      }
      const double score = 2 * classification_likelihood() - parameters() * std::log(documents_);
      if (!(score > most)) continue;
      most = score;
      best = kind;
    }
    take(best);
  }

  double classification_likelihood() const {
    double sum = likelihood_ * documents_;
    for (Index i = 0; i < n_; ++i)
      if (!skip_[i]) sum += std::log(*std::max_element(R_.row(i), R_.row(i) + k_));
    return sum;
  }

  double parameters() const {
    const auto r = static_cast<double>(r_), k = static_cast<double>(k_);
    const double matrix = r * (r + 1) / 2, covariances = kind_ == CovarianceKind::shared ? matrix
                                                         : kind_ == CovarianceKind::diagonal
                                                             ? k * r
                                                             : k * matrix;
    return k - 1 + k * r + covariances;
  }

  // Finds the documents that take part, their mean and variances, and the floor.
  void measure() {
    skip_ = Array<bool>(run_.memory, n_);
    for (Index i = 0; i < n_; ++i) {
      skip_[i] = problem_.unit_rows && problem_.X.is_empty(i);
      documents_ += skip_[i] ? 0 : 1;
    }
    squares_ = Z_.copy();
    for (Index e = 0; e < squares_.size(); ++e) squares_.data()[e] *= squares_.data()[e];
    moments_ = gram(Z_, Z_, run_);
    mean_ = Array<double>(run_.memory, r_);
    variance_ = Array<double>(run_.memory, r_);
    for (Index i = 0; i < n_; ++i)
      for (Index d = 0; d < r_; ++d) mean_[d] += Z_(i, d) / documents_;
    for (Index d = 0; d < r_; ++d) {
      const double square = moments_(d, d) / documents_;
      variance_[d] = std::max(rounding * square, square - mean_[d] * mean_[d]);
    }
    floor_ = problem_.options.real(Key::variance_floor);
  }

  void begin(const std::int32_t *labels) {
    for (Index c = 0; c < k_; ++c)
      for (Index d = 0; d < r_; ++d) {
        means_(d, c) = mean_[d];
        variances_(d, c) = variance_[d];
        if (kind_ == CovarianceKind::full)
          mixture_.whitening[(d * k_ + c) * r_ + d] = 1 / std::sqrt(variance_[d]);
      }
    if (kind_ == CovarianceKind::full && within_.empty()) measure_within(labels);
    for (Index i = 0; i < n_; ++i)
      for (Index c = 0; c < k_; ++c)
        R_(i, c) = skip_[i]         ? 0
                   : labels[i] < 0  ? 1 / static_cast<double>(k_)
                   : labels[i] == c ? 1
                                    : 0;
    maximize();
    expect();
  }

  void maximize() {
    const Dense<double> first = gram(Z_, R_, run_), second = kind_ == CovarianceKind::diagonal
                                                                 ? gram(squares_, R_, run_)
                                                                 : Dense<double>();
    Array<double> mass(run_.memory, k_);
    for (Index i = 0; i < n_; ++i)
      for (Index c = 0; c < k_; ++c) mass[c] += R_(i, c);
    for (Index c = 0; c < k_; ++c) {
      mixture_.bias[c] = std::log(std::max(mass[c] / documents_, 1e-300));
      if (mass[c] < least_mass * documents_) continue;
      for (Index d = 0; d < r_; ++d) {
        means_(d, c) = first(d, c) / mass[c];
        if (kind_ == CovarianceKind::diagonal)
          variances_(d, c) =
              std::max(floor_ * variance_[d], second(d, c) / mass[c] - means_(d, c) * means_(d, c));
      }
    }
    if (kind_ == CovarianceKind::shared)
      take_shared(mass);
    else if (kind_ == CovarianceKind::diagonal)
      take_diagonal();
    else
      take_full(mass);
  }

  void take_diagonal() {
    for (Index c = 0; c < k_; ++c)
      for (Index d = 0; d < r_; ++d) {
        const double s = variances_(d, c), mu = means_(d, c);
        mixture_.linear[d * k_ + c] = mu / s;
        mixture_.quadratic[d * k_ + c] = 0.5 / s;
        mixture_.bias[c] -= 0.5 * (mu * mu / s + std::log(s) + mixture_log_2pi);
      }
  }

  // D^-1/2 S D^-1/2 = Q diag(l) Q'; the sum of z'S^-1 z over all documents is tr(S^-1 Z'Z).
  void take_shared(const Array<double> &mass) {
    Array<double> S(run_.memory, r_ * r_), l(run_.memory, r_);
    for (Index a = 0; a < r_; ++a)
      for (Index b = 0; b < r_; ++b) {
        S[a * r_ + b] = (moments_(a, b) + moments_(b, a)) / 2 / documents_;
        for (Index c = 0; c < k_; ++c)
          S[a * r_ + b] -= mass[c] / documents_ * means_(a, c) * means_(b, c);
        S[a * r_ + b] /= std::sqrt(variance_[a]) * std::sqrt(variance_[b]);
      }
    if (!symmetric_eigen(r_, S.data(), l.data(), run_))
      fail(Status::numerics, "the covariance of the mixture is not finite");
    double logs = 0;
    common_ = 0;
    for (Index d = 0; d < r_; ++d) {
      logs += std::log(variance_[d]);
      for (Index e = 0; e < r_; ++e) S[d * r_ + e] /= std::sqrt(variance_[d]);
    }
    for (double &x : mixture_.linear) x = 0;
    for (Index e = 0; e < r_; ++e) {
      const double length = std::max(floor_, l[e]);
      const auto along = [&](auto &&at) {
        double sum = 0;
        for (Index d = 0; d < r_; ++d) sum += S[d * r_ + e] * at(d);
        return sum;
      };
      logs += std::log(length) + mixture_log_2pi;
      common_ -= 0.5 / length *
                 along([&](Index d) { return along([&](Index b) { return moments_(d, b); }); });
      for (Index c = 0; c < k_; ++c) {
        const double mu = along([&](Index d) { return means_(d, c); });
        mixture_.bias[c] -= 0.5 * mu * mu / length;
        for (Index d = 0; d < r_; ++d) mixture_.linear[d * k_ + c] += S[d * r_ + e] * mu / length;
      }
    }
    for (Index c = 0; c < k_; ++c) mixture_.bias[c] -= 0.5 * logs;
  }

  // B. A document without a cluster adds nothing.
  void measure_within(const std::int32_t *labels) {
    Dense<double> centers(run_.memory, k_, r_), off = Z_.copy();
    Array<double> mass(run_.memory, k_);
    double all = 0;
    for (Index i = 0; i < n_; ++i) {
      if (skip_[i] || labels[i] < 0) continue;
      ++mass[labels[i]];
      ++all;
      for (Index d = 0; d < r_; ++d) centers(labels[i], d) += Z_(i, d);
    }
    for (Index i = 0; i < n_; ++i)
      for (Index d = 0; d < r_; ++d)
        off(i, d) =
            skip_[i] || labels[i] < 0 ? 0 : Z_(i, d) - centers(labels[i], d) / mass[labels[i]];
    within_ = gram(off, off, run_);
    for (Index d = 0; d < r_; ++d)
      for (Index e = 0; e < r_; ++e) within_(d, e) /= std::max(1.0, all);
  }

  // sum_i r_ic (z_i - mu_c)(z_i - mu_c)'
  Dense<double> scatter(Index c) {
    if (scaled_.empty()) scaled_ = Dense<double>(run_.memory, n_, r_);
    run_.pool.blocks(n_, 1024, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const double root = std::sqrt(R_(i, c));
        for (Index d = 0; d < r_; ++d) scaled_(i, d) = root * (Z_(i, d) - means_(d, c));
      }
    });
    return gram(scaled_, scaled_, run_);
  }

  // Makes H_c of S_c, with the floor; a cluster without mass keeps its own.
  void whiten(Index c, double mass) {
    const double rows = static_cast<double>(r_) + 1;
    const Dense<double> G = scatter(c);
    Array<double> S(run_.memory, r_ * r_), l(run_.memory, r_);
    for (Index a = 0; a < r_; ++a)
      for (Index b = 0; b < r_; ++b)
        S[a * r_ + b] = ((G(a, b) + G(b, a)) / 2 + rows * (within_(a, b) + within_(b, a)) / 2) /
                        (mass + rows) / std::sqrt(variance_[a]) / std::sqrt(variance_[b]);
    if (!symmetric_eigen(r_, S.data(), l.data(), run_))
      fail(Status::numerics, "the covariance of the mixture is not finite");
    for (Index d = 0; d < r_; ++d)
      for (Index e = 0; e < r_; ++e)
        mixture_.whitening[(d * k_ + c) * r_ + e] =
            S[d * r_ + e] / std::sqrt(variance_[d]) / std::sqrt(std::max(floor_, l[e]));
  }

  void take_full(const Array<double> &mass) {
    const double rows = static_cast<double>(r_) + 1;
    penalty_ = 0;
    for (Index c = 0; c < k_; ++c) {
      if (mass[c] >= least_mass * documents_) whiten(c, mass[c]);
      const auto H = [&](Index d, Index e) { return mixture_.whitening[(d * k_ + c) * r_ + e]; };
      // ln |S_c| from D^1/2 H_c, whose columns have the lengths l^-1/2; tr S_c^-1 B = tr H'B H.
      double logs = 0, trace = 0, length = 0;
      for (Index d = 0; d < r_; ++d) mixture_.linear[d * k_ + c] = 0;
      for (Index e = 0; e < r_; ++e) {
        double square = 0, mu = 0;
        for (Index d = 0; d < r_; ++d) {
          square += H(d, e) * H(d, e) * variance_[d];
          mu += H(d, e) * means_(d, c);
          for (Index b = 0; b < r_; ++b) trace += H(d, e) * within_(d, b) * H(b, e);
        }
        logs += std::log(variance_[e]) - std::log(square);
        length += mu * mu;
        for (Index d = 0; d < r_; ++d) mixture_.linear[d * k_ + c] += H(d, e) * mu;
      }
      mixture_.bias[c] -= 0.5 * (length + logs + static_cast<double>(r_) * mixture_log_2pi);
      penalty_ -= rows / 2 * (logs + trace);
    }
  }

  void expect() {
    likelihood_ = (posteriors(mixture_, Z_, skip_, R_, run_) + common_) / documents_;
  }

  static Posterior copy_of(const Posterior &p) {
    return {.r = p.r,
            .basis = Array<double>(),
            .linear = p.linear.copy(),
            .quadratic = p.quadratic.empty() ? Array<double>() : p.quadratic.copy(),
            .bias = p.bias.copy(),
            .origin = Array<double>(),
            .whitening = p.whitening.empty() ? Array<double>() : p.whitening.copy()};
  }

  Problem<T> problem_;
  ExecutionContext &run_;
  Index n_, k_;
  CovarianceKind kind_;  // auto until the first start
  Coordinates space_;
  const Dense<double> &Z_;
  Index r_;
  Dense<double> squares_, moments_;
  Dense<double> within_, scaled_;  // B; documents as one cluster sees them
  Array<bool> skip_;
  Array<double> mean_, variance_;  // of all documents
  double documents_ = 0, floor_ = 0, common_ = 0, likelihood_ = 0, kept_likelihood_ = 0;
  double penalty_ = 0, kept_penalty_ = 0;  // of full covariances
  Dense<double> R_, means_, variances_;
  Posterior mixture_, kept_;
};

constexpr Key mixture_keys[] = {Key::preset, Key::components, Key::covariance, Key::variance_floor};
constexpr AllowedWords mixture_words[] = {{Key::preset, "none paper"}};
constexpr Setting mixture_settings[] = {
    {Key::restarts, "5"}, {Key::trial_iterations, "0"}, {Key::max_iterations, "200"}};
constexpr Setting mixture_dense_settings[] = {{Key::covariance, "auto"}};
constexpr Setting mixture_paper[] = {{Key::restarts, "1"}};  // as in the table of the CLGR paper
constexpr Implication mixture_implications[] = {{Key::preset, "paper", mixture_paper}};

}  // namespace

extern const Method gmm = {
    .name = "gmm",
    .summary =
        "a Gaussian mixture on singular coordinates: soft memberships, by expectation "
        "maximization",
    .reference = "Dempster, Laird, Rubin 1977",
    .zeros_are_points = true,
    .keys = mixture_keys,
    .defaults = mixture_settings,
    .dense_defaults = mixture_dense_settings,
    .implications = mixture_implications,
    .words = mixture_words,
    .make = maker<Mixture>,
};

}  // namespace manifact
