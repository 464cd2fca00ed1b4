// graph/neighbors/approximate: the requested share of the nearest neighbors, with exact cosines,
// reported as measured, and the same for any number of threads.
#include <gtest/gtest.h>

#include <set>

#include "graph/build.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "reference/neighbors.hpp"
#include "support/countdown.hpp"
#include "support/expect_error.hpp"
#include "support/progress.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

// Above the rows that are always searched exactly.
constexpr std::int64_t sparse_rows = support::all_or_few(6000, 4200);

Neighbors search(const Plain &X, std::int64_t p, const SearchRequest &request,
                 std::int64_t threads = 1) {
  Host host(threads);
  return nearest_neighbors(data(csr<double>(X, host.memory).view()), p, host.run, request);
}

// Holds for any search: exact cosines in descending order, no repetitions, no row its own neighbor.
void expect_exact_cosines(const Plain &X, const Lists &lists) {
  std::vector<double> squares;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    double sum = 0;
    for (std::int64_t c = 0; c < X.columns; ++c) sum += X(i, c) * X(i, c);
    squares.push_back(sum);
  }
  for (std::int64_t i = 0; i < X.rows; i += 7) {
    const std::vector<Near> &list = lists[static_cast<std::size_t>(i)];
    std::set<std::int32_t> seen{static_cast<std::int32_t>(i)};
    for (std::size_t q = 0; q < list.size(); ++q) {
      EXPECT_TRUE(seen.insert(list[q].index).second) << i;
      double dot = 0;
      for (std::int64_t c = 0; c < X.columns; ++c) dot += X(i, c) * X(list[q].index, c);
      EXPECT_EQ(list[q].cosine,
                std::min(1.0, dot / std::sqrt(squares[static_cast<std::size_t>(i)] *
                                              squares[static_cast<std::size_t>(list[q].index)])));
      if (q == 0) continue;
      EXPECT_GE(list[q - 1].cosine, list[q].cosine);
      if (list[q - 1].cosine == list[q].cosine) {
        EXPECT_LT(list[q - 1].index, list[q].index);
      }
    }
  }
}

void expect_good(const Plain &X, std::int64_t p, double asked) {
  const Neighbors exact = search(X, p, {}), got = search(X, p, approximate(asked));
  EXPECT_FALSE(exact.search.approximate);
  EXPECT_TRUE(got.search.approximate) << "p " << p << ", asked " << asked;
  const Lists lists = lists_of(got);
  const double right = recall(lists_of(exact), lists);
  EXPECT_GE(right, asked - 0.01) << "p " << p << ", budget " << got.search.budget;
  EXPECT_NEAR(got.search.recall, right, 0.02) << "p " << p;
  expect_exact_cosines(X, lists);
}

TEST(Approximate, reaches_and_reports_the_requested_recall) {
  const Plain X = texts(sparse_rows, 500, 9, 11);
  for (const std::int64_t p : {1, 10, 25})
    if (!support::is_sanitized || p == 10) expect_good(X, p, 0.95);
  for (const double asked : {0.7, 0.99})
    if (!support::is_sanitized || asked < 0.9) expect_good(X, 10, asked);
}

TEST(Approximate, examines_fewer_pairs_for_a_lower_recall) {
  const Plain X = texts(6000, 500, 9, 12);  // fewer rows take the least budget
  const SearchTrace little = search(X, 10, approximate(0.6)).search,
                    most = search(X, 10, approximate(0.99)).search;
  EXPECT_LT(little.budget, most.budget);
  EXPECT_LE(little.recall, most.recall);
  EXPECT_GT(little.sampled, 100);
}

TEST(Approximate, any_number_of_threads_gives_the_same_bits) {
  const Plain X = texts(sparse_rows, 400, 8, 13);
  const Neighbors one = search(X, 8, approximate());
  for (const std::int64_t threads : {2, 5}) {
    const Neighbors many = search(X, 8, approximate(), threads);
    EXPECT_EQ(lists_of(many), lists_of(one));
    EXPECT_EQ(many.search.recall, one.search.recall);
    EXPECT_EQ(many.search.budget, one.search.budget);
  }
}

TEST(Approximate, another_seed_measures_on_other_documents) {
  const Plain X = texts(sparse_rows, 400, 8, 13);
  const SearchTrace a = search(X, 8, approximate(0.9, 1)).search,
                    b = search(X, 8, approximate(0.9, 2)).search;
  EXPECT_NE(a.recall, b.recall);
  EXPECT_NEAR(a.recall, b.recall, 0.05);
}

TEST(Approximate, signed_rows) {
  Plain X = texts(sparse_rows, 300, 7, 14);
  for (std::size_t e = 0; e < X.values.size(); e += 3) X.values[e] = -X.values[e];
  expect_good(X, 6, 0.95);
}

// For the builds with sanitizers: the workspace has space for it.
TEST(Approximate, the_first_row_may_be_the_longest) {
  Plain X = texts(sparse_rows, 300, 7, 16);
  for (std::int64_t c = 0; c < X.columns; ++c) X(0, c) = 1;
  EXPECT_EQ(lists_of(search(X, 6, approximate(0.9)))[0].size(), 6U);
}

TEST(Approximate, equal_rows_and_ties) {
  Plain X = texts(sparse_rows, 300, 7, 15);
  for (std::int64_t i = 0; i < sparse_rows / 2; ++i)
    for (std::int64_t c = 0; c < X.columns; ++c) X(sparse_rows - 1 - i, c) = X(i % 400, c);
  expect_good(X, 9, 0.95);
}

// With so few features almost all pairs share some: the search saves nothing and misses nothing.
TEST(Approximate, where_it_costs_no_more_the_search_is_exact) {
  const Plain X = whole_numbers(4200, 9, 0, 1, 16);
  const Neighbors got = search(X, 5, approximate());
  EXPECT_FALSE(got.search.approximate);
  EXPECT_TRUE(got.search.declined);
  EXPECT_EQ(got.search.recall, 1);
  EXPECT_EQ(lists_of(got), lists_of(search(X, 5, {})));
}

TEST(Approximate, for_a_good_part_of_all_documents_the_search_is_exact) {
  const Neighbors got = search(texts(4200, 300, 4, 21), 700, approximate());
  EXPECT_TRUE(got.search.declined);
  EXPECT_FALSE(got.search.approximate);
}

TEST(Approximate, rows_of_zeros_have_no_neighbors_and_are_no_samples) {
  Plain X = texts(2 * sparse_rows, 300, 7, 17);
  for (std::int64_t i = 0; i < X.rows; i += 2)
    for (std::int64_t c = 0; c < X.columns; ++c) X(i, c) = 0;
  expect_good(X, 6, 0.95);
  const Neighbors got = search(X, 6, approximate());
  EXPECT_EQ(got.count[4], 0);
  EXPECT_EQ(got.search.sampled, sparse_rows / 16);
  const Neighbors none = search(Plain(sparse_rows, 3), 4, approximate());
  EXPECT_EQ(lists_of(none), Lists(static_cast<std::size_t>(sparse_rows)));
  EXPECT_EQ(none.search.recall, 1);
}

TEST(Approximate, few_rows_are_searched_exactly_whatever_is_asked) {
  const Plain X = texts(900, 300, 8, 18);
  const Neighbors got = search(X, 5, approximate(0.5));
  EXPECT_FALSE(got.search.approximate);
  EXPECT_EQ(got.search.recall, 1);
  EXPECT_EQ(lists_of(got), found(X, 5));
  EXPECT_EQ(lists_of(search(whole_numbers(1, 4, 1, 2, 1), 5, approximate())), Lists(1));
}

TEST(Approximate, automatic_begins_at_a_stated_size) {
  EXPECT_FALSE(is_approximate({SearchKind::automatic, 0.95, 0}, 99'999));
  EXPECT_TRUE(is_approximate({SearchKind::automatic, 0.95, 0}, 100'000));
  EXPECT_FALSE(is_approximate({SearchKind::exact, 0.95, 0}, 10'000'000));
  EXPECT_TRUE(is_approximate({SearchKind::approximate, 0.95, 0}, 4097));
  EXPECT_FALSE(is_approximate({SearchKind::approximate, 0.95, 0}, 4096));
}

TEST(Approximate, permuting_documents_permutes_the_lists) {
  const Plain X =
      random_plain(support::all_or_few(5000, 4200), 200, 19, 0.06);  // no two cosines are equal
  const std::vector<std::int64_t> order = shuffled(X.rows, 4);
  const Neighbors plain = search(X, 6, approximate()),
                  other = search(permuted_rows(X, order), 6, approximate());
  EXPECT_TRUE(plain.search.approximate);
  EXPECT_EQ(plain.search.budget, other.search.budget);
  EXPECT_EQ(plain.search.recall, other.search.recall);
  const Lists lists = lists_of(plain), permuted = lists_of(other);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::vector<Near> &right = lists[static_cast<std::size_t>(order[i])], &got = permuted[i];
    ASSERT_EQ(got.size(), right.size()) << i;
    for (std::size_t q = 0; q < right.size(); ++q) {
      ASSERT_EQ(order[static_cast<std::size_t>(got[q].index)], right[q].index) << i << ' ' << q;
      ASSERT_EQ(got[q].cosine, right[q].cosine) << i << ' ' << q;
    }
  }
}

TEST(Approximate, float_values_are_compared_by_exactly_those_values) {
  Host host;
  const Plain X = rounded_to<float>(texts(sparse_rows, 300, 8, 20));
  const Neighbors single =
      nearest_neighbors(data(csr<float>(X, host.memory).view()), 5, host.run, approximate());
  EXPECT_EQ(lists_of(single), lists_of(search(X, 5, approximate())));
}

TEST(Approximate, distinct_rows_are_searched_like_all_rows) {
  Host host;
  Plain X = texts(sparse_rows, 300, 8, 22);
  for (std::int64_t c = 0; c < X.columns; ++c) X(70, c) = X(3, c);
  const Csr<double> rows = csr<double>(X, host.memory);
  const Neighbors got = distinct_neighbors(data(rows), first_occurrences(data(rows), host.run), 5,
                                           host.run, approximate());
  EXPECT_TRUE(got.search.approximate);
  EXPECT_EQ(got.count[70], 0);
  EXPECT_GT(got.count[3], 0);
}

TEST(Approximate, the_graph_reports_how_it_was_searched) {
  Host host;
  const Neighbors got = search(texts(sparse_rows, 300, 8, 23), 5, approximate());
  const Graph graph = build_graph(first_neighbors(got, 3, host.memory), GraphWeight::cosine,
                                  GraphRule::either, 0, host.run);
  EXPECT_TRUE(graph.search.searched && graph.search.approximate);
  EXPECT_EQ(graph.search.recall, got.search.recall);
}

TEST(Approximate, reports_rising_progress_and_stops_at_every_report) {
  const Plain X = texts(support::all_or_few(5000, 4200), 300, 8, 24);
  std::size_t reports = 1;
  for (std::size_t stop_at = 0; stop_at <= reports; ++stop_at) {
    Host host(2);
    ProgressLog log;
    log.stop_at = stop_at;
    log.watch(host.monitor);
    const Csr<double> rows = csr<double>(X, host.memory);
    const std::int64_t before = host.memory->now();
    if (stop_at == 0) {
      nearest_neighbors(data(rows), 5, host.run, approximate());
      reports = log.done.size();
      EXPECT_GT(reports, 4U);
      EXPECT_TRUE(std::is_sorted(log.done.begin(), log.done.end()));
      EXPECT_EQ(log.done.back(), X.rows);
    } else {
      expect_error(Status::cancelled, "cancelled",
                   [&] { nearest_neighbors(data(rows), 5, host.run, approximate()); });
      EXPECT_EQ(log.done.size(), stop_at);
    }
    EXPECT_EQ(host.memory->now(), before);
  }
}

TEST(Approximate, every_failed_allocation_is_an_error_without_a_leak) {
  const auto own = std::make_shared<Memory>();
  const Csr<double> rows = csr<double>(texts(4200, 300, 4, 25), own);
  expect_every_failed_allocation_reported([&](const std::shared_ptr<Memory> &memory) {
    ThreadPool pool(2);
    Monitor monitor;
    manifact::ExecutionContext run{memory, pool, monitor};
    return nearest_neighbors(data(rows), 5, run, approximate()).search.approximate;
  });
}

}  // namespace
}  // namespace manifact
