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
//
// D holds the variances of the coordinates over all documents, floor is variance-floor: relative to
// each coordinate, because a small one may separate the clusters best. Each M step maximizes under
// the floor, so the likelihood never decreases.
#include "methods/method.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "methods/partition/coordinates.hpp"
#include "model/model.hpp"
#include "model/predict/mixture_posterior.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double log_2pi = 1.8378770664093454836;
// A cluster with a smaller fraction of the documents keeps its mean and covariance.
constexpr double least_mass = 1e-10;
// Starts of k-means, by cosine on unit rows: the likelihood does not distinguish good starts from
// bad ones.
constexpr Index start_clusterings = 10;
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
        shared_(problem.plan.covariance == CovarianceKind::shared),
        space_(singular_coordinates(problem, std::max<Index>(problem.X.is_dense() ? 30 : 10, k_),
                                    {2, 3})),
        Z_(space_.Z),
        r_(space_.r) {
    measure();
    R_ = Dense<double>(run_.memory, n_, k_);
    means_ = Dense<double>(run_.memory, r_, k_);
    variances_ = Dense<double>(run_.memory, r_, k_);
    mixture_.r = r_;
    mixture_.linear = Array<double>(run_.memory, r_ * k_);
    if (!shared_) mixture_.quadratic = Array<double>(run_.memory, r_ * k_);
    mixture_.bias = Array<double>(run_.memory, k_);
  }

  void start(Start start) override {
    for (Index c = 0; c < k_; ++c)
      for (Index d = 0; d < r_; ++d) {
        means_(d, c) = mean_[d];
        variances_(d, c) = variance_[d];
      }
    if (start.labels != nullptr) return begin(start.labels);
    const Geometry geometry = problem_.unit_rows ? Geometry::spherical : Geometry::euclidean;
    begin(cluster_points<double>(*dense_points<double>(Z_), k_, geometry, problem_.unit_rows,
                                 start_clusterings, start.rng, run_, problem_.canonical_order)
              .labels.data());
  }

  void update() override {
    maximize();
    expect();
  }

  double objective() const override { return -likelihood_; }
  bool monotone() const override { return true; }
  bool fixed_point() const override { return k_ == 1; }

  void keep() override { kept_ = copy_of(mixture_), kept_likelihood_ = likelihood_; }
  void recall() override {
    mixture_ = copy_of(kept_);
    posteriors(mixture_, Z_, skip_, R_, run_);
    likelihood_ = kept_likelihood_;
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
    return f;
  }

 private:
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
    const Dense<double> first = gram(Z_, R_, run_),
                        second = shared_ ? Dense<double>() : gram(squares_, R_, run_);
    Array<double> mass(run_.memory, k_);
    for (Index i = 0; i < n_; ++i)
      for (Index c = 0; c < k_; ++c) mass[c] += R_(i, c);
    for (Index c = 0; c < k_; ++c) {
      mixture_.bias[c] = std::log(std::max(mass[c] / documents_, 1e-300));
      if (mass[c] < least_mass * documents_) continue;
      for (Index d = 0; d < r_; ++d) {
        means_(d, c) = first(d, c) / mass[c];
        if (!shared_)
          variances_(d, c) =
              std::max(floor_ * variance_[d], second(d, c) / mass[c] - means_(d, c) * means_(d, c));
      }
    }
    if (shared_)
      take_shared(mass);
    else
      take_diagonal();
  }

  void take_diagonal() {
    for (Index c = 0; c < k_; ++c)
      for (Index d = 0; d < r_; ++d) {
        const double s = variances_(d, c), mu = means_(d, c);
        mixture_.linear[d * k_ + c] = mu / s;
        mixture_.quadratic[d * k_ + c] = 0.5 / s;
        mixture_.bias[c] -= 0.5 * (mu * mu / s + std::log(s) + log_2pi);
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
      logs += std::log(length) + log_2pi;
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

  void expect() {
    likelihood_ = (posteriors(mixture_, Z_, skip_, R_, run_) + common_) / documents_;
  }

  static Posterior copy_of(const Posterior &p) {
    return {p.r,
            Array<double>(),
            p.linear.copy(),
            p.quadratic.empty() ? Array<double>() : p.quadratic.copy(),
            p.bias.copy(),
            Array<double>()};
  }

  Problem<T> problem_;
  ExecutionContext &run_;
  Index n_, k_;
  bool shared_;
  Coordinates space_;
  const Dense<double> &Z_;
  Index r_;
  Dense<double> squares_, moments_;
  Array<bool> skip_;
  Array<double> mean_, variance_;  // of all documents
  double documents_ = 0, floor_ = 0, common_ = 0, likelihood_ = 0, kept_likelihood_ = 0;
  Dense<double> R_, means_, variances_;
  Posterior mixture_, kept_;
};

constexpr Key keys[] = {Key::components, Key::covariance, Key::variance_floor};
constexpr Setting settings[] = {
    {Key::restarts, "5"}, {Key::trial_iterations, "0"}, {Key::max_iterations, "200"}};
// The singular directions of points mix features of all clusters: their axes have no meaning.
constexpr Setting dense_settings[] = {{Key::covariance, "shared"}};

}  // namespace

extern const Method gmm = {
    .name = "gmm",
    .summary =
        "a Gaussian mixture on singular coordinates: soft memberships, by expectation "
        "maximization",
    .reference = "Dempster, Laird, Rubin 1977",
    .zeros_are_points = true,
    .keys = keys,
    .defaults = settings,
    .dense_defaults = dense_settings,
    .make = maker<Mixture>,
};

}  // namespace manifact
