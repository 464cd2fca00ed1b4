// methods/partition/mixture: the Gaussian mixture by its definition, adaptive subspace iteration by
// its objective.
#include "methods/registry.hpp"

#include "model/predict/mixture_posterior.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::int64_t n = 60, k = 3;
constexpr double pi = 3.14159265358979323846;

// Three groups of points with different variances along each axis.
Plain groups(std::int64_t d) {
  Rng rng(4);
  Plain X(n, d);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < d; ++j)
      X(i, j) = (j % k == i % k ? 2.0 : 0.3) + (0.2 + 0.1 * static_cast<double>(j)) * rng.uniform();
  return X;
}

template <class T = double>
struct FittedMixture {
  FittedMixture(const Plain &points, const Method &method, Options asked, ExecutionContext &run)
      : X(csr<T>(points, run.memory)), options(std::move(asked)) {
    algorithm = method.make(Problem<T>{.X = X.view(),
                                       .graph = nullptr,
                                       .unit_rows = false,
                                       .k = k,
                                       .options = options,
                                       .run = run});
  }
  Csr<T> X;
  Options options;
  std::unique_ptr<Algorithm<T>> algorithm;
};

// The reference, directly on the coordinates.
const Posterior &mixture_of(const Factors<double> &factors) {
  return dynamic_cast<const MixturePosterior &>(*factors.predictor).mixture();
}

struct SlowMixture {
  Plain Z, R{n, k}, mu, s;
  std::vector<double> pi_c = std::vector<double>(k);
  std::vector<double> floors;  // by coordinate

  void maximize() {
    mu = s = Plain(Z.columns, k);
    for (std::int64_t c = 0; c < k; ++c) {
      double mass = 0;
      for (std::int64_t i = 0; i < n; ++i) mass += R(i, c);
      pi_c[static_cast<std::size_t>(c)] = mass / n;
      for (std::int64_t d = 0; d < Z.columns; ++d) {
        for (std::int64_t i = 0; i < n; ++i) mu(d, c) += R(i, c) * Z(i, d) / mass;
        for (std::int64_t i = 0; i < n; ++i)
          s(d, c) += R(i, c) * std::pow(Z(i, d) - mu(d, c), 2) / mass;
        s(d, c) = std::max(floors[static_cast<std::size_t>(d)], s(d, c));
      }
    }
  }

  double expect() {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      double all = 0;
      for (std::int64_t c = 0; c < k; ++c) {
        R(i, c) = pi_c[static_cast<std::size_t>(c)];
        for (std::int64_t d = 0; d < Z.columns; ++d)
          R(i, c) *= std::exp(-std::pow(Z(i, d) - mu(d, c), 2) / 2 / s(d, c)) /
                     std::sqrt(2 * pi * s(d, c));
        all += R(i, c);
      }
      for (std::int64_t c = 0; c < k; ++c) R(i, c) /= all;
      sum += std::log(all);
    }
    return sum / n;
  }
};

std::vector<std::int32_t> by_thirds() {
  std::vector<std::int32_t> labels;
  for (std::int64_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>((i / 7) % k));
  return labels;
}

std::vector<double> variances(const Plain &Z) {
  std::vector<double> all;
  for (std::int64_t d = 0; d < Z.columns; ++d) {
    double mean = 0, square = 0;
    for (std::int64_t i = 0; i < n; ++i) mean += Z(i, d) / n, square += Z(i, d) * Z(i, d) / n;
    all.push_back(square - mean * mean);
  }
  return all;
}

TEST(Mixture, update_and_objective_are_those_of_the_textbook) {
  Host host;
  const Plain X = groups(4);
  for (const char *floor : {"1e-12", "0.3"}) {
    FittedMixture<double> fitted(
        X, *find_method("gmm"), options_of("gmm", {{"components", "4"}, {"variance-floor", floor}}),
        host.run);
    const std::vector<std::int32_t> labels = by_thirds();
    Start start{Rng(1)};
    start.labels = labels.data();
    fitted.algorithm->start(start);
    std::vector<double> got = {fitted.algorithm->objective()};
    for (int t = 0; t < 6; ++t)
      fitted.algorithm->update(), got.push_back(fitted.algorithm->objective());
    const Factors<double> f = fitted.algorithm->factors();
    SlowMixture slow;
    Plain P(4, 4);
    for (std::int64_t j = 0; j < 4; ++j)
      for (std::int64_t d = 0; d < 4; ++d) P(j, d) = mixture_of(f).basis[j * 4 + d];
    EXPECT_LT(relative_error(transposed(P) * P,
                             [] {
                               Plain I(4, 4);
                               for (int d = 0; d < 4; ++d) I(d, d) = 1;
                               return I;
                             }()),
              1e-4)
        << "the basis is orthonormal";
    slow.Z = X * P;
    slow.floors = variances(slow.Z);
    for (double &x : slow.floors) x *= std::stod(floor);
    for (std::int64_t i = 0; i < n; ++i) slow.R(i, labels[static_cast<std::size_t>(i)]) = 1;
    for (std::size_t t = 0; t < got.size(); ++t) {
      slow.maximize();
      EXPECT_NEAR(got[t], -slow.expect(), 1e-9) << floor << ", " << t;
    }
    EXPECT_LT(relative_error(plain(f.V), slow.R), 1e-8) << floor;
  }
}

// All with one covariance S, computed from the responsibilities.
TEST(Mixture, shared_covariance_has_the_likelihood_of_its_definition) {
  Host host;
  const Plain X = groups(3);
  FittedMixture<double> fitted(
      X, *find_method("gmm"),
      options_of("gmm",
                 {{"components", "3"}, {"covariance", "shared"}, {"variance-floor", "1e-12"}}),
      host.run);
  const std::vector<std::int32_t> labels = by_thirds();
  Start start{Rng(1)};
  start.labels = labels.data();
  fitted.algorithm->start(start);  // one M step on the labels, one E step
  const double got = fitted.algorithm->objective();
  const Factors<double> f = fitted.algorithm->factors();
  EXPECT_TRUE(mixture_of(f).quadratic.empty());
  Plain P(3, 3), mu(3, k), S(3, 3);
  for (std::int64_t e = 0; e < 9; ++e)
    P.values[static_cast<std::size_t>(e)] = mixture_of(f).basis[e];
  const Plain Z = X * P;
  std::vector<double> mass(k);
  for (const std::int32_t label : labels) ++mass[static_cast<std::size_t>(label)];
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t d = 0; d < 3; ++d)
      mu(d, labels[static_cast<std::size_t>(i)]) +=
          Z(i, d) / mass[static_cast<std::size_t>(labels[static_cast<std::size_t>(i)])];
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int32_t c = labels[static_cast<std::size_t>(i)];
    for (std::int64_t a = 0; a < 3; ++a)
      for (std::int64_t b = 0; b < 3; ++b)
        S(a, b) += (Z(i, a) - mu(a, c)) * (Z(i, b) - mu(b, c)) / n;
  }
  const auto minor = [&](int a, int b) {
    return S((a + 1) % 3, (b + 1) % 3) * S((a + 2) % 3, (b + 2) % 3) -
           S((a + 1) % 3, (b + 2) % 3) * S((a + 2) % 3, (b + 1) % 3);
  };
  const double det = S(0, 0) * minor(0, 0) + S(0, 1) * minor(0, 1) + S(0, 2) * minor(0, 2);
  double right = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double all = 0;
    for (std::int64_t c = 0; c < k; ++c) {
      double square = 0;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          square += (Z(i, a) - mu(a, c)) * minor(a, b) / det * (Z(i, b) - mu(b, c));
      all += mass[static_cast<std::size_t>(c)] / n * std::exp(-square / 2) /
             std::sqrt(std::pow(2 * pi, 3) * det);
    }
    right -= std::log(all) / n;
  }
  EXPECT_NEAR(got, right, 1e-9);
}

// Posteriors of one covariance S_c = (scatter + 3 B) / (n_c + 3) each, in two features.
TEST(Mixture, full_covariances_have_the_posteriors_of_their_definition) {
  Host host;
  const Plain X = groups(2);
  FittedMixture<double> fitted(
      X, *find_method("gmm"),
      options_of("gmm", {{"components", "2"}, {"covariance", "full"}, {"variance-floor", "1e-12"}}),
      host.run);
  const std::vector<std::int32_t> labels = by_thirds();
  Start start{Rng(1)};
  start.labels = labels.data();
  fitted.algorithm->start(start);
  const Factors<double> f = fitted.algorithm->factors();
  Plain mu(2, k), S(4, k), B(4, 1);
  std::vector<double> mass(k);
  for (const std::int32_t c : labels) ++mass[static_cast<std::size_t>(c)];
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t d = 0; d < 2; ++d) {
      const std::int32_t c = labels[static_cast<std::size_t>(i)];
      mu(d, c) += X(i, d) / mass[static_cast<std::size_t>(c)];
    }
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t e = 0; e < 4; ++e) {
      const std::int32_t c = labels[static_cast<std::size_t>(i)];
      const double product = (X(i, e / 2) - mu(e / 2, c)) * (X(i, e % 2) - mu(e % 2, c));
      S(e, c) += product;
      B(e, 0) += product / n;
    }
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t e = 0; e < 4; ++e)
      S(e, c) = (S(e, c) + 3 * B(e, 0)) / (mass[static_cast<std::size_t>(c)] + 3);
  for (std::int64_t i = 0; i < n; ++i) {
    std::vector<double> p(k);
    double all = 0;
    for (std::int64_t c = 0; c < k; ++c) {
      const double det = S(0, c) * S(3, c) - S(1, c) * S(2, c), x = X(i, 0) - mu(0, c),
                   y = X(i, 1) - mu(1, c);
      const double square = (S(3, c) * x * x - 2 * S(1, c) * x * y + S(0, c) * y * y) / det;
      all += p[static_cast<std::size_t>(c)] =
          mass[static_cast<std::size_t>(c)] * std::exp(-square / 2) / std::sqrt(det);
    }
    for (std::int64_t c = 0; c < k; ++c)
      EXPECT_NEAR(f.V(i, c), p[static_cast<std::size_t>(c)] / all, 1e-6) << i;
  }
}

TEST(Mixture, likelihood_never_falls) {
  Host host(2);
  for (const char *covariance : {"diagonal", "shared", "full", "auto"})
    for (const char *floor : {"1e-12", "0.0001", "0.5"}) {
      const Plain X = random_plain(n, 12, 3, 0.5);
      FittedMixture<double> fitted(
          X, *find_method("gmm"),
          options_of("gmm",
                     {{"components", "6"}, {"covariance", covariance}, {"variance-floor", floor}}),
          host.run);
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        fitted.algorithm->start(Start{Rng(seed)});
        double before = fitted.algorithm->objective();
        for (int t = 0; t < 60; ++t) {
          fitted.algorithm->update();
          EXPECT_LE(fitted.algorithm->objective(), before + 1e-10 * (1 + std::fabs(before)))
              << covariance << " " << floor << " " << t;
          before = fitted.algorithm->objective();
        }
      }
    }
}

TEST(Mixture, kept_state_is_restored) {
  Host host;
  FittedMixture<double> fitted(groups(5), *find_method("gmm"), options_of("gmm"), host.run);
  fitted.algorithm->start(Start{Rng(1)});
  fitted.algorithm->update();
  fitted.algorithm->keep();
  const double before = fitted.algorithm->objective();
  fitted.algorithm->start(Start{Rng(2)});
  fitted.algorithm->restore();
  EXPECT_EQ(fitted.algorithm->objective(), before);
  fitted.algorithm->update();
  EXPECT_LE(fitted.algorithm->objective(), before + 1e-12);
}

TEST(Subspace, objective_never_rises_and_is_that_of_its_definition) {
  Host host;
  const Plain X = random_plain(n, 20, 6, 0.4);
  double square = 0;
  for (const double x : X.values) square += x * x;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    FittedMixture<double> fitted(X, *find_method("asi"), options_of("asi"), host.run);
    fitted.algorithm->start(Start{Rng(seed)});
    double before = fitted.algorithm->objective();
    for (int t = 0; t < 20 && !fitted.algorithm->fixed_point(); ++t) {
      fitted.algorithm->update();
      EXPECT_LE(fitted.algorithm->objective(), before + 1e-3 * std::fabs(before)) << t;
      before = fitted.algorithm->objective();
    }
    EXPECT_TRUE(fitted.algorithm->fixed_point());
    // At the fixed point D is the partition that determined F: the objective is minus the sum of
    // the k largest eigenvalues of X'(P_D - I / 2) X.
    const Factors<double> f = fitted.algorithm->factors();
    EXPECT_GE(before, -square / 2);
    EXPECT_LT(before, 0) << "some of X is in its means";
    // Labels are nearest centers, also in the space of the features.
    const Plain C = plain(f.U), XC = X * C;
    for (std::int64_t i = 0; i < n; ++i) {
      std::int64_t best = 0;
      const auto distance = [&](std::int64_t c) {
        double length = 0;
        for (std::int64_t j = 0; j < 20; ++j) length += C(j, c) * C(j, c);
        return length - 2 * XC(i, c);
      };
      for (std::int64_t c = 1; c < k; ++c)
        if (distance(c) < distance(best) - 1e-9) best = c;
      EXPECT_EQ(f.V(i, best), 1) << i;
    }
  }
}

}  // namespace
}  // namespace manifact
