// graph/build: graphs that the caller gives, and equal rows.
#include <gtest/gtest.h>

#include <limits>

#include "graph/build.hpp"
#include "linalg/sparse/matrix.hpp"
#include "reference/neighbors.hpp"
#include "support/expect_error.hpp"

namespace manifact {
namespace {

class GivenGraph : public testing::Test {
 protected:
  Graph graph(const Plain &S, GraphRule rule = GraphRule::as_given) {
    return graph_from_matrix(*matrix_from_parts(csr<double>(S, host.memory)), rule, host.run);
  }
  Plain taken(const Plain &S, GraphRule rule = GraphRule::as_given) {
    return plain(graph(S, rule).S.view());
  }

  Host host;
};

TEST_F(GivenGraph, is_taken_as_it_is_without_its_diagonal) {
  Plain S = random_weights(40, 0.1, 3);
  const Plain right = S;
  for (std::int64_t i = 0; i < S.rows; i += 2) S(i, i) = 5;
  EXPECT_EQ(taken(S), right);
  const Graph made = graph(S);
  for (std::int64_t i = 0; i < S.rows; ++i)
    EXPECT_DOUBLE_EQ(made.degree[i], row_sums(right)[static_cast<std::size_t>(i)]);
}

TEST_F(GivenGraph, the_rules_take_the_larger_and_the_smaller_weight) {
  const Plain S = random_plain(30, 30, 5, 0.3);
  Plain larger(30, 30), smaller(30, 30);
  for (std::int64_t i = 0; i < 30; ++i)
    for (std::int64_t j = 0; j < 30; ++j) {
      larger(i, j) = i == j ? 0 : std::max(S(i, j), S(j, i));
      smaller(i, j) = i == j ? 0 : std::min(S(i, j), S(j, i));
    }
  EXPECT_EQ(taken(S, GraphRule::either), larger);
  EXPECT_EQ(taken(S, GraphRule::mutual), smaller);
}

TEST_F(GivenGraph, that_is_not_square_is_refused) {
  expect_error(Status::structure, "3 x 4", [&] { graph(Plain(3, 4)); });
}

TEST_F(GivenGraph, that_is_not_symmetric_is_refused_with_the_two_entries) {
  Plain S = random_weights(9, 0.2, 4);
  S(3, 7) = 1;
  S(7, 3) = 0;
  expect_error(Status::structure, "S(3,7) = 1 but S(7,3) = 0", [&] { graph(S); });
  S(7, 3) = 1 + 1e-5;  // with the digits that differ
  expect_error(Status::structure, "S(3,7) = 1 but S(7,3) = 1.00001", [&] { graph(S); });
  S(3, 7) = 0;
  S(7, 3) = 0.25;
  expect_error(Status::structure, "S(3,7) = 0 but S(7,3) = 0.25", [&] { graph(S); });
}

TEST_F(GivenGraph, rounding_is_forgiven_and_the_result_exactly_symmetric) {
  Plain S = random_weights(9, 0.5, 4);
  S(3, 7) = 1;
  S(7, 3) = 1 + 1e-13;
  const Plain made = taken(S);
  EXPECT_EQ(made, transposed(made));
  EXPECT_NEAR(made(3, 7), 1, 1e-12);
}

TEST_F(GivenGraph, weights_of_single_precision_are_averaged_and_counted) {
  Plain S = random_weights(40, 0.5, 4);
  std::int64_t differ = 0;
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t j = 0; j < i; ++j) {
      S(i, j) = static_cast<float>(S(i, j));
      differ += S(i, j) != S(j, i) ? 1 : 0;
    }
  const Graph made = graph(S);
  EXPECT_GT(differ, 100);
  EXPECT_EQ(made.averaged, differ);
  EXPECT_LT(made.asymmetry, 1e-7);
  const Plain R = plain(made.S.view());
  EXPECT_EQ(R, transposed(R));
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t j = 0; j < 40; ++j)
      EXPECT_NEAR(R(i, j), i == j ? 0 : (S(i, j) + S(j, i)) / 2, 1e-16);
  EXPECT_EQ(graph(random_weights(40, 0.5, 4)).averaged, 0);
}

TEST_F(GivenGraph, a_small_product_may_have_the_rounding_errors_of_large_ones) {
  Plain S(4, 4);
  S(0, 1) = S(1, 0) = S(2, 3) = S(3, 2) = 1;
  S(0, 2) = 2e-4;
  S(2, 0) = 2e-4 + 6e-8;  // 3e-4 of it
  EXPECT_EQ(graph(S).averaged, 1);
  S(2, 3) = S(3, 2) = 1e-3;  // row 2 has no large weight
  expect_error(Status::structure, "S(0,2) = 2e-04", [&] { graph(S); });
}

TEST_F(GivenGraph, negative_zeros_are_no_edges) {
  Plain S(3, 3);
  S(0, 1) = S(1, 0) = 1;
  S(1, 2) = S(2, 1) = -0.0;
  EXPECT_EQ(graph(S).S.entries(), 2);
}

TEST_F(GivenGraph, negative_weights_are_refused_with_their_place) {
  Plain S = random_weights(9, 0.5, 4);
  S(2, 5) = S(5, 2) = -0.5;
  for (const GraphRule rule : {GraphRule::as_given, GraphRule::either, GraphRule::mutual})
    expect_error(Status::value, "S(2,5) = -0.5", [&] { graph(S, rule); });
}

TEST_F(GivenGraph, weights_that_add_up_to_infinity_are_refused) {
  Plain S(3, 3);
  for (std::int64_t j = 1; j < 3; ++j) S(0, j) = S(j, 0) = std::numeric_limits<double>::max();
  expect_error(Status::value, "row 0", [&] { graph(S); });
}

TEST_F(GivenGraph, a_stored_zero_is_no_edge) {
  Csr<double> S(host.memory, 3, 3, 4);
  const std::int64_t indptr[] = {0, 2, 3, 4};
  const std::int32_t indices[] = {1, 2, 0, 0};
  const double values[] = {0, 0.5, 0, 0.5};
  std::copy_n(indptr, 4, S.indptr.data());
  std::copy_n(indices, 4, S.indices.data());
  std::copy_n(values, 4, S.values.data());
  const Graph made =
      graph_from_matrix(*matrix_from_parts(std::move(S)), GraphRule::as_given, host.run);
  EXPECT_EQ(made.S.entries(), 2);
  EXPECT_EQ(made.stored_zeros, 2);
  EXPECT_EQ(made.components, 2);
  EXPECT_EQ(made.isolated, 1);
}

TEST_F(GivenGraph, without_edges_is_a_graph) {
  const Graph made = graph(Plain(4, 4));
  EXPECT_EQ(made.components, 4);
  EXPECT_EQ(made.isolated, 4);
}

template <class T>
std::vector<std::int32_t> firsts(const Plain &X, std::int64_t threads = 1) {
  Host host(threads);
  return listed(first_occurrences(data(csr<T>(X, host.memory).view()), host.run));
}

std::vector<std::int32_t> plain_firsts(const Plain &X) {
  std::vector<std::int32_t> first;
  const auto row = [&](std::int64_t i) { return X.values.begin() + i * X.columns; };
  for (std::int64_t i = 0; i < X.rows; ++i) {
    const bool zero = std::all_of(row(i), row(i + 1), [](double x) { return x == 0; });
    std::int64_t j = zero ? i : 0;
    while (j < i && !std::equal(row(i), row(i + 1), row(j))) ++j;
    first.push_back(static_cast<std::int32_t>(j));
  }
  return first;
}

TEST(EqualRows, are_those_of_the_slow_way) {
  for (const std::int64_t columns : {1, 3, 5}) {
    const Plain X = whole_numbers(400, columns, -1, 2, 7);
    EXPECT_EQ(firsts<double>(X), plain_firsts(X));
    EXPECT_EQ(firsts<float>(X), plain_firsts(X));
    EXPECT_EQ(firsts<double>(X, 3), plain_firsts(X));
  }
  const Plain distinct = random_plain(300, 20, 1, 0.5);
  EXPECT_EQ(firsts<double>(distinct), plain_firsts(distinct));
}

TEST(EqualRows, count_every_repeat_but_no_row_of_zeros) {
  Host host;
  Plain X(7, 3);
  for (const std::int64_t i : {1, 3, 4}) X(i, 2) = 2;
  X(5, 2) = -2;
  EXPECT_EQ(count_duplicates(data(csr<double>(X, host.memory).view()), host.run), 2);
  EXPECT_EQ(firsts<double>(X), (std::vector<std::int32_t>{0, 1, 2, 1, 1, 5, 6}));
}

TEST(EqualRows, a_stored_zero_counts_as_no_entry) {
  Host host;
  const std::int64_t indptr[] = {0, 2, 3, 5, 6};
  const std::int32_t indices[] = {0, 2, 2, 1, 2, 0};
  const double values[] = {-0.0, 4, 4, 0, 4, 0};
  const CsrView<double> X{4, 3, indptr, indices, values};
  EXPECT_EQ(listed(first_occurrences(data(X), host.run)), (std::vector<std::int32_t>{0, 0, 0, 3}));
}

}  // namespace
}  // namespace manifact
