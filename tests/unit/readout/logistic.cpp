// readout/logistic: value and gradient by their definitions; the minimum; threads and precision.
#include "readout/logistic.hpp"

#include "linalg/dense/products.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::int64_t n = 60, m = 9, k = 4;
constexpr double C = 30;

class Logistic : public testing::Test {
 protected:
  Logistic() : X_(random_plain(n, m, 5)), labels_(host_.memory, n), weights_(host_.memory, n) {
    Rng rng(6);
    for (std::int64_t i = 0; i < n; ++i) {
      // Cluster 2 has no document.
      labels_[i] = static_cast<std::int32_t>(i % 3 == 2 ? 3 : i % 3);
      weights_[i] = i % 4 == 0 ? 1 : 0.01;
      X_(i, i % 3) += 0.4;
    }
    labels_[7] = -1;
    weights_[8] = 0;
  }

  template <class T>
  Dense<T> coefficients(std::uint64_t seed) {
    const Plain B = signed_plain(m + 1, k, seed);
    Dense<T> dense(host_.memory, m + 1, k);
    for (std::int64_t j = 0; j <= m; ++j)
      for (std::int64_t c = 0; c < k; ++c) dense(j, c) = static_cast<T>(B(j, c));
    return dense;
  }

  // f by its definition.
  double value(const Dense<double> &B) const {
    double f = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      double sum = 0, own = 0;
      for (std::int64_t c = 0; c < k; ++c) {
        double s = B(m, c);
        for (std::int64_t j = 0; j < m; ++j) s += X_(i, j) * B(j, c);
        if (c != 2) sum += std::exp(s);
        if (c == labels_[i]) own = s;
      }
      if (labels_[i] >= 0) f += weights_[i] * (std::log(sum) - own);
    }
    for (std::int64_t j = 0; j < m; ++j)
      for (std::int64_t c = 0; c < k; ++c) f += B(j, c) * B(j, c) / (2 * C);
    return f;
  }

  Host host_{1};
  Plain X_;
  Array<std::int32_t> labels_;
  Array<double> weights_;
};

TEST_F(Logistic, gradient_is_that_of_the_definition) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  LogisticLoss<double> loss(X.view(), labels_, weights_, k, C, host_.run);
  EXPECT_TRUE(loss.counts(3));
  EXPECT_FALSE(loss.counts(2)) << "a cluster without documents";
  Dense<double> B = coefficients<double>(8), gradient(host_.memory, m + 1, k),
                unused = gradient.copy();
  EXPECT_NEAR(loss(B, gradient), value(B), 1e-12 * value(B));
  constexpr double step = 1e-6;
  for (std::int64_t j = 0; j <= m; ++j)
    for (std::int64_t c = 0; c < k; ++c) {
      const double x = B(j, c);
      B(j, c) = x + step;
      const double above = value(B);
      B(j, c) = x - step;
      const double below = value(B);
      B(j, c) = x;
      EXPECT_NEAR(gradient(j, c), (above - below) / (2 * step), 1e-7) << j << ' ' << c;
    }
}

TEST_F(Logistic, fit_is_the_minimum) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  const LogisticFit<double> fit = fit_logistic(X.view(), labels_, weights_, k, C, host_.run);
  EXPECT_GT(fit.iterations, 2);
  EXPECT_LT(fit.bias[2], -1e5);
  Dense<double> B(host_.memory, m + 1, k);
  for (std::int64_t c = 0; c < k; ++c) {
    for (std::int64_t j = 0; j < m; ++j) B(j, c) = fit.B(j, c);
    B(m, c) = c == 2 ? 0 : fit.bias[c];
  }
  LogisticLoss<double> loss(X.view(), labels_, weights_, k, C, host_.run);
  Dense<double> start(host_.memory, m + 1, k), first = start.copy(), last = start.copy();
  loss(start, first);
  const double least = loss(B, last);
  EXPECT_LE(dot(last, last, host_.run), 1e-6 * dot(first, first, host_.run));
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Dense<double> other = B.copy();
    const Dense<double> d = coefficients<double>(seed);
    for (std::int64_t e = 0; e < other.size(); ++e) other.data()[e] += 0.3 * d.data()[e];
    EXPECT_GT(value(other), least) << seed;
  }
}

TEST_F(Logistic, fit_is_the_same_for_any_number_of_threads_and_close_in_float) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  const LogisticFit<double> fit = fit_logistic(X.view(), labels_, weights_, k, C, host_.run);
  Host threads(3);
  const LogisticFit<double> other = fit_logistic(X.view(), labels_, weights_, k, C, threads.run);
  const Csr<float> singles = csr<float>(X_, host_.memory);
  const LogisticFit<float> single =
      fit_logistic(singles.view(), labels_, weights_, k, C, host_.run);
  EXPECT_EQ(fit.iterations, other.iterations);
  for (std::int64_t j = 0; j < m; ++j)
    for (std::int64_t c = 0; c < k; ++c) {
      EXPECT_EQ(fit.B(j, c), other.B(j, c));
      EXPECT_NEAR(fit.B(j, c), static_cast<double>(single.B(j, c)), 1e-2);
    }
}

}  // namespace
}  // namespace manifact
