// A search reports what is done, stops when it is told to, and gives back its memory.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "graph/build.hpp"
#include "reference/neighbors.hpp"
#include "support/countdown.hpp"
#include "support/expect_error.hpp"

namespace manifact {
namespace {

struct Watch {
  std::vector<std::int64_t> reported;
  std::int64_t total = 0, stop_at = -1;

  static int see(void *user, std::int64_t done, std::int64_t total, double, double) {
    auto *watch = static_cast<Watch *>(user);
    watch->reported.push_back(done);
    watch->total = total;
    return static_cast<std::int64_t>(watch->reported.size()) == watch->stop_at;
  }
};

// Every row has every feature: enough postings for several reports.
Plain dense_rows() { return random_plain(1500, 50, 12); }

TEST(GraphProgress, rises_to_all_rows_in_the_same_steps_each_time) {
  const Plain X = dense_rows();
  Watch seen[2];
  for (Watch &watch : seen) {
    Host host;
    host.monitor.progress = Watch::see;
    host.monitor.progress_user = &watch;
    nearest_neighbors(csr<double>(X, host.memory).view(), 5, host.run);
    EXPECT_TRUE(std::is_sorted(watch.reported.begin(), watch.reported.end()));
    EXPECT_EQ(watch.reported.back(), X.rows);
    EXPECT_EQ(watch.total, X.rows);
    EXPECT_GT(watch.reported.size(), 1U);
  }
  EXPECT_EQ(seen[0].reported, seen[1].reported);
}

TEST(GraphCancel, by_the_progress_function) {
  for (const std::int64_t threads : {1, 3}) {
    Host host(threads);
    Watch watch;
    watch.stop_at = 1;
    host.monitor.progress = Watch::see;
    host.monitor.progress_user = &watch;
    const Csr<double> X = csr<double>(dense_rows(), host.memory);
    const std::int64_t before = host.memory->now();
    expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(X.view(), 5, host.run); });
    EXPECT_EQ(watch.reported.size(), 1U);
    EXPECT_EQ(host.memory->now(), before);
  }
}

TEST(GraphCancel, set_before_the_search_stops_it_at_once) {
  Host host(2);
  Watch watch;
  const Csr<double> X = csr<double>(dense_rows(), host.memory);
  host.monitor.cancel = true;
  host.monitor.progress = Watch::see;
  host.monitor.progress_user = &watch;
  expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(X.view(), 5, host.run); });
  EXPECT_LE(watch.reported.size(), 1U);
}

TEST(GraphCancel, from_another_thread_within_one_report) {
  Host host(2);
  Watch watch;
  host.monitor.progress = Watch::see;
  host.monitor.progress_user = &watch;
  const Csr<double> X = csr<double>(random_plain(6000, 400, 13), host.memory);
  std::atomic<bool> searching{false};
  std::thread canceller([&] {
    while (!searching) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    host.monitor.cancel = true;
  });
  searching = true;
  expect_error(Status::cancelled, "cancelled", [&] { nearest_neighbors(X.view(), 5, host.run); });
  canceller.join();
  EXPECT_LT(watch.reported.empty() ? 0 : watch.reported.back(), X.rows);
}

// The host's allocator fails at every call in turn.
TEST(GraphMemory, every_failed_allocation_is_an_error_without_a_leak) {
  const Plain X = texts(60, 40, 5, 3);
  const std::shared_ptr<Memory> own = std::make_shared<Memory>();
  const Csr<double> rows = csr<double>(X, own);
  bool done = false;
  for (long allowed = 0; !done; ++allowed) {
    ASSERT_LT(allowed, 1000);
    Countdown countdown{allowed};
    const auto memory =
        std::make_shared<Memory>(Countdown::allocate, Countdown::release, &countdown);
    ThreadPool pool(2);
    Monitor monitor;
    manifact::ExecutionContext run{memory, pool, monitor};
    try {
      const Neighbors neighbors = nearest_neighbors(rows.view(), 5, run);
      const Graph graph =
          build_graph(neighbors, GraphWeight::local_scaling, GraphRule::either, 0, run);
      done = count_duplicates(rows.view(), run) == 0;
    } catch (const Error &error) {
      EXPECT_EQ(static_cast<int>(error.status()), static_cast<int>(Status::memory)) << error.what();
    }
    EXPECT_EQ(memory->now(), 0);
  }
}

}  // namespace
}  // namespace manifact
