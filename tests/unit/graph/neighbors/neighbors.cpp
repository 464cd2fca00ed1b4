// graph/neighbors: the neighbors equal those of the plain search, bitwise, for any data.
#include <gtest/gtest.h>

#include <thread>

#include "graph/neighbors/prepared_rows.hpp"
#include "reference/neighbors.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

// The first p of each list.
Lists beginnings(Lists lists, std::int64_t p) {
  for (auto &list : lists)
    if (std::ssize(list) > p) list.resize(static_cast<std::size_t>(p));
  return lists;
}

void expect_plain(const Plain &X, const std::vector<std::int64_t> &numbers) {
  const Lists all = plain_neighbors(X, X, *std::ranges::max_element(numbers), true);
  for (const std::int64_t p : numbers) {
    const Lists right = beginnings(all, p);
    for (const std::int64_t block : {0, 7, 130})
      EXPECT_EQ(found(X, p, 1, block), right)
          << X.rows << " x " << X.columns << ", p " << p << ", block " << block;
  }
}

void expect_plain(const Plain &X, std::int64_t p) { expect_plain(X, std::vector{p}); }

TEST(Neighbors, texts_of_many_lengths) {
  constexpr std::int64_t rows = support::all_or_few(700, 400);
  for (const double length : {2.0, 8.0, 30.0})
    expect_plain(texts(rows, 600, length, 11), {1, 5, 40});
}

TEST(Neighbors, random_rows_from_nearly_empty_to_dense) {
  constexpr std::int64_t rows = support::all_or_few(300, 150);
  for (const double share : {0.005, 0.03, 0.2, 0.6, 1.0})
    expect_plain(random_plain(rows, 90, 3, share), {1, 7, 30});
}

TEST(Neighbors, signed_rows) {
  for (const double share : {0.05, 0.3, 1.0}) {
    Plain X = random_plain(support::all_or_few(400, 200), 60, 4, share);
    for (std::size_t e = 0; e < X.values.size(); e += 3) X.values[e] = -X.values[e];
    expect_plain(X, 6);
    for (double &x : X.values) x = x > 0 ? x - 0.5 : x;  // about as many below zero as above
    expect_plain(X, 6);
  }
}

TEST(Neighbors, ties_go_to_the_lower_index) {
  expect_plain(whole_numbers(500, 6, 0, 1, 1), 5);
  expect_plain(whole_numbers(300, 4, -1, 1, 2), 9);
  expect_plain(whole_numbers(700, 12, 0, 1, 3), 3);
  const Plain corners = whole_numbers(200, 2, 1, 1, 0);  // one direction only
  const Lists lists = found(corners, 3);
  for (std::size_t i = 3; i < lists.size(); ++i)
    EXPECT_EQ(lists[i], (std::vector<Near>{{0, 1.0}, {1, 1.0}, {2, 1.0}}));
  EXPECT_EQ(lists[1], (std::vector<Near>{{0, 1.0}, {2, 1.0}, {3, 1.0}}));
}

TEST(Neighbors, equal_rows_have_equal_neighbors) {
  Plain X = texts(600, 300, 9, 21);
  for (std::int64_t i = 0; i < 60; ++i)
    for (std::int64_t c = 0; c < X.columns; ++c) X(599 - 7 * i, c) = X(i % 6, c);
  expect_plain(X, 12);
  const Lists lists = found(X, 30);
  ASSERT_EQ(lists[0][9].cosine, 1);  // the ten copies of row 0
  for (std::size_t q = 0; q < 10; ++q)
    EXPECT_EQ(lists[static_cast<std::size_t>(lists[0][q].index)].back(), lists[0].back());
}

TEST(Neighbors, rows_of_zeros_have_none_and_are_no_neighbors) {
  Plain X = texts(200, 100, 6, 5);
  for (const std::int64_t i : {0, 7, 8, 199})
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = 0;
  expect_plain(X, 5);
  EXPECT_TRUE(found(X, 5)[7].empty());
  EXPECT_EQ(found(Plain(5, 3), 2), Lists(5));
}

TEST(Neighbors, stored_zeros_change_nothing) {
  Host host;
  const Plain X = texts(150, 60, 7, 8);
  Csr<double> stored(host.memory, X.rows, X.columns, X.rows * X.columns);
  for (std::int64_t i = 0; i < X.rows; ++i) {
    stored.indptr[i + 1] = (i + 1) * X.columns;
    for (std::int64_t c = 0; c < X.columns; ++c) {
      stored.indices[i * X.columns + c] = static_cast<std::int32_t>(c);
      stored.values[i * X.columns + c] = X(i, c);
    }
  }
  EXPECT_EQ(lists_of(nearest_neighbors(data(stored), 5, host.run)), plain_neighbors(X, X, 5, true));
}

TEST(Neighbors, tiny_inputs) {
  EXPECT_EQ(found(whole_numbers(1, 4, 1, 2, 1), 5), Lists(1));
  expect_plain(whole_numbers(2, 3, 0, 2, 2), 1);
  expect_plain(whole_numbers(9, 1, 0, 3, 3), 4);  // one column
  expect_plain(whole_numbers(9, 1, -2, 2, 3), 4);
  for (std::int64_t n = 2; n < 20; ++n)
    expect_plain(whole_numbers(n, 5, 0, 2, static_cast<std::uint64_t>(n)), 3);
}

TEST(Neighbors, p_is_at_most_all_other_rows) {
  const Plain X = texts(70, 40, 8, 9);
  expect_plain(X, {69, 70, 1000});
  Host host;
  EXPECT_EQ(nearest_neighbors(data(csr<double>(X, host.memory).view()), 1000, host.run).p, 69);
}

TEST(Neighbors, lengths_of_rows_do_not_matter_even_near_the_ends_of_the_range) {
  const Plain X = texts(250, 120, 8, 31);
  Plain Y = X;
  const double factors[] = {1, 0x1p1000, 0x1p-1000, 0x1p-1060, 4, 0x1p300};
  for (std::int64_t i = 0; i < Y.rows; ++i)
    for (std::int64_t c = 0; c < Y.columns; ++c) Y(i, c) *= factors[i % 6];
  const Lists right = found(X, 5), got = found(Y, 5);
  for (std::size_t i = 0; i < right.size(); ++i) {
    ASSERT_EQ(got[i].size(), right[i].size()) << i;
    for (std::size_t q = 0; q < right[i].size(); ++q)
      EXPECT_NEAR(got[i][q].cosine, right[i][q].cosine, 1e-4) << i;  // at 2^-1060 few bits remain
  }
  for (std::int64_t i = 0; i < Y.rows; ++i)
    for (std::int64_t c = 0; c < Y.columns; ++c)
      Y(i, c) = X(i, c) * factors[std::vector{0, 1, 2, 4, 5}[static_cast<std::size_t>(i % 5)]];
  EXPECT_EQ(found(Y, 5), right);
}

// One preparation serves many calls, at once too, and belongs to the rows.
TEST(Neighbors, prepared_rows_give_the_lists_of_the_plain_search) {
  Host host;
  const Plain X = texts(300, 200, 8, 61), Y = texts(90, 200, 8, 62);
  const Csr<double> rows = csr<double>(X, host.memory), others = csr<double>(Y, host.memory);
  KeptRows kept;
  const auto among = [&](const Csr<double> &all, const Csr<double> &some, std::int64_t p) {
    Host own;
    return lists_of(kept.of(data(all.view()), all.values.memory(), own.run)
                        ->nearest(data(some.view()), p, own.run));
  };
  const Lists right = plain_neighbors(Y, X, 7, false);
  std::vector<Lists> found(6);
  std::vector<std::thread> callers;
  for (Lists &lists : found) callers.emplace_back([&] { lists = among(rows, others, 7); });
  for (std::thread &caller : callers) caller.join();
  for (const Lists &lists : found) EXPECT_EQ(lists, right);
  const Index held = host.memory->now();
  EXPECT_EQ(among(rows, others, 3), beginnings(right, 3));
  EXPECT_EQ(host.memory->now(), held) << "nothing is made again";
  EXPECT_EQ(among(others, rows, 7), plain_neighbors(X, Y, 7, false)) << "other rows";
  EXPECT_EQ(among(rows, others, 0), Lists(90));
}

TEST(Neighbors, any_number_of_threads_gives_the_same_bits) {
  const Plain X = texts(1200, 500, 12, 17);
  const Lists one = found(X, 5);
  EXPECT_EQ(found(X, 5, 2), one);
  EXPECT_EQ(found(X, 5, 5), one);
  for (const std::int64_t threads : {1, 2, 5}) EXPECT_EQ(found(X, 5, threads, 200), one);
}

TEST(Neighbors, float_values_are_neighbors_by_exactly_those_values) {
  Host host;
  const Plain X = rounded_to<float>(texts(700, 300, 10, 41));
  const Lists single =
      lists_of(nearest_neighbors(data(csr<float>(X, host.memory).view()), 5, host.run));
  EXPECT_EQ(single, found(X, 5));
}

TEST(Neighbors, permuting_documents_permutes_the_lists) {
  const Plain X = random_plain(400, 80, 51, 0.2);  // no two cosines are equal
  const std::vector<std::int64_t> order = shuffled(X.rows, 3);
  const Lists lists = found(X, 6), permuted = found(permuted_rows(X, order), 6);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::vector<Near> &right = lists[static_cast<std::size_t>(order[i])];
    ASSERT_EQ(permuted[i].size(), right.size());
    for (std::size_t q = 0; q < right.size(); ++q) {
      EXPECT_EQ(order[static_cast<std::size_t>(permuted[i][q].index)], right[q].index);
      EXPECT_EQ(permuted[i][q].cosine, right[q].cosine);
    }
  }
}

TEST(Neighbors, new_rows_find_the_plain_neighbors) {
  Host host(2);
  const Plain X = texts(900, 400, 9, 61), Y = texts(130, 400, 14, 62);
  const Lists all = plain_neighbors(Y, X, 2000, false);
  for (const std::int64_t p : {1, 5, 900, 2000})
    for (const std::int64_t block : {0, 100})
      EXPECT_EQ(lists_of(nearest_neighbors(data(csr<double>(Y, host.memory).view()),
                                           data(csr<double>(X, host.memory).view()), p, host.run,
                                           {.block = block})),
                beginnings(all, p))
          << p << ", block " << block;
  EXPECT_EQ(lists_of(nearest_neighbors(data(csr<double>(X, host.memory).view()),
                                       data(csr<double>(X, host.memory).view()), 1, host.run))[5],
            (std::vector<Near>{{5, 1.0}}));
}

// The partial cosines of a block of more than 65,536 rows are prefetched.
TEST(Neighbors, blocks_of_more_rows_than_stay_in_cache) {
  Host host;
  const Plain X = texts(70000, 120, 6, 81), Y = texts(12, 120, 6, 82);
  const Lists all = plain_neighbors(Y, X, 50, false);
  for (const std::int64_t p : {1, 5, 50})
    EXPECT_EQ(lists_of(nearest_neighbors(data(csr<double>(Y, host.memory).view()),
                                         data(csr<double>(X, host.memory).view()), p, host.run)),
              beginnings(all, p))
        << p;
}

TEST(Neighbors, more_equal_rows_than_candidates_fit) {
  Host host;
  const Plain X = whole_numbers(30000, 2, 0, 1, 14), Y = whole_numbers(12, 2, 0, 1, 15);
  const Plain equal = whole_numbers(12000, 1, 1, 1, 0);
  const Plain some = whole_numbers(300, 1, 1, 1, 0);
  for (const std::int64_t block : {0, 10000}) {
    for (const std::int64_t p : {3, 9000})
      EXPECT_EQ(lists_of(nearest_neighbors(data(csr<double>(Y, host.memory).view()),
                                           data(csr<double>(X, host.memory).view()), p, host.run,
                                           {.block = block})),
                plain_neighbors(Y, X, p, false));
    EXPECT_EQ(lists_of(nearest_neighbors(data(csr<double>(some, host.memory).view()),
                                         data(csr<double>(equal, host.memory).view()), 3, host.run,
                                         {.block = block})),
              Lists(static_cast<std::size_t>(some.rows), {{0, 1.0}, {1, 1.0}, {2, 1.0}}));
  }
}

TEST(Neighbors, features_that_no_training_row_has_only_lengthen_the_new_row) {
  Host host;
  Plain X = texts(100, 50, 8, 71), Y = texts(20, 50, 8, 72);
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t c = 40; c < 50; ++c) X(i, c) = 0;
  for (std::int64_t c = 0; c < 40; ++c) Y(3, c) = 0;  // nothing in common with any row
  Y(3, 45) = 1;
  const Lists lists =
      lists_of(nearest_neighbors(data(csr<double>(Y, host.memory).view()),
                                 data(csr<double>(X, host.memory).view()), 5, host.run));
  EXPECT_EQ(lists, plain_neighbors(Y, X, 5, false));
  EXPECT_TRUE(lists[3].empty());
}

}  // namespace
}  // namespace manifact
