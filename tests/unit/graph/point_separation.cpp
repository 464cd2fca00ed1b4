// Separation of clusters of points: by gaps of the density and by Gaussians.
#include "graph/point_separation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "runtime/execution_context.hpp"

namespace {

using manifact::Index;

struct PointTable {
  Index columns;
  std::vector<double> values = {};
  std::vector<std::int32_t> labels = {};

  void add(const std::vector<double> &row, std::int32_t label) {
    values.insert(values.end(), row.begin(), row.end());
    labels.push_back(label);
  }
};

template <class Find>
auto found_in(const PointTable &table, const Find &find) {
  manifact::Monitor monitor;
  manifact::ThreadPool pool{1};
  manifact::ExecutionContext run{std::make_shared<manifact::Memory>(), pool, monitor};
  const Index n = static_cast<Index>(table.labels.size());
  manifact::Array<double> X(run.memory, n * table.columns);
  manifact::Array<std::int32_t> labels(run.memory, n);
  for (Index i = 0; i < n; ++i) {
    labels[i] = table.labels[static_cast<std::size_t>(i)];
    for (Index j = 0; j < table.columns; ++j)
      X[i * table.columns + j] = table.values[static_cast<std::size_t>(i * table.columns + j)];
  }
  manifact::DenseRows rows;
  rows.rows = n;
  rows.columns = rows.stride = table.columns;
  rows.reals = X.data();
  return find(manifact::DataView<double>(rows), labels, run);
}

std::vector<double> separations(const PointTable &table, Index k) {
  return found_in(table, [k](const auto &rows, const auto &labels, auto &run) {
    return point_separations(rows, labels, k, run);
  });
}

double least_of(const PointTable &table, Index k) {
  return found_in(table, [k](const auto &rows, const auto &labels, auto &run) {
    return smallest_separation(rows, labels, k, run);
  });
}

// Two round groups of n points in d dimensions, `away` standard deviations apart, in turn.
PointTable groups(Index n, Index d, double away, double shift = 0) {
  std::mt19937 random(static_cast<unsigned>(n + d));
  std::normal_distribution<double> noise;
  PointTable table{d};
  for (Index i = 0; i < 2 * n; ++i) {
    std::vector<double> row(static_cast<std::size_t>(d));
    for (double &x : row) x = noise(random) + shift;
    if (i % 2 == 1) row[0] += away;
    table.add(row, static_cast<std::int32_t>(i % 2));
  }
  return table;
}

// The halves of the first feature.
PointTable halves(PointTable table) {
  const std::size_t d = static_cast<std::size_t>(table.columns);
  for (std::size_t i = 0; i < table.labels.size(); ++i)
    table.labels[i] = table.values[i * d] > 0 ? 1 : 0;
  return table;
}

TEST(PointSeparation, of_groups_grows_with_their_distance) {
  for (const Index d : {1, 2, 10}) {
    EXPECT_EQ(separations(groups(200, d, 50), 2), (std::vector<double>{1, 1})) << d;
    EXPECT_GT(separations(groups(200, d, 7), 2)[0], 0.6) << d;
    EXPECT_LT(separations(groups(200, d, 0.5), 2)[0], 0.1) << d;
  }
}

// Three to one, at a distance where the Gaussians say more than the gaps: the variance along the
// line through both means is 1 + p q 7^2.
TEST(PointSeparation, of_groups_of_different_sizes) {
  const PointTable both = groups(200, 10, 7);
  PointTable uneven{10};
  for (std::size_t i = 0; i < both.labels.size(); ++i) {
    if (both.labels[i] == 1 && i % 6 != 1) continue;
    const auto row = both.values.begin() + static_cast<std::ptrdiff_t>(i) * 10;
    uneven.add({row, row + 10}, both.labels[i]);
  }
  const double p = 200 / static_cast<double>(uneven.labels.size()), q = 1 - p,
               entropy = -p * std::log(p) - q * std::log(q);
  for (const double found : separations(uneven, 2))
    EXPECT_NEAR(found, 1 - entropy / (std::log(1 + p * q * 49) / 2), 0.03);
}

TEST(PointSeparation, halves_of_one_group_are_not_separate) {
  for (const Index d : {2, 5, 20})
    EXPECT_LT(separations(halves(groups(500, d, 0)), 2)[0], 0.1) << d;
}

TEST(PointSeparation, the_least_is_0_unless_each_cluster_has_points) {
  PointTable two = groups(200, 2, 50);
  EXPECT_EQ(least_of(two, 2), 1);
  EXPECT_EQ(least_of(two, 3), 0);
  two.labels[0] = -1;  // a row without a cluster
  EXPECT_EQ(least_of(two, 2), 1);
  PointTable one = two;
  std::fill(one.labels.begin(), one.labels.end(), 1);
  EXPECT_EQ(least_of(one, 2), 0);
  const std::vector<double> near = separations(groups(200, 2, 7), 2);
  EXPECT_EQ(least_of(groups(200, 2, 7), 2), std::min(near[0], near[1]));
}

TEST(PointSeparation, is_that_of_the_nearest_other_cluster) {
  PointTable three = groups(200, 2, 0.5);
  const PointTable far = groups(50, 2, 0, 100);
  for (std::size_t i = 0; i < far.labels.size(); ++i)
    three.add({far.values[2 * i], far.values[2 * i + 1]}, 2);
  const std::vector<double> found = separations(three, 4);
  EXPECT_LT(found[0], 0.1);
  EXPECT_LT(found[1], 0.1);
  EXPECT_EQ(found[2], 1);
  EXPECT_TRUE(std::isnan(found[3]));  // without points
}

TEST(PointSeparation, of_rings_with_one_center) {
  PointTable rings{2};
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.05);
  for (int i = 0; i < 600; ++i) {
    const double radius = (i % 3 == 0 ? 1 : 2) + noise(random), angle = 2.399963 * i;
    rings.add({radius * std::cos(angle), radius * std::sin(angle)}, i % 3 == 0 ? 0 : 1);
  }
  EXPECT_GT(separations(rings, 2)[0], 0.9);
}

TEST(PointSeparation, does_not_depend_on_the_origin) {
  const PointTable here = groups(150, 3, 3), there = groups(150, 3, 3, 1e6);
  const std::vector<double> one = separations(here, 2), other = separations(there, 2);
  for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(one[c], other[c], 1e-6);
}

// Rows that alternate, more than are used.
TEST(PointSeparation, of_many_rows_is_that_of_a_sample) {
  EXPECT_LT(separations(groups(20'000, 2, 0.5), 2)[1], 0.1);
  const std::vector<double> apart = separations(groups(20'000, 2, 12), 2);
  EXPECT_EQ(apart, (std::vector<double>{1, 1}));
}

TEST(PointSeparation, of_one_cluster_is_no_number) {
  PointTable one = groups(20, 2, 9);
  for (std::int32_t &label : one.labels) label = 0;
  EXPECT_TRUE(std::isnan(separations(one, 1)[0]));
  for (std::int32_t &label : one.labels) label = -1;
  EXPECT_TRUE(std::isnan(separations(one, 2)[0]));
}

TEST(PointSeparation, of_equal_points_is_low) {
  PointTable equal{2};
  for (int i = 0; i < 40; ++i) equal.add({1, 2}, i % 2);
  EXPECT_LT(separations(equal, 2)[0], 0.1);
}

}  // namespace
