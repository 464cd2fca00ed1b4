// A search reports its progress, can be cancelled, and releases its memory.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "graph/build.hpp"
#include "reference/neighbors.hpp"
#include "support/countdown.hpp"
#include "support/expect_error.hpp"
#include "support/progress.hpp"

namespace manifact {
namespace {

// Every row has every feature: enough postings for several reports.
Plain dense_rows() { return random_plain(1500, 50, 12); }

TEST(GraphProgress, rises_to_all_rows_in_the_same_steps_each_time) {
  const Plain X = dense_rows();
  ProgressLog seen[2];
  for (ProgressLog &log : seen) {
    Host host;
    log.watch(host.monitor);
    nearest_neighbors(data(csr<double>(X, host.memory).view()), 5, host.run);
    EXPECT_TRUE(std::is_sorted(log.done.begin(), log.done.end()));
    EXPECT_EQ(log.done.back(), X.rows);
    EXPECT_EQ(log.total, X.rows);
    EXPECT_GT(log.done.size(), 1U);
  }
  EXPECT_EQ(seen[0].done, seen[1].done);
}

TEST(GraphCancel, by_the_progress_function) {
  for (const std::int64_t threads : {1, 3}) {
    Host host(threads);
    ProgressLog log;
    log.stop_at = 1;
    log.watch(host.monitor);
    const Csr<double> X = csr<double>(dense_rows(), host.memory);
    const std::int64_t before = host.memory->now();
    expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(data(X), 5, host.run); });
    EXPECT_EQ(log.done.size(), 1U);
    EXPECT_EQ(host.memory->now(), before);
  }
}

TEST(GraphCancel, set_before_the_search_stops_it_at_once) {
  Host host(2);
  ProgressLog log;
  const Csr<double> X = csr<double>(dense_rows(), host.memory);
  host.monitor.cancel = true;
  log.watch(host.monitor);
  expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(data(X), 5, host.run); });
  EXPECT_LE(log.done.size(), 1U);
}

TEST(GraphCancel, from_another_thread_within_one_report) {
  Host host(2);
  ProgressLog log;
  log.watch(host.monitor);
  const Csr<double> X = csr<double>(random_plain(6000, 400, 13), host.memory);
  std::atomic<bool> searching{false};
  std::thread canceller([&] {
    while (!searching) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    host.monitor.cancel = true;
  });
  searching = true;
  expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(data(X), 5, host.run); });
  canceller.join();
  EXPECT_LT(log.done.empty() ? 0 : log.done.back(), X.rows);
}

// Every call of the host's allocator fails in turn.
TEST(GraphMemory, every_failed_allocation_is_an_error_without_a_leak) {
  const Plain X = texts(60, 40, 5, 3);
  const std::shared_ptr<Memory> own = std::make_shared<Memory>();
  const Csr<double> rows = csr<double>(X, own);
  expect_every_failed_allocation_reported([&](const std::shared_ptr<Memory> &memory) {
    ThreadPool pool(2);
    Monitor monitor;
    manifact::ExecutionContext run{memory, pool, monitor};
    const Neighbors neighbors = nearest_neighbors(data(rows), 5, run);
    const Graph graph =
        build_graph(neighbors, GraphWeight::local_scaling, GraphRule::either, 0, run);
    return count_duplicates(data(rows), run) == 0;
  });
}

}  // namespace
}  // namespace manifact
