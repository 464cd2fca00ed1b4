// graph/neighbors/dense/dense_neighbors: the requested share of the nearest neighbors, with exact
// cosines, reported as measured, and the same for any number of threads.
#include "graph/neighbors/dense/dense_neighbors.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "reference/neighbors.hpp"
#include "support/expect_error.hpp"
#include "support/progress.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

// Above the rows that are always searched exactly.
constexpr std::int64_t clustered_rows = support::all_or_few(6000, 4200);

// Rows around 60 random directions.
std::vector<float> clustered(std::int64_t rows, std::int64_t columns, double spread,
                             std::uint64_t seed) {
  const Plain centers = random_plain(60, columns, seed),
              noise = random_plain(rows, columns, seed + 1);
  std::vector<float> values;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t c = 0; c < columns; ++c)
      values.push_back(
          static_cast<float>(2 * centers(i * 7 % 60, c) - 1 + spread * (2 * noise(i, c) - 1)));
  return values;
}

DenseRows dense_of(const std::vector<float> &values, std::int64_t columns) {
  DenseRows X;
  X.rows = static_cast<std::int64_t>(values.size()) / columns;
  X.columns = X.stride = columns;
  X.singles = values.data();
  return X;
}

Neighbors search(const std::vector<float> &values, std::int64_t columns, std::int64_t p,
                 const SearchRequest &request, std::int64_t threads = 1) {
  Host host(threads);
  return nearest_neighbors(dense_of(values, columns), p, host.run, request);
}

void expect_good(const std::vector<float> &values, std::int64_t columns, std::int64_t p,
                 double asked) {
  const Neighbors exact = search(values, columns, p, {}),
                  got = search(values, columns, p, approximate(asked));
  EXPECT_FALSE(exact.search.approximate);
  EXPECT_TRUE(got.search.approximate);
  const Lists right = lists_of(exact), lists = lists_of(got);
  const double share = recall(right, lists);
  EXPECT_GE(share, asked - 0.01) << "p " << p;
  EXPECT_NEAR(got.search.recall, share, 0.02) << "p " << p;
  for (std::size_t i = 0; i < lists.size(); i += 5)
    for (const Near &near : lists[i]) {
      const auto same = std::find_if(right[i].begin(), right[i].end(),
                                     [&](const Near &other) { return other.index == near.index; });
      if (same != right[i].end()) {
        EXPECT_EQ(near.cosine, same->cosine);
      }
    }
}

TEST(DenseApproximate, reaches_and_reports_the_requested_recall) {
  const std::vector<float> values = clustered(clustered_rows, 24, 0.7, 1);
  for (const std::int64_t p : {1, 15}) expect_good(values, 24, p, 0.95);
  for (const double asked : {0.7, 0.99}) expect_good(values, 24, 10, asked);
}

TEST(DenseApproximate, examines_fewer_pairs_for_a_lower_recall) {
  const std::vector<float> values = clustered(clustered_rows, 24, 0.7, 2);
  const SearchTrace little = search(values, 24, 10, approximate(0.6)).search,
                    most = search(values, 24, 10, approximate(0.99)).search;
  EXPECT_LT(little.budget, most.budget);
  EXPECT_LE(little.recall, most.recall);
  EXPECT_GT(little.sampled, 100);
}

TEST(DenseApproximate, any_number_of_threads_gives_the_same_bits) {
  const std::vector<float> values = clustered(clustered_rows, 16, 0.6, 3);
  const Neighbors one = search(values, 16, 8, approximate());
  for (const std::int64_t threads : {2, 3, 4}) {
    const Neighbors many = search(values, 16, 8, approximate(), threads);
    EXPECT_EQ(lists_of(many), lists_of(one));
    EXPECT_EQ(many.search.recall, one.search.recall);
    EXPECT_EQ(many.search.budget, one.search.budget);
  }
}

TEST(DenseApproximate, equal_rows_and_rows_of_zeros) {
  std::vector<float> values = clustered(2 * clustered_rows, 16, 0.6, 4);
  for (std::int64_t i = 0; i < clustered_rows / 2; ++i)
    for (std::int64_t c = 0; c < 16; ++c) {
      values[static_cast<std::size_t>((2 * clustered_rows - 1 - i) * 16 + c)] =
          values[static_cast<std::size_t>(i % 400 * 16 + c)];
      values[static_cast<std::size_t>((401 + 2 * i) * 16 + c)] = 0;
    }
  expect_good(values, 16, 9, 0.95);
  EXPECT_EQ(search(values, 16, 9, approximate()).count[401], 0);
}

// Rows in all directions have no cells.
TEST(DenseApproximate, where_it_is_no_dearer_the_search_is_exact) {
  const std::vector<float> values = clustered(clustered_rows, 100, 40, 5);
  const Neighbors got = search(values, 100, 5, approximate(0.999));
  EXPECT_FALSE(got.search.approximate);
  EXPECT_TRUE(got.search.declined);
  EXPECT_EQ(got.search.recall, 1);
  EXPECT_EQ(lists_of(got), lists_of(search(values, 100, 5, {})));
}

TEST(DenseApproximate, few_rows_are_searched_exactly) {
  EXPECT_FALSE(search(clustered(4000, 8, 0.5, 6), 8, 5, approximate()).search.approximate);
}

TEST(DenseApproximate, reports_its_progress_and_can_be_cancelled) {
  const std::vector<float> values = clustered(clustered_rows, 16, 0.6, 7);
  const DenseRows X = dense_of(values, 16);
  ProgressLog log;
  Host host(2);
  log.watch(host.monitor);
  nearest_neighbors(X, 5, host.run, approximate());
  EXPECT_TRUE(std::is_sorted(log.done.begin(), log.done.end()));
  EXPECT_EQ(log.done.back(), clustered_rows);
  // After the samples, two rounds of centers and the cells of all rows.
  EXPECT_GE(std::count(log.done.begin(), log.done.end(), clustered_rows / 10), 3);
  for (std::size_t stop = 1; stop < log.done.size(); ++stop) {
    ProgressLog cut;
    Host other(2);
    cut.stop_at = stop;
    cut.watch(other.monitor);
    const std::int64_t before = other.memory->now();
    expect_error(Status::cancelled, "cancelled",
                 [&] { nearest_neighbors(X, 5, other.run, approximate()); });
    EXPECT_EQ(cut.done.size(), stop);
    EXPECT_EQ(other.memory->now(), before);
  }
}

// Cancels in the allocation after so many others: most steps begin with one.
struct CancellingMemory {
  Monitor *monitor;
  long left;
  static void *allocate(void *user, std::size_t size) {
    auto *self = static_cast<CancellingMemory *>(user);
    if (self->left-- == 0) self->monitor->cancel = true;
    return std::malloc(size);
  }
  static void release(void *, void *pointer) { std::free(pointer); }
};

struct AfterCancel {
  const Monitor *monitor;
  int reports = 0;
  static int see(void *user, const char *, std::int64_t, std::int64_t, double, double) {
    auto *self = static_cast<AfterCancel *>(user);
    self->reports += self->monitor->cancelled() ? 1 : 0;
    return 0;
  }
};

TEST(DenseApproximate, a_cancel_in_any_step_ends_the_search_by_the_next_report) {
  const std::vector<float> values = clustered(4200, 16, 0.6, 8);
  const DenseRows X = dense_of(values, 16);
  for (const SearchKind kind : {SearchKind::exact, SearchKind::approximate}) {
    bool done = false;
    long steps = 0;
    for (; !done; steps += 3) {
      Monitor monitor;
      CancellingMemory cancelling{&monitor, steps};
      AfterCancel after{&monitor};
      monitor.progress = AfterCancel::see;
      monitor.progress_user = &after;
      const auto memory = std::make_shared<Memory>(CancellingMemory::allocate,
                                                   CancellingMemory::release, &cancelling);
      ThreadPool pool(2);
      ExecutionContext run{memory, pool, monitor};
      try {
        nearest_neighbors(X, 5, run, {kind, 0.8});
        done = true;
        EXPECT_FALSE(monitor.cancelled()) << "step " << steps;
      } catch (const Error &error) {
        EXPECT_EQ(error.status(), Status::cancelled);
      }
      EXPECT_LE(after.reports, 1) << "step " << steps;
      EXPECT_EQ(memory->now(), 0);
    }
    EXPECT_GT(steps, 10);
  }
}

}  // namespace
}  // namespace manifact
