// graph/neighbors/dense: the exact lists are those of a slow, obvious search, to the last bit.
#include "graph/neighbors/dense/dense_neighbors.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "graph/neighbors/neighbors.hpp"
#include "reference/neighbors.hpp"
#include "support/apart.hpp"
#include "support/expect_error.hpp"
#include "support/progress.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

template <class T>
Lists search(const Plain &X, std::int64_t p, std::int64_t threads = 1) {
  Host host(threads);
  return lists_of(nearest_neighbors(Apart<T>(X, 3).dense(), p, host.run));
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
    expect_exact<TypeParam>(signed_numbers<TypeParam>(150, columns, 3), 7);
}

TYPED_TEST(DenseNeighbors, of_many_blocks_of_rows) {
  // Two blocks on the left and several on the right.
  constexpr std::int64_t rows = support::all_or_few(1700, 1300);
  expect_exact<TypeParam>(signed_numbers<TypeParam>(rows, 12, 4), 5);
}

TYPED_TEST(DenseNeighbors, have_the_bits_of_sparse_ones) {
  using T = TypeParam;
  Plain X = signed_numbers<T>(200, 20, 5);
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
  Plain X = signed_numbers<TypeParam>(330, 10, 7);
  for (std::int64_t i = 30; i < X.rows; ++i)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = X(i % 3, c);
  expect_exact<TypeParam>(X, 4);
}

// Cosines that differ by less than the rounding error of a float, or of a double.
TYPED_TEST(DenseNeighbors, closer_than_the_rounding_of_the_candidates) {
  using T = TypeParam;
  for (const double off : {1e-4, 1e-7}) {
    Plain X = signed_numbers<T>(300, 24, 8);
    for (std::int64_t i = 1; i < X.rows; ++i)
      for (std::int64_t c = 0; c < X.columns; ++c)
        X(i, c) = static_cast<double>(static_cast<T>(X(0, c) + off * X(i, c)));
    expect_exact<T>(X, 5);
  }
}

TYPED_TEST(DenseNeighbors, of_rows_of_any_length) {
  using T = TypeParam;
  Plain X = signed_numbers<T>(90, 8, 9);
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

// 1 / |x_i| exceeds the largest double.
TEST(DenseNeighborsOfDoubles, include_rows_of_subnormal_numbers) {
  Plain X = signed_numbers<double>(90, 8, 9);
  for (std::int64_t i = 0; i < X.rows; i += 2)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = std::ldexp(X(i, c), -1050);
  Plain moderate = X;
  for (std::int64_t i = 0; i < X.rows; i += 2)
    for (std::int64_t c = 0; c < X.columns; ++c) moderate(i, c) = std::ldexp(X(i, c), 1050);
  EXPECT_EQ(search<double>(X, 6), plain_neighbors(moderate, moderate, 6, true));
}

TYPED_TEST(DenseNeighbors, a_zero_row_has_none_and_is_none) {
  Plain X = signed_numbers<TypeParam>(120, 6, 10);
  for (std::int64_t i = 0; i < X.rows; i += 2)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = 0;
  expect_exact<TypeParam>(X, 70);
  EXPECT_TRUE(search<TypeParam>(X, 5)[4].empty());
}

TYPED_TEST(DenseNeighbors, of_fewer_rows_than_neighbors) {
  for (const std::int64_t n : {0, 1, 2, 5}) {
    const Plain X = signed_numbers<TypeParam>(n, 3, 11);
    Host host;
    const Neighbors found = nearest_neighbors(Apart<TypeParam>(X, 3).dense(), 9, host.run);
    EXPECT_EQ(found.p, std::max<std::int64_t>(0, n - 1));
    EXPECT_EQ(lists_of(found), plain_neighbors(X, X, 9, true));
  }
}

TYPED_TEST(DenseNeighbors, of_other_rows) {
  using T = TypeParam;
  for (const auto &[n, m] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{3, 1500}, {1500, 3}, {40, 60}, {0, 5}}) {
    Plain Y = signed_numbers<T>(n, 9, 12);
    const Plain X = signed_numbers<T>(m, 9, 13);
    if (n > 2) std::copy_n(X.values.begin() + 9, 9, Y.values.begin() + 18);  // an equal row
    const Lists right = plain_neighbors(Y, X, 6, false);
    for (const std::int64_t threads : {1, 3}) {
      Host host(threads);
      EXPECT_EQ(
          lists_of(nearest_neighbors(Apart<T>(Y, 3).dense(), Apart<T>(X, 3).dense(), 6, host.run)),
          right);
    }
  }
}

TEST(DenseNeighborsOf, no_columns_are_none) {
  Host host;
  const Neighbors found = nearest_neighbors(Apart<double>(Plain(4, 0), 0).dense(), 2, host.run);
  EXPECT_EQ(lists_of(found), Lists(4));
}

// Rows that are selected, shifted and scaled are those of a copy.
TYPED_TEST(DenseNeighbors, of_transformed_rows) {
  using T = TypeParam;
  const Apart<T> A(signed_numbers<T>(700, 40, 16), 3);
  std::vector<double> shift(40, 0.1), spread(40, 0.6), factor(700);
  for (std::size_t i = 0; i < factor.size(); ++i)
    factor[i] = std::ldexp(1, static_cast<int>(i % 5));
  Host host(2);
  Array<std::int32_t> chosen(host.memory, 400);
  for (std::int64_t a = 0; a < 400; ++a) chosen[a] = static_cast<std::int32_t>(a * 9 % 700);
  DenseRows shifted = A.dense();
  shifted.shift = shift.data(), shifted.spread = spread.data();
  DenseRows scaled = A.dense();
  scaled.factor = factor.data();  // does not change a cosine
  for (const DenseRows &X : {shifted, scaled, part_of(A.dense(), -1),
                             selected_rows(shifted, chosen), selected_rows(scaled, chosen)}) {
    Plain copy(X.rows, 40);
    for (std::int64_t i = 0; i < X.rows; ++i)
      for (std::int64_t c = 0; c < 40; ++c)
        copy(i, c) = X.value(i, c) / (X.factor != nullptr ? X.factor[X.place(i)] : 1);
    const Apart<double> plain(copy, 0);
    EXPECT_EQ(lists_of(nearest_neighbors(X, 6, host.run)),
              lists_of(nearest_neighbors(plain.dense(), 6, host.run)));
    EXPECT_EQ(lists_of(nearest_neighbors(X, A.dense(), 6, host.run)),
              lists_of(nearest_neighbors(plain.dense(), A.dense(), 6, host.run)));
  }
}

// The rows are not copied: the largest use of memory by one thread is that of the refusal, which is
// the same for any number of threads.
TEST(DenseNeighborsOf, the_bytes_of_a_refusal_are_those_of_the_search) {
  // Above the rows that are always searched exactly.
  constexpr std::int64_t n = support::all_or_few(5000, 4200);
  const Apart<float> A(signed_numbers<float>(n, 40, 17), 0);
  std::vector<double> shift(40, 0.1), spread(40, 0.6);
  DenseRows shifted = A.dense();
  shifted.shift = shift.data(), shifted.spread = spread.data();
  for (const SearchKind kind : {SearchKind::exact, SearchKind::approximate})
    for (const DenseRows &X : {A.dense(), shifted}) {
      SearchRequest request{.kind = kind, .recall = 0.6};
      Host host(1), eight(8);
      nearest_neighbors(X, 10, host.run, request);
      const double used = static_cast<double>(host.memory->peak());
      double needed = 1;
      for (bool refused = true; refused;) {  // an approximate search twice
        request.budget = static_cast<std::int64_t>(needed);
        const std::string begin =
            "the 10 nearest neighbors of " + std::to_string(n) + " documents need ";
        try {
          EXPECT_EQ(nearest_neighbors(X, 10, host.run, request).n, n);
          refused = false;
        } catch (const Error &error) {
          ASSERT_EQ(std::string(error.what()).substr(0, begin.size()), begin);
          ASSERT_GT(std::atof(error.what() + begin.size()), needed);
          needed = std::ceil(std::atof(error.what() + begin.size()));
          EXPECT_THROW(nearest_neighbors(X, 10, eight.run, request), Error);
        }
      }
      EXPECT_GT(needed, 0.95 * used);
      EXPECT_LT(needed, 1.25 * used);
    }
}

TEST(DenseNeighborsOf, more_rows_than_the_memory_budget_holds_are_refused_with_the_bytes) {
  const Apart<float> X(signed_numbers<float>(300, 4, 14), 3);
  Host host;
  expect_error(Status::budget, "the 15 nearest neighbors of 300 documents need",
               [&] { nearest_neighbors(X.dense(), 15, host.run, {.budget = 1000}); });
  EXPECT_EQ(nearest_neighbors(X.dense(), 15, host.run, {.budget = 1 << 28}).n, 300);
}

TEST(DenseNeighborsProgress, rises_to_all_rows) {
  const Apart<double> X(signed_numbers<double>(3000, 30, 15), 3);
  Host host(2);
  ProgressLog log;
  log.watch(host.monitor);
  nearest_neighbors(X.dense(), 5, host.run);
  EXPECT_TRUE(std::is_sorted(log.done.begin(), log.done.end()));
  EXPECT_GT(log.done.size(), 2U);
  EXPECT_EQ(log.done.back(), 3000);
  EXPECT_EQ(log.total, 3000);
}

TEST(DenseNeighborsProgress, cancels_the_search) {
  const Apart<double> X(signed_numbers<double>(3000, 30, 15), 3);
  for (const std::int64_t threads : {1, 3}) {
    Host host(threads);
    ProgressLog log;
    log.stop_at = 1;
    log.watch(host.monitor);
    const std::int64_t before = host.memory->now();
    expect_error(Status::cancelled, "cancelled",
                 [&] { nearest_neighbors(X.dense(), 5, host.run); });
    EXPECT_EQ(log.done.size(), 1U);
    EXPECT_EQ(host.memory->now(), before);
  }
}

TEST(DenseNeighborsProgress, cancel_set_before_stops_it_at_once) {
  const Apart<double> X(signed_numbers<double>(3000, 30, 15), 3);
  Host host(2);
  ProgressLog log;
  log.watch(host.monitor);
  host.monitor.cancel = true;
  expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(X.dense(), 5, host.run); });
  EXPECT_TRUE(log.done.empty());
}

}  // namespace
}  // namespace manifact
