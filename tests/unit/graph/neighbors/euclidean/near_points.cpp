// graph/neighbors/euclidean: the nearest points equal those of the plain search, bitwise, by every
// algorithm.
#include <gtest/gtest.h>

#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "reference/near_points.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

void expect_same(const std::vector<NearPoint> &got, const std::vector<NearPoint> &right,
                 const char *what) {
  ASSERT_EQ(got.size(), right.size());
  for (std::size_t e = 0; e < got.size(); ++e) {
    ASSERT_EQ(got[e].index, right[e].index) << what << ", entry " << e;
    ASSERT_EQ(got[e].distance, right[e].distance) << what << ", entry " << e;
  }
}

void expect_plain_points(const Plain &Y, std::int64_t q) {
  const std::vector<NearPoint> right = plain_nearest(Y, q);
  std::vector<std::int32_t> some;
  for (std::int64_t i = Y.rows - 1; i >= 0; i -= 3) some.push_back(static_cast<std::int32_t>(i));
  for (const std::int64_t threads : {1, 3})
    for (const bool tree : {true, false}) {
      Host host(threads);
      const Dense<double> points = dense<double>(Y, host.memory);
      const auto search = tree ? box_tree(points, host.run) : all_pairs(points, host.run);
      Array<NearPoint> near(host.memory, Y.rows * q);
      search->nearest(nullptr, Y.rows, q, near.data(), host.run);
      expect_same(listed(near), right, tree ? "tree" : "pairs");
      search->nearest(some.data(), static_cast<std::int64_t>(some.size()), q, near.data(),
                      host.run);
      for (std::size_t r = 0; r < some.size(); ++r) {
        const auto from = right.begin() + some[r] * q;
        const NearPoint *const got = near.data() + static_cast<std::int64_t>(r) * q;
        expect_same({got, got + q}, {from, from + q}, tree ? "tree, some" : "pairs, some");
      }
    }
}

TEST(NearPoints, few_and_many_columns) {
  for (const std::int64_t d : {1, 2, 3, 5, 8, 17, 33, 70})
    for (const std::int64_t q : {1, 7, 40}) {
      if (support::is_sanitized && q == 7) continue;  // time
      expect_plain_points(random_plain(301, d, 3), q);
    }
}

TEST(NearPoints, every_number_of_points_around_the_blocks) {
  for (std::int64_t n = 2; n < 40; ++n)
    expect_plain_points(random_plain(n, 3, 5), std::min<std::int64_t>(n - 1, 4));
  for (const std::int64_t n : {63, 64, 65, 127, 129, 255, 257, 511, 513, 600})
    expect_plain_points(random_plain(n, 4, 6), 6);
}

TEST(NearPoints, ties_go_to_the_lower_index) {
  expect_plain_points(whole_numbers(500, 3, 0, 3, 1), 9);
  expect_plain_points(whole_numbers(300, 12, 0, 1, 2), 5);
  expect_plain_points(whole_numbers(200, 2, 1, 1, 0), 30);  // one point, 200 times
}

TEST(NearPoints, tight_groups_and_an_offset_that_hides_them) {
  expect_plain_points(memberships(400, 10, 1e-5, 7), 8);
  expect_plain_points(memberships(400, 30, 1e-9, 8), 8);
  Plain far = memberships(300, 5, 1e-3, 9);
  for (double &y : far.values) y += 1e6;
  expect_plain_points(far, 8);
}

TEST(NearPoints, what_is_known_of_neighbors_changes_nothing) {
  for (const std::int64_t d : {3, 12, 40}) {
    const Plain Y = memberships(500, d, 0.3, 11);
    const std::vector<NearPoint> right = plain_nearest(Y, 6);
    Host host(2);
    const Dense<double> points = dense<double>(Y, host.memory);
    std::vector<std::int32_t> exact, far;
    for (std::size_t e = 0; e < right.size(); ++e) {
      exact.push_back(right[e].index);
      far.push_back(static_cast<std::int32_t>((e / 6 + 1 + 40 * (e % 6)) % 500));
    }
    expect_same(listed(nearest_points(points, 6, host.run)), right, "nothing known");
    expect_same(listed(nearest_points(points, 6, host.run, exact.data())), right, "all known");
    expect_same(listed(nearest_points(points, 6, host.run, far.data())), right, "far ones known");
    const auto pairs = all_pairs(points, host.run);
    std::vector<double> limits;
    for (std::size_t i = 0; i < 500; ++i) limits.push_back(right[6 * i + 5].distance);
    Array<NearPoint> near(host.memory, 3000);
    pairs->nearest(nullptr, 500, 6, near.data(), host.run, limits.data());
    expect_same(listed(near), right, "all pairs, the last distance known");
  }
}

// Dense rows of a type, selected and scaled as they are read: the same as of an array.
TEST(NearPoints, of_dense_rows_in_place) {
  for (const std::int64_t d : {3, 40, 250}) {
    const Plain A = memberships(500, d, 0.3, 12);
    const std::vector<float> values(A.values.begin(), A.values.end());
    const std::vector<double> shift(static_cast<std::size_t>(d), 0.1),
        spread(static_cast<std::size_t>(d), 0.7);
    Host host(2);
    Array<std::int32_t> chosen(host.memory, 300);
    for (std::int64_t a = 0; a < 300; ++a) chosen[a] = static_cast<std::int32_t>((a * 7) % 500);
    DenseRows X;
    X.rows = 500, X.columns = X.stride = d;
    X.singles = values.data();
    X.shift = shift.data(), X.spread = spread.data();
    const PointView rows(selected_rows(X, chosen));
    Plain Y(300, d);
    for (std::int64_t a = 0; a < 300; ++a)
      for (std::int64_t c = 0; c < d; ++c) Y(a, c) = rows(a, c);
    expect_same(listed(nearest_points(rows, 6, host.run)), plain_nearest(Y, 6), "in place");
  }
}

TEST(NearPoints, spread_points_and_groups_go_different_ways_to_the_same_end) {
  for (const Plain &Y : {random_plain(900, 25, 3), memberships(900, 25, 1e-4, 3)}) {
    Host host;
    const Dense<double> points = dense<double>(Y, host.memory);
    expect_same(listed(nearest_points(points, 9, host.run)), plain_nearest(Y, 9), "either");
  }
}

// So many that a point cannot be compared with all others at distance zero.
TEST(NearPoints, repeated_points_find_the_first_of_their_like) {
  constexpr std::int64_t n = support::all_or_few(300000, 60000), q = 9, places = 3;
  Host host(2);
  for (const std::int64_t d : {1, 4}) {
    Dense<double> Y(host.memory, n, d);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = 0; c < d; ++c)
        Y(i, c) = static_cast<double>((i % places + 2 * c) % places);
    const Array<NearPoint> near = nearest_points(Y, q, host.run);
    for (std::int64_t i = 0; i < n; i += 997)
      for (std::int64_t h = 0; h < q; ++h) {
        const std::int64_t first = i % places + h * places,
                           other = first < i ? first : first + places;  // the point itself left out
        ASSERT_EQ(near[i * q + h].distance, 0);
        ASSERT_EQ(near[i * q + h].index, other) << i << ", " << h;
      }
  }
}

TEST(NearPoints, a_cancelled_search_ends) {
  Host host;
  const Dense<double> Y = dense<double>(random_plain(500, 4, 1), host.memory);
  host.monitor.cancel = true;
  expect_error(Status::cancelled, "", [&] { nearest_points(Y, 5, host.run); });
}

TEST(NearPoints, rows_have_a_common_length_or_none) {
  Host host;
  for (const double length : {0.25, 3.0}) {
    Plain Y = random_plain(7, 4, 1);
    for (std::int64_t i = 0; i < 7; ++i) {
      double square = 0;
      for (std::int64_t j = 0; j < 4; ++j) square += Y(i, j) * Y(i, j);
      for (std::int64_t j = 0; j < 4; ++j) Y(i, j) *= i == 5 ? 0 : length / std::sqrt(square);
    }
    const auto of = [&] {
      return common_length<double>(csr<double>(Y, host.memory).view(), host.run);
    };
    EXPECT_NEAR(of(), length, 1e-12) << "a row of zeros has none";
    for (const std::int64_t odd : {0, 3, 6}) {
      const Plain before = Y;
      for (std::int64_t j = 0; j < 4; ++j) Y(odd, j) *= 1.01;
      EXPECT_EQ(of(), 0) << odd;
      Y = before;
    }
  }
}

TEST(NearPoints, rows_of_a_length_without_a_square_are_refused) {
  Host host;
  const SearchRequest by_distance{.metric = Metric::euclidean};
  for (const double length : {1e208, 1e-208, 1e3}) {
    Plain Y(4, 4);
    for (std::int64_t i = 0; i < 4; ++i) Y(i, i % 3) = length;
    const Csr<double> rows = csr<double>(Y, host.memory);
    const DataView<double> X(rows.view());
    const auto search = [&] { return nearest_neighbors(X, 2, host.run, by_distance); };
    if (length == 1e3) {
      const Neighbors found = search();
      EXPECT_EQ(found.index[0], 3) << "its like";
      EXPECT_EQ(found.cosine[0], 0);
    } else {
      expect_error(Status::value, "whose square is out of the range", search);
    }
  }
}

// Texts of unit length are compared by their cosines in a fit, whatever their small features are.
TEST(NearPoints, new_points_may_be_as_near_as_no_square_tells) {
  Host host;
  const auto rows_of = [&](double other) {
    Plain Y(3, 2);
    for (std::int64_t i = 0; i < 3; ++i) Y(i, 0) = 1, Y(i, 1) = i == 2 ? other : 0;
    return csr<double>(Y, host.memory);
  };
  const Csr<double> near = rows_of(1e-261), far = rows_of(1e261);
  const DataView<double> N(near.view()), F(far.view());
  const auto message = "whose square is out of the range";
  expect_error(Status::value, message, [&] { euclidean_neighbors(N, 2, host.run, {}); });
  expect_error(Status::value, message, [&] { euclidean_neighbors(F, 2, host.run, {}); });
  expect_error(Status::value, message, [&] { euclidean_neighbors(F, N, 2, host.run, {}); });
  const Neighbors found = euclidean_neighbors(N, N, 2, host.run, {});
  for (std::int64_t i = 0; i < 3; ++i) {
    ASSERT_EQ(found.count[i], 2);
    for (std::int64_t q = 0; q < 2; ++q) {
      EXPECT_EQ(found.index[2 * i + q], q) << "the lower index of equals";
      EXPECT_EQ(found.cosine[2 * i + q], 0);
    }
  }
}

}  // namespace
}  // namespace manifact
