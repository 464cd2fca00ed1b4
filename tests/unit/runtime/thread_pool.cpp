// Threads of a pool that a call has no task for. Linux tells of each thread whether it sleeps and
// how often it went to sleep: no clock is read.
#include "runtime/thread_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

using manifact::Index;
using manifact::ThreadPool;

namespace {

struct Sleep {
  bool is_asleep = false;
  long count = 0;  // of voluntary context switches
};

// Of all threads of this process, by their number.
std::map<std::string, Sleep> sleep_of_threads() {
  std::map<std::string, Sleep> threads;
  std::error_code ignored;
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream status(task.path() / "status");
    Sleep &found = threads[task.path().filename()];
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:")) found.is_asleep = line.find('S', 6) != std::string::npos;
      if (line.starts_with("voluntary_ctxt_switches:"))
        found.count = std::stol(line.substr(line.find(':') + 1));
    }
  }
  return threads;
}

std::map<std::string, Sleep> once_asleep(const std::map<std::string, Sleep> &others) {
  for (;;) {
    std::map<std::string, Sleep> workers = sleep_of_threads();
    bool are_asleep = true;
    for (const auto &[number, other] : others) workers.erase(number);
    for (const auto &[number, worker] : workers) are_asleep = are_asleep && worker.is_asleep;
    if (are_asleep) return workers;
    std::this_thread::yield();
  }
}

// Each of the `count` tasks waits for the others, so that as many threads run.
void call(ThreadPool &pool, Index count) {
  std::atomic<Index> arrived{0};
  pool.each(count, [&](Index) {
    ++arrived;
    while (arrived < count) std::this_thread::yield();
  });
}

TEST(ThreadPool, a_call_of_few_tasks_does_not_wake_the_other_threads) {
  constexpr Index threads = 4;
  constexpr long calls = 100;
  const auto others = sleep_of_threads();
  if (others.empty()) GTEST_SKIP() << "needs /proc";
  ThreadPool pool(threads);
  call(pool, threads);
  const auto before = once_asleep(others);
  ASSERT_EQ(before.size(), threads - 1);
  for (long i = 0; i < calls; ++i) {
    call(pool, 2);
    once_asleep(others);
  }
  const auto after = once_asleep(others);
  if (std::all_of(after.begin(), after.end(),
                  [](const auto &one) { return one.second.count == 0; }))
    GTEST_SKIP() << "the system does not count context switches";
  int woken = 0, left_alone = 0;
  for (const auto &[number, worker] : after) {
    const long times = worker.count - before.at(number).count;
    woken += times >= calls ? 1 : 0;
    left_alone += times <= calls / 10 ? 1 : 0;
  }
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(left_alone, threads - 2);
}

}  // namespace
