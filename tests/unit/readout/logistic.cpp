// readout/logistic: value, gradient and curvature by their definitions; the minimum; threads,
// precision and cancellation.
#include "readout/logistic.hpp"

#include "linalg/dense/products.hpp"
#include "runtime/error.hpp"
#include "support/numbers.hpp"
#include "support/progress.hpp"

namespace manifact {
namespace {

constexpr double C = 30;

class Logistic : public testing::Test {
 protected:
  static constexpr std::int64_t n = 60, m = 9, k = 4;

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

  // B and, in its last row, the bias; 0 for the cluster that has no documents.
  template <class T>
  Dense<double> coefficients_of(const LogisticFit<T> &fit) {
    Dense<double> B(host_.memory, m + 1, k);
    for (std::int64_t c = 0; c < k; ++c) {
      for (std::int64_t j = 0; j < m; ++j) B(j, c) = static_cast<double>(fit.B(j, c));
      B(m, c) = c == 2 ? 0 : fit.bias[c];
    }
    return B;
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

// At B = 0 all clusters that count are equally probable.
TEST_F(Logistic, curvatures_are_the_diagonal_of_the_hessian) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  LogisticLoss<double> loss(X.view(), labels_, weights_, k, C, host_.run);
  const Array<double> inverse = loss.inverse_curvatures();
  Dense<double> B(host_.memory, m + 1, k), above = B.copy(), below = B.copy();
  constexpr double step = 1e-4;
  for (std::int64_t j = 0; j <= m; ++j)
    for (const std::int64_t c : {0, 1, 3}) {
      B(j, c) = step;
      loss(B, above);
      B(j, c) = -step;
      loss(B, below);
      B(j, c) = 0;
      EXPECT_NEAR(1 / inverse[j], (above(j, c) - below(j, c)) / (2 * step), 1e-5) << j << ' ' << c;
    }
}

TEST_F(Logistic, fit_is_the_minimum) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  const LogisticFit<double> fit = fit_logistic(X.view(), labels_, weights_, k, C, host_.run);
  EXPECT_GT(fit.iterations, 2);
  EXPECT_LT(fit.bias[2], -1e5);
  const Dense<double> B = coefficients_of(fit);
  LogisticLoss<double> loss(X.view(), labels_, weights_, k, C, host_.run);
  Dense<double> start(host_.memory, m + 1, k), first = start.copy(), last = start.copy();
  loss(start, first);
  const double least = loss(B, last);
  EXPECT_LE(dot(last, last, host_.run), 1e-4 * dot(first, first, host_.run));
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Dense<double> other = B.copy();
    const Dense<double> d = coefficients<double>(seed);
    for (std::int64_t e = 0; e < other.size(); ++e) other.data()[e] += 0.3 * d.data()[e];
    EXPECT_GT(value(other), least) << seed;
  }
}

// Rounding may decide on which side of the stopping rule an iteration ends: one of the two may take
// a step more, which moves coefficients by hundredths, and the loss by less than a thousandth.
TEST_F(Logistic, float_is_close_to_double) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  const LogisticFit<double> fit = fit_logistic(X.view(), labels_, weights_, k, C, host_.run);
  const Csr<float> singles = csr<float>(X_, host_.memory);
  const LogisticFit<float> single =
      fit_logistic(singles.view(), labels_, weights_, k, C, host_.run);
  EXPECT_LE(std::abs(fit.iterations - single.iterations), 1);
  const Dense<double> B = coefficients_of(fit), B_single = coefficients_of(single);
  for (std::int64_t j = 0; j < m; ++j)
    for (std::int64_t c = 0; c < k; ++c) EXPECT_NEAR(B(j, c), B_single(j, c), 5e-2);
  EXPECT_NEAR(value(B_single) / value(B), 1, 2e-3);
}

TEST_F(Logistic, nothing_to_learn_from_one_cluster_or_no_document) {
  const Csr<double> X = csr<double>(X_, host_.memory);
  for (const std::int32_t label : {1, -1}) {
    std::fill(labels_.begin(), labels_.end(), label);
    const LogisticFit<double> fit = fit_logistic(X.view(), labels_, weights_, k, C, host_.run);
    EXPECT_EQ(fit.iterations, 0);
    for (std::int64_t e = 0; e < fit.B.size(); ++e) EXPECT_EQ(fit.B.data()[e], 0);
    for (std::int64_t c = 0; c < k; ++c) EXPECT_EQ(fit.bias[c] == 0, c == label) << c;
  }
}

// Enough documents and features for several tasks of each kind.
template <class T>
LogisticFit<T> fit_of_many(std::int64_t threads, ProgressLog *log = nullptr) {
  constexpr std::int64_t documents = 2600, features = 1500;
  Host host(threads);
  if (log != nullptr) log->watch(host.monitor);
  Plain A(documents, features);
  Rng rng(3);
  for (std::int64_t i = 0; i < documents; ++i)
    for (std::int64_t word = 0; word < 12; ++word) {
      const auto own = static_cast<std::int64_t>(rng.uniform() * features / 5);
      A(i, word % 3 == 0 ? 5 * own : 5 * own + i % 5) += 0.3;
    }
  Array<std::int32_t> labels(host.memory, documents);
  Array<double> weights(host.memory, documents);
  for (std::int64_t i = 0; i < documents; ++i) {
    labels[i] = static_cast<std::int32_t>(i % 5);
    weights[i] = i % 10 == 0 ? 1 : 0.03;
  }
  const Csr<T> X = csr<T>(A, host.memory);
  return fit_logistic(X.view(), labels, weights, 5, C, host.run);
}

template <class T>
void expect_same_bits_for_any_threads() {
  const LogisticFit<T> one = fit_of_many<T>(1);
  EXPECT_GT(one.iterations, 3) << "more steps than are kept";
  for (const std::int64_t threads : {2, 4}) {
    const LogisticFit<T> other = fit_of_many<T>(threads);
    EXPECT_EQ(one.iterations, other.iterations);
    for (std::int64_t e = 0; e < one.B.size(); ++e)
      ASSERT_EQ(one.B.data()[e], other.B.data()[e]) << threads;
    for (std::int64_t c = 0; c < 5; ++c) EXPECT_EQ(one.bias[c], other.bias[c]) << threads;
  }
}

TEST(LogisticThreads, any_number_gives_the_same_bits) {
  expect_same_bits_for_any_threads<double>();
  expect_same_bits_for_any_threads<float>();
}

TEST(LogisticProgress, reports_each_iteration_and_can_be_cancelled) {
  ProgressLog log;
  const LogisticFit<double> fit = fit_of_many<double>(1, &log);
  EXPECT_GE(log.done.size(), static_cast<size_t>(fit.iterations));
  EXPECT_EQ(log.done.back(), fit.iterations);
  ProgressLog stopped;
  stopped.stop_at = 3;
  EXPECT_THROW(fit_of_many<double>(1, &stopped), Error);
  EXPECT_EQ(stopped.done.size(), 3);
}

}  // namespace
}  // namespace manifact
