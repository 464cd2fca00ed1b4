// graph/learned/adaptive: the weights match the definition and solve its problem.
#include <gtest/gtest.h>

#include "graph/learned/adaptive.hpp"
#include "io/reader.hpp"
#include "reference/near_points.hpp"
#include "support/expect_error.hpp"
#include "support/handles.hpp"

namespace manifact {
namespace {

// The projection of u onto the simplex.
std::vector<double> on_simplex(std::vector<double> u) {
  std::vector<double> falling = u;
  std::sort(falling.begin(), falling.end(), std::greater<>());
  const double theta = simplex_threshold(static_cast<std::int64_t>(u.size()), [&](std::int64_t j) {
    return falling[static_cast<std::size_t>(j)];
  });
  for (double &x : u) x = std::fmax(x - theta, 0);
  return u;
}

TEST(Simplex, projection_is_the_nearest_point) {
  Rng rng(5, 1);
  for (std::int64_t count = 1; count < 30; ++count) {
    std::vector<double> u(static_cast<std::size_t>(count));
    for (double &x : u) x = 4 * rng.uniform() - 2;
    const std::vector<double> x = on_simplex(u);
    double sum = 0, threshold = -INFINITY;
    for (const double value : x) sum += value;
    EXPECT_NEAR(sum, 1, 1e-14);
    for (std::size_t j = 0; j < u.size(); ++j)
      if (x[j] > 0) threshold = u[j] - x[j];
    for (std::size_t j = 0; j < u.size();
         ++j) {  // the conditions of the minimum: u - x = theta where x > 0, u <= theta elsewhere
      if (x[j] > 0)
        EXPECT_NEAR(u[j] - x[j], threshold, 1e-14);
      else
        EXPECT_LE(u[j], threshold + 1e-14);
    }
  }
}

// The rule of the reference, dense and slow.
Plain plain_rows(const Plain &Y, std::int64_t k) {
  Plain A(Y.rows, Y.rows);
  const std::vector<NearPoint> near = plain_nearest(Y, k + 1);
  for (std::int64_t i = 0; i < Y.rows; ++i) {
    const auto row = near.begin() + i * (k + 1);
    double sum = 0;
    for (std::int64_t h = 0; h < k; ++h) sum += (row + h)->distance;
    const double last = (row + k)->distance, gap = static_cast<double>(k) * last - sum;
    for (std::int64_t h = 0; h < k; ++h)
      A(i, (row + h)->index) =
          gap > 0 ? (last - (row + h)->distance) / gap : 1 / static_cast<double>(k);
  }
  return A;
}

TEST(AdaptiveNeighbors, row_weights_are_those_of_the_definition) {
  for (const std::int64_t d : {2, 6, 40}) {
    const Plain Y = random_plain(200, d, 4);
    Host host;
    const AdaptiveNeighbors found = adaptive_neighbors(dense<double>(Y, host.memory), 7, host.run);
    EXPECT_EQ(found.k, 7);
    EXPECT_EQ(found.alike, 0);
    EXPECT_EQ(plain(found.A.view()), plain_rows(Y, 7));
    for (const double sum : row_sums(plain(found.A.view()))) EXPECT_NEAR(sum, 1, 1e-14);
    EXPECT_EQ(diagonal(plain(found.A.view())), std::vector<double>(200));
  }
}

TEST(AdaptiveNeighbors, as_many_neighbors_as_asked_and_the_gamma_that_leaves_them) {
  const Plain Y = random_plain(150, 3, 8);
  Host host;
  const AdaptiveNeighbors found = adaptive_neighbors(dense<double>(Y, host.memory), 5, host.run);
  EXPECT_EQ(found.A.entries(), 5 * 150);
  for (std::int64_t i = 0; i < 150;
       ++i) {  // gamma_i makes the closed form the projection of the row
    std::vector<double> u(149);
    for (std::int64_t j = 0, e = 0; j < 150; ++j)
      if (j != i)
        u[static_cast<std::size_t>(e++)] = -plain_distance(Y, i, j) / (2 * found.gamma[i]);
    u = on_simplex(u);
    for (std::int64_t j = 0, e = 0; j < 150; ++j)
      if (j != i) {
        EXPECT_NEAR(value_at(found.A, i, j), u[static_cast<std::size_t>(e++)], 1e-13);
      }
  }
}

TEST(AdaptiveNeighbors, duplicates_share_the_weight) {
  Plain Y = random_plain(60, 3, 2);
  for (std::int64_t i = 0; i < 20; ++i)
    for (std::int64_t c = 0; c < 3; ++c) Y(3 * i, c) = Y(0, c);
  Host host;
  const AdaptiveNeighbors found = adaptive_neighbors(dense<double>(Y, host.memory), 4, host.run);
  std::int64_t alike = 0;  // also points whose nearest neighbors are all duplicates
  const std::vector<NearPoint> near = plain_nearest(Y, 5);
  for (std::size_t i = 0; i < 60; ++i)
    alike += near[5 * i].distance == near[5 * i + 4].distance ? 1 : 0;
  EXPECT_GE(alike, 20);
  EXPECT_EQ(found.alike, alike);
  for (const std::int64_t j : {3, 6, 9, 12}) EXPECT_EQ(value_at(found.A, 0, j), 0.25);
  for (const std::int64_t j : {0, 3, 6, 9}) EXPECT_EQ(value_at(found.A, 57, j), 0.25);
  const AdaptiveNeighbors same =
      adaptive_neighbors(dense<double>(whole_numbers(30, 2, 0, 0, 1), host.memory), 4, host.run);
  EXPECT_EQ(same.alike, 30);
  EXPECT_EQ(same.mean_gamma(), 0);
  for (const double value : same.A.values) EXPECT_EQ(value, 0.25);
}

// Sparse rows of any length, many columns: the result equals that of dense rows.
TEST(AdaptiveNeighbors, sparse_rows_have_the_neighbors_of_points) {
  const Plain X = random_plain(80, 300, 7, 0.05);
  for (const std::int64_t threads : {1, 3}) {
    Host host(threads);
    const AdaptiveNeighbors right = adaptive_neighbors(dense<double>(X, host.memory), 6, host.run);
    const AdaptiveNeighbors found =
        adaptive_rows(data(csr<double>(X, host.memory).view()), 6, false, host.run);
    EXPECT_LT(relative_error(plain(found.A.view()), plain(right.A.view())), 1e-12);
    EXPECT_NEAR(found.mean_gamma(), right.mean_gamma(), 1e-12 * right.mean_gamma());
    EXPECT_EQ(found.alike, right.alike);
  }
}

// Multiples of 2^-16 moved by 2^33: no sum is rounded.
Plain moved_points(std::int64_t n, std::int64_t d, double by) {
  Plain Y = random_plain(n, d, 11);
  for (double &y : Y.values) y = std::floor(y * 0x1p16) / 0x1p16 + by;
  return Y;
}

TEST(AdaptiveNeighbors, points_far_from_the_origin_have_those_they_have_near_it) {
  Host host;
  const auto rows_of = [&](const Plain &Y) {
    return adaptive_rows(data(csr<double>(Y, host.memory).view()), 5, false, host.run);
  };
  const Plain here = moved_points(120, 3, 0x1p-16), there = moved_points(120, 3, 0x1p33);
  const AdaptiveNeighbors near = adaptive_neighbors(dense<double>(here, host.memory), 5, host.run);
  EXPECT_EQ(near.alike, 0);
  for (const AdaptiveNeighbors &far :
       {adaptive_neighbors(dense<double>(there, host.memory), 5, host.run), rows_of(there),
        rows_of(here)}) {
    EXPECT_EQ(plain(far.A.view()), plain(near.A.view()));
    EXPECT_EQ(far.alike, 0);
  }
  Plain rounded(60, 2);  // equal up to the last bit
  for (std::int64_t i = 0; i < 60; ++i)
    for (std::int64_t c = 0; c < 2; ++c)
      rounded(i, c) = 0x1p33 * (1 + ((i + c) % 3 == 0 ? 0x1p-52 : 0));
  EXPECT_EQ(adaptive_neighbors(dense<double>(rounded, host.memory), 5, host.run).alike, 60);
}

TEST(AdaptiveNeighbors, rows_of_unit_length_go_by_their_cosines) {
  Plain X = random_plain(80, 300, 7, 0.3);
  for (std::int64_t i = 0; i < 80; ++i) {
    double square = 0;
    for (std::int64_t j = 0; j < 300; ++j) square += X(i, j) * X(i, j);
    for (std::int64_t j = 0; j < 300; ++j) X(i, j) /= std::sqrt(square);
  }
  Host host;
  const Csr<double> rows = csr<double>(X, host.memory);
  EXPECT_LT(relative_error(plain(adaptive_rows(data(rows), 6, true, host.run).A.view()),
                           plain(adaptive_rows(data(rows), 6, false, host.run).A.view())),
            1e-9);
}

TEST(AdaptiveNeighbors, k_is_at_most_two_less_than_the_points) {
  Host host;
  for (std::int64_t n = 3; n < 9; ++n)
    EXPECT_EQ(adaptive_neighbors(dense<double>(random_plain(n, 2, 1), host.memory), 5, host.run).k,
              std::min<std::int64_t>(5, n - 2));
  expect_error(Status::empty, "at least 3 points", [&] {
    adaptive_neighbors(dense<double>(random_plain(2, 2, 1), host.memory), 5, host.run);
  });
}

TEST(AdaptiveNeighbors, one_gamma_gives_the_projection_of_all_distances) {
  for (const double gamma : {1e-4, 0.01, 0.3, 40.0}) {
    const Plain Y = random_plain(120, 3, 9);
    Host host;
    const AdaptiveNeighbors found =
        adaptive_neighbors(dense<double>(Y, host.memory), 5, gamma, 1 << 24, host.run);
    for (std::int64_t i = 0; i < 120; ++i) {
      std::vector<double> u(119);
      for (std::int64_t j = 0, e = 0; j < 120; ++j)
        if (j != i) u[static_cast<std::size_t>(e++)] = -plain_distance(Y, i, j) / (2 * gamma);
      u = on_simplex(u);
      for (std::int64_t j = 0, e = 0; j < 120; ++j)
        if (j != i) {
          ASSERT_NEAR(value_at(found.A, i, j), u[static_cast<std::size_t>(e++)], 1e-11)
              << gamma << ": " << i << ", " << j;
        }
    }
  }
}

TEST(AdaptiveNeighbors, a_gamma_that_asks_for_all_neighbors_of_all_must_fit_the_budget) {
  Host host;
  const Dense<double> Y = dense<double>(random_plain(600, 2, 3), host.memory);
  expect_error(Status::budget, "choose a smaller gamma, or gamma by row",
               [&] { adaptive_neighbors(Y, 5, 1e6, 1 << 21, host.run); });
  EXPECT_EQ(adaptive_neighbors(Y, 5, 1e6, 1 << 24, host.run).A.entries(), 600 * 599);
}

TEST(AdaptiveNeighbors, same_for_any_number_of_threads) {
  const Plain Y = memberships(3000, 6, 0.1, 4);
  std::vector<double> first;
  for (const std::int64_t threads : {1, 2, 5}) {
    Host host(threads);
    const Dense<double> points = dense<double>(Y, host.memory);
    std::vector<double> all = listed(adaptive_neighbors(points, 8, host.run).A.values);
    const AdaptiveNeighbors fixed = adaptive_neighbors(points, 8, 1e-4, 1 << 28, host.run);
    all.insert(all.end(), fixed.A.values.begin(), fixed.A.values.end());
    if (first.empty()) first = all;
    EXPECT_EQ(all, first);
  }
}

TEST(AdaptiveNeighbors, weights_do_not_depend_on_the_scale) {
  const Plain Y = random_plain(80, 3, 12);
  Host host;
  const Plain A = plain(adaptive_neighbors(dense<double>(Y, host.memory), 5, host.run).A.view());
  for (const int exponent : {-900, -400, 0, 400, 1000}) {
    Plain Z = Y;
    for (double &y : Z.values) y = std::ldexp(y, exponent);
    EXPECT_EQ(plain(adaptive_neighbors(dense<double>(Z, host.memory), 5, host.run).A.view()), A)
        << exponent;
  }
}

TEST(AdaptiveNeighbors, neighbors_of_before_change_nothing) {
  Host host;
  Plain Y = memberships(300, 5, 0.3, 6);
  const AdaptiveNeighbors before = adaptive_neighbors(dense<double>(Y, host.memory), 6, host.run);
  Rng rng(4, 4);
  for (double &y : Y.values) y += 0.05 * rng.uniform();
  const Dense<double> moved = dense<double>(Y, host.memory);
  const AdaptiveNeighbors alone = adaptive_neighbors(moved, 6, host.run),
                          led = adaptive_neighbors(moved, 6, host.run, &before);
  EXPECT_EQ(listed(led.A.values), listed(alone.A.values));
  EXPECT_EQ(listed(led.A.indices), listed(alone.A.indices));
  EXPECT_EQ(listed(led.gamma), listed(alone.gamma));
}

TEST(AdaptiveNeighbors, symmetrized_is_half_of_both) {
  Host host;
  const AdaptiveNeighbors found =
      adaptive_neighbors(dense<double>(random_plain(90, 2, 4), host.memory), 4, host.run);
  const Plain A = plain(found.A.view());
  const Graph graph = symmetrized(found.A, host.run);
  EXPECT_EQ(plain(graph.S.view()), 0.5 * (A + transposed(A)));
  for (std::int64_t i = 0; i < 90; ++i)
    EXPECT_NEAR(graph.degree[i], row_sums(plain(graph.S.view()))[static_cast<std::size_t>(i)],
                1e-15);
  EXPECT_EQ(graph.isolated, 0);
}

class AdaptiveOracle : public testing::TestWithParam<const char *> {};

TEST_P(AdaptiveOracle, weights_of_the_data) {
  NEEDS_SHARED(std::string("oracle/") + GetParam());
  Host host;
  const auto read = [&](const char *name) {
    const auto file = support::shared() + "/oracle/" + GetParam() + "/" + name;
    const auto matrix = read_matrix(file.c_str(), Format::automatic, host.memory, host.monitor);
    return plain(sparse_copy(*matrix, host.memory).view());
  };
  const std::int64_t k = std::string(GetParam()).find("iris") != std::string::npos ? 5 : 4;
  const AdaptiveNeighbors found =
      adaptive_neighbors(dense<double>(read("X.mtx"), host.memory), k, host.run);
  EXPECT_LE(relative_error(plain(found.A.view()), read("A0.mtx")), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(, AdaptiveOracle, testing::Values("srmcf_iris_row", "srmcf_signed_row"));

}  // namespace
}  // namespace manifact
