// graph/neighbors/dense: the exact lists are those of a slow, obvious search, to the last bit.
#include "graph/neighbors/dense/dense_neighbors.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "graph/neighbors/neighbors.hpp"
#include "reference/neighbors.hpp"
#include "support/expect_error.hpp"
#include "support/progress.hpp"

namespace manifact {
namespace {

// Rows of a type with entries between them that must not be read.
template <class T>
struct Rows {
  explicit Rows(const Plain &A) : rows(A.rows), columns(A.columns), stride(A.columns + 3) {
    values.assign(static_cast<std::size_t>(rows * stride), static_cast<T>(std::nan("")));
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t c = 0; c < columns; ++c)
        values[static_cast<std::size_t>(i * stride + c)] = static_cast<T>(A(i, c));
  }
  DenseView<T> view() const { return {rows, columns, stride, values.data()}; }

  std::int64_t rows, columns, stride;
  std::vector<T> values;
};

template <class T>
Plain numbers(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  Plain A = random_plain(rows, columns, seed);
  for (double &x : A.values) x = static_cast<double>(static_cast<T>(2 * x - 1));
  return A;
}

template <class T>
Lists search(const Plain &X, std::int64_t p, std::int64_t threads = 1) {
  Host host(threads);
  return lists_of(nearest_neighbors(Rows<T>(X).view(), p, host.run));
}

template <class T>
void expect_exact(const Plain &X, std::int64_t p) {
  const Lists right = plain_neighbors(X, X, p, true);
  for (const std::int64_t threads : {1, 2, 3, 4}) EXPECT_EQ(search<T>(X, p, threads), right);
}

template <class T>
struct DenseNeighbors : testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(DenseNeighbors, Types);

TYPED_TEST(DenseNeighbors, are_those_of_a_plain_search) {
  for (const std::int64_t columns : {1, 2, 5, 64, 300})
    expect_exact<TypeParam>(numbers<TypeParam>(150, columns, 3), 7);
}

TYPED_TEST(DenseNeighbors, of_many_blocks_of_rows) {
  expect_exact<TypeParam>(numbers<TypeParam>(1700, 12, 4), 5);
}

TYPED_TEST(DenseNeighbors, have_the_bits_of_sparse_ones) {
  using T = TypeParam;
  Plain X = numbers<T>(200, 20, 5);
  for (std::size_t e = 0; e < X.values.size(); e += 3) X.values[e] = 0;
  Host host;
  EXPECT_EQ(search<T>(X, 9),
            lists_of(nearest_neighbors(data(csr<T>(X, host.memory).view()), 9, host.run)));
}

TYPED_TEST(DenseNeighbors, with_few_values_and_thus_many_ties) {
  Plain X = random_plain(400, 4, 6);
  for (double &x : X.values) x = std::floor(3 * x) - 1;
  for (const std::int64_t p : {1, 6, 50}) expect_exact<TypeParam>(X, p);
}

// More equal rows than a list holds.
TYPED_TEST(DenseNeighbors, among_equal_rows_are_the_first) {
  Plain X = numbers<TypeParam>(330, 10, 7);
  for (std::int64_t i = 30; i < X.rows; ++i)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = X(i % 3, c);
  expect_exact<TypeParam>(X, 4);
}

// Cosines that differ by less than the rounding error of a float, or of a double.
TYPED_TEST(DenseNeighbors, closer_than_the_rounding_of_the_candidates) {
  using T = TypeParam;
  for (const double off : {1e-4, 1e-7}) {
    Plain X = numbers<T>(300, 24, 8);
    for (std::int64_t i = 1; i < X.rows; ++i)
      for (std::int64_t c = 0; c < X.columns; ++c)
        X(i, c) = static_cast<double>(static_cast<T>(X(0, c) + off * X(i, c)));
    expect_exact<T>(X, 5);
  }
}

TYPED_TEST(DenseNeighbors, of_rows_of_any_length) {
  using T = TypeParam;
  Plain X = numbers<T>(90, 8, 9);
  const double tiny = sizeof(T) == 4 ? 1e-30 : 1e-200;
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t c = 0; c < X.columns; ++c)
      X(i, c) = static_cast<double>(static_cast<T>(X(i, c) * (i % 2 == 0 ? tiny : 1 / tiny)));
  // The plain search would overflow: the same rows are of moderate length as doubles, scaled
  // exactly.
  Plain moderate = X;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    double most = 0;
    for (std::int64_t c = 0; c < X.columns; ++c) most = std::max(most, std::abs(X(i, c)));
    for (std::int64_t c = 0; c < X.columns; ++c)
      moderate(i, c) = std::ldexp(X(i, c), -std::ilogb(most));
  }
  EXPECT_EQ(search<T>(X, 6), plain_neighbors(moderate, moderate, 6, true));
}

TYPED_TEST(DenseNeighbors, a_zero_row_has_none_and_is_none) {
  Plain X = numbers<TypeParam>(120, 6, 10);
  for (std::int64_t i = 0; i < X.rows; i += 2)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = 0;
  expect_exact<TypeParam>(X, 70);
  EXPECT_TRUE(search<TypeParam>(X, 5)[4].empty());
}

TYPED_TEST(DenseNeighbors, of_fewer_rows_than_neighbors) {
  for (const std::int64_t n : {0, 1, 2, 5}) {
    const Plain X = numbers<TypeParam>(n, 3, 11);
    Host host;
    const Neighbors found = nearest_neighbors(Rows<TypeParam>(X).view(), 9, host.run);
    EXPECT_EQ(found.p, std::max<std::int64_t>(0, n - 1));
    EXPECT_EQ(lists_of(found), plain_neighbors(X, X, 9, true));
  }
}

TYPED_TEST(DenseNeighbors, of_other_rows) {
  using T = TypeParam;
  for (const auto &[n, m] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{3, 1500}, {1500, 3}, {40, 60}, {0, 5}}) {
    Plain Y = numbers<T>(n, 9, 12);
    const Plain X = numbers<T>(m, 9, 13);
    if (n > 2) std::copy_n(X.values.begin() + 9, 9, Y.values.begin() + 18);  // an equal row
    const Lists right = plain_neighbors(Y, X, 6, false);
    for (const std::int64_t threads : {1, 3}) {
      Host host(threads);
      EXPECT_EQ(lists_of(nearest_neighbors(Rows<T>(Y).view(), Rows<T>(X).view(), 6, host.run)),
                right);
    }
  }
}

TEST(DenseNeighborsOf, no_columns_are_none) {
  Host host;
  const Neighbors found = nearest_neighbors(DenseView<double>{4, 0, 0, nullptr}, 2, host.run);
  EXPECT_EQ(lists_of(found), Lists(4));
}

TEST(DenseNeighborsOf, more_rows_than_the_memory_budget_holds_are_refused_with_the_bytes) {
  const Rows<float> X(numbers<float>(300, 4, 14));
  Host host;
  expect_error(Status::budget, "the 15 nearest neighbors of 300 documents need",
               [&] { nearest_neighbors(X.view(), 15, host.run, {}, 1000); });
  EXPECT_EQ(nearest_neighbors(X.view(), 15, host.run, {}, 1 << 28).n, 300);
}

TEST(DenseNeighborsProgress, rises_to_all_rows) {
  const Rows<double> X(numbers<double>(3000, 30, 15));
  Host host(2);
  ProgressLog log;
  log.watch(host.monitor);
  nearest_neighbors(X.view(), 5, host.run);
  EXPECT_TRUE(std::is_sorted(log.done.begin(), log.done.end()));
  EXPECT_GT(log.done.size(), 2U);
  EXPECT_EQ(log.done.back(), 3000);
  EXPECT_EQ(log.total, 3000);
}

TEST(DenseNeighborsProgress, cancels_the_search) {
  const Rows<double> X(numbers<double>(3000, 30, 15));
  for (const std::int64_t threads : {1, 3}) {
    Host host(threads);
    ProgressLog log;
    log.stop_at = 1;
    log.watch(host.monitor);
    const std::int64_t before = host.memory->now();
    expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(X.view(), 5, host.run); });
    EXPECT_EQ(log.done.size(), 1U);
    EXPECT_EQ(host.memory->now(), before);
  }
}

TEST(DenseNeighborsProgress, cancel_set_before_stops_it_at_once) {
  const Rows<double> X(numbers<double>(3000, 30, 15));
  Host host(2);
  ProgressLog log;
  log.watch(host.monitor);
  host.monitor.cancel = true;
  expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(X.view(), 5, host.run); });
  EXPECT_TRUE(log.done.empty());
}

}  // namespace
}  // namespace manifact
