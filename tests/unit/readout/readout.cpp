// readout: memberships -> labels.
#include <set>

#include "readout/readout.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

Host &host() {
  static Host one(2);
  return one;
}

Plain rows(std::initializer_list<std::vector<double>> lines) {
  Plain A(static_cast<std::int64_t>(lines.size()),
          static_cast<std::int64_t>(lines.begin()->size()));
  A.values.clear();
  for (const auto &line : lines) A.values.insert(A.values.end(), line.begin(), line.end());
  return A;
}

Labels argmax(const Plain &V, const std::vector<double> &weights = {}) {
  Array<double> w(host().memory, static_cast<std::int64_t>(weights.size()));
  std::copy(weights.begin(), weights.end(), w.begin());
  const Labels found = listed(argmax_labels(dense<double>(V, host().memory), w, host().run));
  EXPECT_EQ(listed(argmax_labels(dense<float>(V, host().memory), w, host().run)), found);
  return found;
}

// Memberships of k clusters, mostly of cluster i % k.
Plain memberships(std::int64_t n, std::int64_t k, std::uint64_t seed) {
  Plain V = 0.3 * random_plain(n, k, seed);
  for (std::int64_t i = 0; i < n; ++i) V(i, i % k) += 1;
  return V;
}

std::vector<double> lengths(std::int64_t n) {
  std::vector<double> s;
  for (std::int64_t i = 0; i < n; ++i)
    s.push_back(std::pow(10.0, static_cast<double>(i * 7 % 11) - 5));
  return s;
}

double cosine(const Plain &V, std::int64_t i, const Plain &C, std::int64_t c) {
  double product = 0, vv = 0, cc = 0;
  for (std::int64_t l = 0; l < V.columns; ++l) {
    product += V(i, l) * C(l, c);
    vv += V(i, l) * V(i, l);
    cc += C(l, c) * C(l, c);
  }
  return product / std::sqrt(vv * cc);
}

TEST(ArgMax, is_the_largest_membership) {
  EXPECT_EQ(argmax(rows({{1, 2, 3}, {5, 4, 0}, {0, 1e-30, 0}})), (Labels{2, 0, 1}));
}

TEST(ArgMax, ties_go_to_the_lower_index) {
  EXPECT_EQ(argmax(rows({{1, 1, 1}, {0, 2, 2}, {3, 1, 3}})), (Labels{0, 1, 0}));
}

TEST(ArgMax, a_row_of_zeros_has_no_cluster) {
  EXPECT_EQ(argmax(rows({{0, 0}, {0, 1}})), (Labels{-1, 1}));
}

TEST(ArgMax, weights_scale_the_columns) {
  const Plain V = rows({{4, 3}, {2, 3}, {3, 1}});
  EXPECT_EQ(argmax(V), (Labels{0, 1, 0}));
  EXPECT_EQ(argmax(V, {1, 2}), (Labels{1, 1, 0}));
  EXPECT_EQ(argmax(V, {0, 1}), (Labels{1, 1, 1}));
  EXPECT_EQ(argmax(rows({{1, 0}}), {0, 1}), Labels{-1}) << "nothing is left";
}

TEST(KMeansReadout, finds_the_clusters_of_clear_memberships) {
  for (const Geometry geometry : {Geometry::spherical, Geometry::euclidean}) {
    const Labels found = listed(kmeans_labels(dense<double>(memberships(40, 4, 1), host().memory),
                                              geometry, 5, 0, host().run)
                                    .labels);
    for (std::size_t i = 4; i < 40; ++i) EXPECT_EQ(found[i], found[i % 4]);
    EXPECT_EQ(std::set<std::int32_t>(found.begin(), found.end()).size(), 4U);
  }
}

TEST(KMeansReadout, cosine_ignores_the_lengths_of_rows) {
  const Plain V = random_plain(50, 3, 2);
  const Labels found = listed(
      kmeans_labels(dense<double>(V, host().memory), Geometry::spherical, 5, 7, host().run).labels);
  EXPECT_EQ(listed(kmeans_labels(dense<double>(scaled(lengths(50), V, {}), host().memory),
                                 Geometry::spherical, 5, 7, host().run)
                       .labels),
            found);
  const Labels euclidean = listed(
      kmeans_labels(dense<double>(V, host().memory), Geometry::euclidean, 5, 7, host().run).labels);
  EXPECT_NE(listed(kmeans_labels(dense<double>(scaled(lengths(50), V, {}), host().memory),
                                 Geometry::euclidean, 5, 7, host().run)
                       .labels),
            euclidean);
}

TEST(KMeansReadout, cosine_reads_rows_whose_squares_vanish) {
  Plain V = memberships(24, 3, 3);
  const Labels found = listed(
      kmeans_labels(dense<double>(V, host().memory), Geometry::spherical, 5, 1, host().run).labels);
  for (std::int64_t i = 0; i < 24; ++i)
    for (std::int64_t c = 0; c < 3; ++c) V(i, c) *= i % 2 == 0 ? 1e-200 : 1e200;
  EXPECT_EQ(
      listed(kmeans_labels(dense<double>(V, host().memory), Geometry::spherical, 5, 1, host().run)
                 .labels),
      found);
  for (std::int64_t i = 0; i < 24; ++i)
    for (std::int64_t c = 0; c < 3; ++c) V(i, c) = memberships(24, 3, 3)(i, c) * 1e-30;
  EXPECT_EQ(
      listed(kmeans_labels(dense<float>(V, host().memory), Geometry::spherical, 5, 1, host().run)
                 .labels),
      found)
      << "float";
}

TEST(KMeansReadout, a_row_of_zeros_has_no_cluster) {
  Plain V = memberships(20, 2, 4);
  V(5, 0) = V(5, 1) = 0;
  for (const Geometry geometry : {Geometry::spherical, Geometry::euclidean}) {
    const Labels found =
        listed(kmeans_labels(dense<double>(V, host().memory), geometry, 5, 0, host().run).labels);
    EXPECT_EQ(found[5], -1);
    EXPECT_EQ(std::count(found.begin(), found.end(), -1), 1);
  }
  const Dense<double> nothing(host().memory, 6, 2);
  EXPECT_EQ(listed(kmeans_labels(nothing, Geometry::spherical, 5, 0, host().run).labels),
            Labels(6, -1));
}

TEST(KMeansReadout, centers_are_those_of_the_labels) {
  const Plain V = random_plain(60, 5, 5);
  for (const Geometry geometry : {Geometry::spherical, Geometry::euclidean}) {
    const Clustering<double> found =
        kmeans_labels(dense<double>(V, host().memory), geometry, 5, 3, host().run);
    EXPECT_EQ(listed(nearest_centers(dense<double>(V, host().memory), found.centers, geometry,
                                     host().run)),
              listed(found.labels));
  }
}

TEST(NearestCenters, by_distance_and_by_cosine) {
  const Plain V = random_plain(40, 4, 6), C = random_plain(4, 5, 7);
  const Labels near =
      listed(nearest_centers(dense<double>(V, host().memory), dense<double>(C, host().memory),
                             Geometry::euclidean, host().run));
  std::vector<double> inverse = diagonal(transposed(C) * C);
  for (double &x : inverse) x = 1 / std::sqrt(x);
  const Dense<double> unit = dense<double>(scaled({}, C, inverse), host().memory);
  const Labels along = listed(
      nearest_centers(dense<double>(V, host().memory), unit, Geometry::spherical, host().run));
  for (std::int64_t i = 0; i < V.rows; ++i)
    for (std::int64_t c = 0; c < C.columns; ++c) {
      const auto distance = [&](std::int64_t to) {
        double sum = 0;
        for (std::int64_t l = 0; l < V.columns; ++l)
          sum += (V(i, l) - C(l, to)) * (V(i, l) - C(l, to));
        return sum;
      };
      EXPECT_LE(distance(near[static_cast<std::size_t>(i)]), distance(c) + 1e-12);
      EXPECT_GE(cosine(V, i, C, along[static_cast<std::size_t>(i)]), cosine(V, i, C, c) - 1e-12);
    }
}

TEST(NearestCenters, ties_go_to_the_lower_index_and_zeros_to_none) {
  const Dense<double> C = dense<double>(rows({{1, 1, 0}, {0, 0, 1}}), host().memory);
  for (const Geometry geometry : {Geometry::spherical, Geometry::euclidean})
    EXPECT_EQ(listed(nearest_centers(
                  dense<double>(rows({{2, 0}, {0, 3}, {0, 0}, {1e-200, 0}}), host().memory), C,
                  geometry, host().run)),
              (Labels{0, 2, -1, 0}));
}

}  // namespace
}  // namespace manifact
