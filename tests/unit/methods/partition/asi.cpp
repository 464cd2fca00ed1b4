// methods/partition/asi against its definition: the objective, its two steps, and optimality over
// all partitions of a few points.
#include "methods/registry.hpp"

#include "linalg/eigen/symmetric_eigen.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

Plain centerd(Plain X) {
  for (std::int64_t j = 0; j < X.columns; ++j) {
    double mean = 0;
    for (std::int64_t i = 0; i < X.rows; ++i) mean += X(i, j) / static_cast<double>(X.rows);
    for (std::int64_t i = 0; i < X.rows; ++i) X(i, j) -= mean;
  }
  return X;
}

// S = (D'D)^-1 D'Y: the mean rows of the clusters.
Plain means(const Plain &Y, const Labels &D, std::int64_t k) {
  Plain S(k, Y.columns);
  std::vector<double> counts(static_cast<std::size_t>(k));
  for (const std::int32_t c : D) ++counts[static_cast<std::size_t>(c)];
  for (std::int64_t i = 0; i < Y.rows; ++i)
    for (std::int64_t d = 0; d < Y.columns; ++d)
      S(D[static_cast<std::size_t>(i)], d) +=
          Y(i, d) / counts[static_cast<std::size_t>(D[static_cast<std::size_t>(i)])];
  return S;
}

double distance(const Plain &Y, std::int64_t i, const Plain &S, std::int64_t c) {
  double sum = 0;
  for (std::int64_t d = 0; d < Y.columns; ++d) sum += (Y(i, d) - S(c, d)) * (Y(i, d) - S(c, d));
  return sum;
}

// |X F - D S|^2 - |X F|^2 / 2, term by term.
double literal(const Plain &X, const Plain &F, const Labels &D, const Plain &S) {
  const Plain Y = X * F;
  double sum = -inner(Y, Y) / 2;
  for (std::int64_t i = 0; i < Y.rows; ++i)
    sum += distance(Y, i, S, D[static_cast<std::size_t>(i)]);
  return sum;
}

// min over S too.
double literal(const Plain &X, const Plain &F, const Labels &D, std::int64_t k) {
  return literal(X, F, D, means(X * F, D, k));
}

// F for D: the largest eigenvectors of X'(D (D'D)^-1 D' - I / 2) X, by dense matrices.
Plain subspace(const Plain &X, const Labels &D, std::int64_t k, ExecutionContext &run) {
  Plain A(X.rows, X.rows);
  std::vector<double> counts(static_cast<std::size_t>(k));
  for (const std::int32_t c : D) ++counts[static_cast<std::size_t>(c)];
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t j = 0; j < X.rows; ++j)
      A(i, j) = (D[static_cast<std::size_t>(i)] == D[static_cast<std::size_t>(j)]
                     ? 1 / counts[static_cast<std::size_t>(D[static_cast<std::size_t>(i)])]
                     : 0) -
                (i == j ? 0.5 : 0);
  Plain M = transposed(X) * A * X, F(X.columns, std::min(k, X.columns));
  for (std::int64_t a = 0; a < M.rows; ++a)
    for (std::int64_t b = 0; b < a; ++b) M(a, b) = M(b, a) = (M(a, b) + M(b, a)) / 2;
  std::vector<double> values(static_cast<std::size_t>(M.rows));
  EXPECT_TRUE(symmetric_eigen(M.rows, M.values.data(), values.data(), run));
  for (std::int64_t j = 0; j < F.rows; ++j)
    for (std::int64_t c = 0; c < F.columns; ++c) F(j, c) = M(j, c);
  return F;
}

struct FittedAsi {
  FittedAsi(const Plain &points, std::int64_t k, ExecutionContext &run)
      : X(csr<double>(points, run.memory)), options(options_of("asi", {{"components", "1000"}})) {
    algorithm = find_method("asi")->make(Problem<double>{.X = X.view(),
                                                         .graph = nullptr,
                                                         .unit_rows = false,
                                                         .k = k,
                                                         .options = options,
                                                         .run = run});
  }
  Csr<double> X;
  Options options;
  std::unique_ptr<Algorithm<double>> algorithm;
};

// Four overlapping groups on a range of scales.
Plain points(std::int64_t n, std::int64_t m, std::uint64_t seed) {
  Rng rng(seed, 3);
  Plain X(n, m);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j)
      X(i, j) = (j % 4 == i % 4 ? 1.2 : 0.2) + (0.3 + 0.2 * static_cast<double>(j)) * rng.uniform();
  return X;
}

Labels stripes(std::int64_t n, std::int64_t k, std::int64_t width) {
  Labels labels;
  for (std::int64_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(i / width % k));
  return labels;
}

TEST(SubspaceByDefinition, every_update_is_the_two_steps_written_out) {
  Host host(2);
  constexpr std::int64_t n = 60;
  for (const std::int64_t k : {2, 3, 4}) {
    const Plain given = points(n, 7, static_cast<std::uint64_t>(k)), X = centerd(given);
    FittedAsi fitted(given, k, host.run);
    Labels D = stripes(n, k, 5);
    // The start is one round of k-means from the labels, then an update.
    const Plain first = means(X, D, k);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = 0; c < k; ++c)
        if (distance(X, i, first, c) < distance(X, i, first, D[static_cast<std::size_t>(i)]))
          D[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(c);
    const Labels from = stripes(n, k, 5);
    Start start{Rng(1)};
    start.labels = from.data();
    fitted.algorithm->start(start);
    int moves = 0;
    for (int t = 0; t < 30; ++t) {
      const Plain F = subspace(X, D, k, host.run), Y = X * F, S = means(Y, D, k);
      bool changed = false;
      for (std::int64_t i = 0; i < n; ++i) {
        std::int32_t best = 0;
        for (std::int32_t c = 1; c < k; ++c)
          if (distance(Y, i, S, c) < distance(Y, i, S, best)) best = c;
        changed = changed || D[static_cast<std::size_t>(i)] != best;
        D[static_cast<std::size_t>(i)] = best;
      }
      const double right = literal(X, F, D, S);
      ASSERT_NEAR(fitted.algorithm->objective(), right, 1e-6 * std::fabs(right)) << k << ", " << t;
      moves += changed ? 1 : 0;
      ASSERT_EQ(fitted.algorithm->fixed_point(), !changed) << k << ", " << t;
      if (!changed) break;
      fitted.algorithm->update();
    }
    EXPECT_GT(moves, 0) << "the start was the end already: nothing was tested";
    const Factors<double> f = fitted.algorithm->factors();
    for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(f.V(i, D[static_cast<std::size_t>(i)]), 1) << i;
  }
}

// The directional derivative of the literal objective along every direction that keeps F'F = I, by
// differences; no step along it decreases the objective.
TEST(SubspaceByDefinition, its_subspace_is_the_minimum_for_its_clusters) {
  Host host;
  const Plain X = centerd(points(40, 6, 5));
  for (const std::int64_t k : {2, 3}) {
    const Labels D = stripes(40, k, 3);
    const Plain F = subspace(X, D, k, host.run);
    const double least = literal(X, F, D, k);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto along = [&](double h) {  // F + h E, orthonormalized by Gram-Schmidt
        Plain G = F + h * (random_plain(6, k, seed) - 0.5 * random_plain(6, k, 99));
        for (std::int64_t c = 0; c < k; ++c) {
          for (std::int64_t b = 0; b < c; ++b) {
            double dot = 0;
            for (std::int64_t j = 0; j < 6; ++j) dot += G(j, b) * G(j, c);
            for (std::int64_t j = 0; j < 6; ++j) G(j, c) -= dot * G(j, b);
          }
          double square = 0;
          for (std::int64_t j = 0; j < 6; ++j) square += G(j, c) * G(j, c);
          for (std::int64_t j = 0; j < 6; ++j) G(j, c) /= std::sqrt(square);
        }
        return literal(X, G, D, k);
      };
      const double h = 1e-5, size = std::fabs(least);
      EXPECT_LT(std::fabs(along(h) - along(-h)) / (2 * h), 1e-5 * size) << k << ", " << seed;
      EXPECT_GT(along(0.1) - least, 1e-6 * size) << k << ", " << seed;
      EXPECT_GT(along(-0.1) - least, 1e-6 * size) << k << ", " << seed;
    }
  }
}

TEST(SubspaceByDefinition, no_partition_of_a_few_points_is_better_than_the_best_of_some_starts) {
  Host host;
  constexpr std::int64_t n = 9;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Plain given = random_plain(n, 3, seed), X = centerd(given);
    double least = INFINITY;
    for (int bits = 1; bits < 1 << (n - 1); ++bits) {  // every partition into two
      Labels D(n);
      for (std::size_t i = 0; i < n; ++i) D[i] = bits >> i & 1;
      least = std::min(least, literal(X, subspace(X, D, 2, host.run), D, 2));
    }
    FittedAsi fitted(given, 2, host.run);
    double best = INFINITY;
    for (std::uint64_t start = 0; start < 30; ++start) {
      fitted.algorithm->start(Start{Rng(start)});
      double before = fitted.algorithm->objective();
      for (int t = 0; t < 50 && !fitted.algorithm->fixed_point(); ++t) {
        fitted.algorithm->update();
        EXPECT_LE(fitted.algorithm->objective(), before + 1e-9);
        before = fitted.algorithm->objective();
      }
      EXPECT_GE(before, least - 1e-6 * std::fabs(least)) << "below the least of all partitions";
      best = std::min(best, before);
    }
    EXPECT_NEAR(best, least, 1e-6 * std::fabs(least)) << seed;
  }
}

// The coordinates of a document may all be zero: it has terms, so it gets a cluster; a document
// without terms does not, and does not count in the objective.
TEST(SubspaceByDefinition, documents_are_left_out_by_their_terms_and_not_by_their_coordinates) {
  Host host;
  constexpr std::int64_t n = 24;
  Plain given(n + 2, 7);  // two groups, a document of its own feature, an empty document
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < 3; ++j)
      given(i, 3 * (i % 2) + j) = (i / 2 + j) % 3 == 0 ? 0.8 : 0.42426406871192857;
  given(n, 6) = 1;
  const Csr<double> X = csr<double>(given, host.run.memory);
  const Options options = options_of("asi", {{"components", "2"}});
  const auto fitted = find_method("asi")->make(Problem<double>{.X = X.view(),
                                                               .graph = nullptr,
                                                               .unit_rows = true,
                                                               .k = 2,
                                                               .options = options,
                                                               .run = host.run});
  fitted->start(Start{Rng(1)});
  for (int t = 0; t < 50 && !fitted->fixed_point(); ++t) fitted->update();
  const Factors<double> f = fitted->factors();
  for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(f.V(i, 0), f.V(i % 2, 0)) << i;
  EXPECT_EQ(f.V(n, 0) + f.V(n, 1), 1);
  EXPECT_EQ(f.V(n + 1, 0) + f.V(n + 1, 1), 0);
  // The subspace holds the mean directions of the groups.
  Plain without(n + 1, 7);
  for (std::int64_t i = 0; i <= n; ++i)
    for (std::int64_t j = 0; j < 7; ++j) without(i, j) = given(i, j);
  Labels D;
  for (std::int64_t i = 0; i <= n; ++i) D.push_back(f.V(i, 1) > 0 ? 1 : 0);
  Plain F(7, 2);
  for (std::int64_t j = 0; j < 6; ++j) F(j, j / 3) = 1 / std::sqrt(3.0);
  EXPECT_NEAR(fitted->objective(), literal(without, F, D, 2), 1e-6);
}

}  // namespace
}  // namespace manifact
