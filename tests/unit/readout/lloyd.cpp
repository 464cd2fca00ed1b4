// readout/lloyd: k-means by its definition. Labels are nearest centers, centers are means, and no
// round increases the objective.
#include <numeric>
#include <set>

#include "linalg/data/products.hpp"
#include "readout/lloyd.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

// Points around k far corners, i in blob i % k.
Plain blobs(std::int64_t n, std::int64_t d, std::int64_t k, std::uint64_t seed) {
  Plain X = 0.2 * random_plain(n, d, seed);
  for (std::int64_t i = 0; i < n; ++i) X(i, i % k) += 5;
  return X;
}

Labels blob_of(std::int64_t n, std::int64_t k) {
  Labels labels;
  for (std::int64_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(i % k));
  return labels;
}

// Equal up to a renumbering of the clusters.
bool same_partition(const Labels &a, const Labels &b) {
  std::set<std::pair<std::int32_t, std::int32_t>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.insert({a[i], b[i]});
  return a.size() == b.size() &&
         pairs.size() == std::set<std::int32_t>(a.begin(), a.end()).size() &&
         pairs.size() == std::set<std::int32_t>(b.begin(), b.end()).size();
}

double distance(const Plain &X, std::int64_t i, const Plain &C, std::int64_t c, Geometry geometry) {
  double square = 0, product = 0, xx = 0;
  for (std::int64_t j = 0; j < X.columns; ++j) {
    square += (X(i, j) - C(j, c)) * (X(i, j) - C(j, c));
    product += X(i, j) * C(j, c);
    xx += X(i, j) * X(i, j);
  }
  return geometry == Geometry::euclidean ? square : 1 - product / std::sqrt(xx);
}

// The postconditions of a round, except for the order of its steps: labels are nearest, the
// objective is theirs.
template <class T>
void expect_sound(const Plain &X, const Lloyd<T> &lloyd, Geometry geometry) {
  const double tolerance = sizeof(T) == 8 ? 1e-12 : 1e-4;
  const Plain C = plain(lloyd.centers());
  double sum = 0;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    const std::int32_t label = lloyd.labels()[i];
    if (label < 0) continue;
    const double own = distance(X, i, C, label, geometry);
    for (std::int64_t c = 0; c < C.columns; ++c)
      EXPECT_LE(own, distance(X, i, C, c, geometry) + tolerance) << "point " << i;
    sum += own;
  }
  EXPECT_NEAR(lloyd.objective(), sum, tolerance * static_cast<double>(X.rows));
}

// The mean of each cluster, or of its points of unit length and then to unit length; one column
// each.
Plain means(const Plain &X, const Labels &labels, std::int64_t k, Geometry geometry) {
  Plain C(X.columns, k);
  for (std::int64_t i = 0; i < X.rows; ++i) {
    if (labels[static_cast<std::size_t>(i)] < 0) continue;
    double square = 0;
    for (std::int64_t j = 0; j < X.columns; ++j) square += X(i, j) * X(i, j);
    for (std::int64_t j = 0; j < X.columns; ++j)
      C(j, labels[static_cast<std::size_t>(i)]) +=
          geometry == Geometry::euclidean ? X(i, j) : X(i, j) / std::sqrt(square);
  }
  std::vector<double> inverse = diagonal(transposed(C) * C);
  for (std::int32_t c = 0; c < k; ++c) {
    const double count = static_cast<double>(std::count(labels.begin(), labels.end(), c));
    double &x = inverse[static_cast<std::size_t>(c)];
    x = 1 / (geometry == Geometry::euclidean ? count : std::sqrt(x));
  }
  return scaled({}, C, inverse);
}

class KMeans : public testing::TestWithParam<Geometry> {
 protected:
  // As sparse rows, or as dense ones.
  template <class T>
  std::unique_ptr<Points<T>> points(const Plain &X, bool sparse) {
    if (!sparse) return dense_points<T>(keep(dense_, dense<T>(X, host_.memory)));
    return data_points<T>(data(keep(sparse_, csr<T>(X, host_.memory))), host_.run);
  }

  Host host_{2};

 private:
  template <class A>
  const A &keep(std::vector<std::shared_ptr<void>> &all, A &&a) {
    const auto kept = std::make_shared<A>(std::move(a));
    all.push_back(kept);
    return *kept;
  }
  std::vector<std::shared_ptr<void>> dense_, sparse_;
};

TEST_P(KMeans, each_round_lowers_the_objective_and_the_last_is_a_fixed_point) {
  for (const bool sparse : {true, false})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Plain X = random_plain(60, 8, seed, 0.5) + 0.01 * random_plain(60, 8, seed + 50);
      const auto all = points<double>(X, sparse);
      Lloyd<double> lloyd(*all, 6, GetParam(), false, host_.run);
      Rng rng(seed);
      lloyd.start_plus_plus(rng);
      expect_sound(X, lloyd, GetParam());
      int rounds = 0;
      for (bool changed = true; changed; ++rounds) {
        ASSERT_LT(rounds, 100);
        const double before = lloyd.objective();
        changed = lloyd.update();
        EXPECT_LE(lloyd.objective(), before * (1 + 1e-12)) << "round " << rounds;
        expect_sound(X, lloyd, GetParam());
      }
      EXPECT_LT(
          relative_error(plain(lloyd.centers()), means(X, listed(lloyd.labels()), 6, GetParam())),
          1e-13);
      EXPECT_GT(rounds, 1) << "a problem that tests something";
    }
}

TEST_P(KMeans, float_points) {
  const Plain X = random_plain(60, 8, 3);
  const auto all = points<float>(X, true);
  Lloyd<float> lloyd(*all, 4, GetParam(), false, host_.run);
  Rng rng(1);
  lloyd.start_plus_plus(rng);
  for (int round = 0; round < 20 && lloyd.update(); ++round) expect_sound(X, lloyd, GetParam());
}

TEST_P(KMeans, separate_blobs_are_found_from_any_seed) {
  const Plain X = blobs(90, 7, 5, 1);
  for (const bool sparse : {true, false}) {
    const auto all = points<double>(X, sparse);
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Clustering<double> found =
          cluster_points(*all, 5, GetParam(), false, 1, Rng(seed), host_.run);
      EXPECT_TRUE(same_partition(listed(found.labels), blob_of(90, 5))) << "seed " << seed;
    }
  }
}

TEST_P(KMeans, more_starts_are_never_worse) {
  const Plain X = random_plain(80, 6, 9);
  const auto all = points<double>(X, true);
  const auto value = [&](std::int64_t starts) {
    const Clustering<double> found =
        cluster_points(*all, 9, GetParam(), false, starts, Rng(4), host_.run);
    double sum = 0;
    for (std::int64_t i = 0; i < X.rows; ++i)
      sum += distance(X, i, plain(found.centers), found.labels[i], GetParam());
    return sum;
  };
  double before = value(1);
  const double first = before;
  for (const std::int64_t starts : {2, 5, 20}) {  // the first of them are the same
    EXPECT_LE(value(starts), before + 1e-12);
    before = value(starts);
  }
  EXPECT_LT(before, first) << "a problem that tests something";
}

TEST_P(KMeans, an_empty_cluster_takes_the_farthest_point) {
  // All in cluster 0: the other two take point 5, the farthest, and then point 4.
  Plain X(6, 3);
  for (std::int64_t i = 0; i < 6; ++i) X(i, 0) = 1, X(i, 1) = 0.01 * static_cast<double>(i);
  X(4, 1) = 2;
  X(5, 2) = 9;
  const auto all = points<double>(X, true);
  Lloyd<double> lloyd(*all, 3, GetParam(), false, host_.run);
  const Labels zeros(6, 0);
  lloyd.start_labels(zeros.data());
  while (lloyd.update()) {
  }
  EXPECT_TRUE(same_partition(listed(lloyd.labels()), {0, 0, 0, 0, 1, 2}))
      << testing::PrintToString(listed(lloyd.labels()));
  expect_sound(X, lloyd, GetParam());
}

TEST_P(KMeans, fewer_distinct_points_than_clusters) {
  for (const bool sparse : {true, false}) {
    Plain X(30, 4);
    for (std::int64_t i = 0; i < 30; ++i)
      for (std::int64_t j = 0; j < 4; ++j)
        X(i, j) = 0.1 + 0.7 * static_cast<double>((i % 3 + 1) * (j + 2) % 5);
    const auto all = points<double>(X, sparse);
    Lloyd<double> lloyd(*all, 5, GetParam(), false, host_.run);
    Rng rng(2);
    lloyd.start_plus_plus(rng);
    int rounds = 0;
    while (lloyd.update())
      ASSERT_LT(++rounds, 20) << "rounding must not chase equal points through empty clusters";
    EXPECT_TRUE(same_partition(listed(lloyd.labels()), blob_of(30, 3)));
    EXPECT_LT(lloyd.objective(), 1e-12);
  }
}

TEST_P(KMeans, start_labels_give_their_centers) {
  const Plain X = random_plain(20, 5, 7);
  const auto all = points<double>(X, false);
  Lloyd<double> lloyd(*all, 3, GetParam(), false, host_.run);
  Labels labels;
  for (std::int32_t i = 0; i < 20; ++i)
    labels.push_back(i % 4 - 1);  // -1: in no center, but labeled afterwards
  lloyd.start_labels(labels.data());
  EXPECT_LT(relative_error(plain(lloyd.centers()), means(X, labels, 3, GetParam())), 1e-14);
  for (const std::int32_t label : lloyd.labels()) EXPECT_GE(label, 0);
  expect_sound(X, lloyd, GetParam());
}

TEST_P(KMeans, kept_centers_are_restored) {
  const Plain X = random_plain(40, 5, 8);
  const auto all = points<double>(X, true);
  Lloyd<double> lloyd(*all, 4, GetParam(), false, host_.run);
  Rng rng(3);
  lloyd.start_plus_plus(rng);
  lloyd.update();
  const Array<std::int32_t> labels = lloyd.labels().copy();
  const Dense<double> centers = lloyd.centers().copy();
  const double objective = lloyd.objective();
  lloyd.start_plus_plus(rng);
  lloyd.restore(labels, centers);
  EXPECT_EQ(listed(lloyd.labels()), listed(labels));
  EXPECT_LT(relative_error(plain(lloyd.centers()), plain(centers)), 1e-15);
  EXPECT_NEAR(lloyd.objective(), objective, 1e-12);
}

TEST_P(KMeans, rows_of_zeros) {
  Plain X = blobs(12, 4, 2, 5);
  for (std::int64_t j = 0; j < 4; ++j) X(3, j) = X(8, j) = 0;
  for (const bool skip : {true, false}) {
    const auto all = points<double>(X, true);
    const Clustering<double> found =
        cluster_points(*all, 3, GetParam(), skip, 5, Rng(1), host_.run);
    const bool skipped = skip || GetParam() == Geometry::spherical;
    EXPECT_EQ(found.labels[3], found.labels[8]);
    EXPECT_EQ(found.labels[3] < 0, skipped);
    for (std::int64_t i = 0; i < 12; ++i) {
      if (i == 3 || i == 8) continue;
      EXPECT_GE(found.labels[i], 0);
      if (!skipped) {
        EXPECT_NE(found.labels[i], found.labels[3]) << "the zeros are the third blob";
      }
    }
  }
}

TEST_P(KMeans, same_seed_and_any_threads_give_the_same_bits) {
  const Plain X =
      random_plain(2500, 6, 11, 0.5) + 0.01 * random_plain(2500, 6, 12);  // three blocks of points
  const Csr<double> rows = csr<double>(X, host_.memory);
  const auto clustered = [&](std::int64_t threads, std::uint64_t seed) {
    Host host(threads);
    return cluster_points(*data_points<double>(data(rows), host.run), 7, GetParam(), false, 2,
                          Rng(seed), host.run);
  };
  const Clustering<double> one = clustered(1, 5);
  for (const std::int64_t threads : {1, 2, 5}) {
    const Clustering<double> again = clustered(threads, 5);
    EXPECT_EQ(listed(again.labels), listed(one.labels)) << threads << " threads";
    EXPECT_EQ(plain(again.centers), plain(one.centers)) << threads << " threads";
  }
  EXPECT_NE(plain(clustered(1, 6).centers), plain(one.centers)) << "another seed";
}

// Sums of dense rows are kept from round to round, those of sparse rows are not.
TEST_P(KMeans, dense_and_sparse_rows_have_the_same_clusters) {
  const Plain X = random_plain(300, 150, 3, 0.5) + 0.3 * blobs(300, 150, 6, 4);
  const auto sparse = points<double>(X, true);
  const Dense<double> values = dense<double>(X, host_.memory);
  Array<std::int32_t> columns(host_.memory, X.columns);
  std::iota(columns.begin(), columns.end(), 0);
  const auto rows = data_points<double>(DataView<double>(rows_of(values, columns)), host_.run);
  EXPECT_TRUE(rows->keeps_sums());
  Lloyd<double> slow(*sparse, 6, GetParam(), false, host_.run),
      fast(*rows, 6, GetParam(), false, host_.run);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {  // a new start forgets the sums
    Rng one(seed), two(seed);
    slow.start_plus_plus(one);
    fast.start_plus_plus(two);
    for (int round = 0; round < 20; ++round) {
      EXPECT_EQ(fast.update(), slow.update());
      EXPECT_EQ(listed(fast.labels()), listed(slow.labels())) << seed << ", round " << round;
      EXPECT_LE(relative_error(plain(fast.centers()), plain(slow.centers())), 1e-12);
    }
  }
}

// Of many points the start is one on a sample, and the rounds are over all points.
TEST_P(KMeans, start_of_many_points) {
  constexpr std::int64_t n = 41'000, k = 5;
  ASSERT_LT(points_of_start(n, k), n);
  ASSERT_EQ(points_of_start(39'000, k), 39'000);
  const Plain X = blobs(n, 6, k, 3);
  for (const bool sparse : {true, false}) {
    const auto all = points<float>(X, sparse);
    std::vector<Labels> found;
    for (const std::int64_t threads : {1, 3}) {
      Host host(threads);
      Clustering<float> one = cluster_points(*all, k, GetParam(), false, 2, Rng(4), host.run);
      EXPECT_TRUE(same_partition(listed(one.labels), blob_of(n, k)));
      Lloyd<float> lloyd(*all, k, GetParam(), false, host.run);
      Rng rng(7);
      lloyd.start(rng, 1);
      found.push_back(listed(lloyd.labels()));
    }
    EXPECT_EQ(found[0], found[1]);
  }
}

// The objective that is followed with the sums of the clusters, and that of all distances.
void expect_the_followed_objective(const Plain &X) {
  Host host{2};
  const Dense<double> values = dense<double>(X, host.memory);
  Array<std::int32_t> columns(host.memory, X.columns);
  std::iota(columns.begin(), columns.end(), 0);
  const auto rows = data_points<double>(DataView<double>(rows_of(values, columns)), host.run);
  Lloyd<double> slow(*rows, 9, Geometry::euclidean, true, host.run),
      fast(*rows, 9, Geometry::euclidean, true, host.run, nullptr, true);
  Rng one(1), two(1);
  slow.start_plus_plus(one);
  fast.start_plus_plus(two);
  int rounds = 0;
  for (bool changed = true; changed && rounds < 100; ++rounds) {
    changed = slow.update();
    EXPECT_EQ(fast.update(), changed) << rounds;
    EXPECT_EQ(listed(fast.labels()), listed(slow.labels())) << rounds;
    EXPECT_NEAR(fast.objective(), slow.objective(), 1e-12 * slow.objective()) << rounds;
  }
  EXPECT_GT(rounds, 8);
  EXPECT_EQ(fast.objective(), slow.objective());
}

TEST(KMeansBounds, follow_the_objective) {
  const Plain X = random_plain(3000, 7, 5);
  expect_the_followed_objective(X);
  expect_the_followed_objective(1e-3 * X);  // less than 1
}

// Few distinct points leave clusters empty, which are refilled.
template <class T>
void expect_the_same_with_bounds(Host &host, const Plain &X, Index k, int least_rounds) {
  const Dense<T> rows = dense<T>(X, host.memory);
  const auto all = dense_points<T>(rows);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Lloyd<T> all_products(*all, k, Geometry::euclidean, true, host.run),
        some_products(*all, k, Geometry::euclidean, true, host.run, nullptr, true);
    Rng one(seed), two(seed);
    all_products.start_plus_plus(one);
    some_products.start_plus_plus(two);
    int rounds = 0;
    for (bool changed = true; changed && rounds < 100; ++rounds) {
      changed = all_products.update();
      EXPECT_EQ(some_products.update(), changed) << rounds;
      ASSERT_EQ(listed(some_products.labels()), listed(all_products.labels())) << rounds;
      EXPECT_EQ(plain(some_products.centers()), plain(all_products.centers())) << rounds;
    }
    EXPECT_GE(rounds, least_rounds);
    EXPECT_EQ(some_products.objective(), all_products.objective());
  }
}

TEST(KMeansBounds, change_no_bit) {
  Host host{2};
  const Plain X = random_plain(3000, 7, 5);
  expect_the_same_with_bounds<double>(host, X, 9, 8);
  expect_the_same_with_bounds<float>(host, X, 9, 8);
  Plain repeated(2500, 4);
  for (std::int64_t i = 0; i < repeated.rows; ++i)
    for (std::int64_t j = 0; j < 4; ++j)
      repeated(i, j) = static_cast<double>((i % 11) * (j + 1) % 5) + 1e-3 * (i % 3 == 0 ? 1 : 0);
  expect_the_same_with_bounds<double>(host, repeated, 30, 1);
  expect_the_same_with_bounds<float>(host, repeated, 30, 1);
}

INSTANTIATE_TEST_SUITE_P(, KMeans, testing::Values(Geometry::euclidean, Geometry::spherical),
                         [](const testing::TestParamInfo<Geometry> &geometry) {
                           return geometry.param == Geometry::euclidean ? "euclidean" : "spherical";
                         });

}  // namespace
}  // namespace manifact
