// The threads of one call. Work is cut into tasks that do not depend on the number of threads; the
// tasks are handed out as threads come free, each writes its own part of the result, so every
// thread count gives the same bits. The calling thread takes part, and all others are joined when
// the ThreadPool goes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "runtime/index.hpp"

namespace manifact {

class ThreadPool {
 public:
  using Task = void (*)(void *argument, Index index);
  using Runner = void (*)(void *user, Task task, void *argument, Index count);

  // threads >= 1; a runner takes the place of the library's own threads. Throws Error(threads).
  explicit ThreadPool(Index threads, Runner runner = nullptr, void *runner_user = nullptr);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  // body(i) for i in 0 .. count-1, in any order; returns when all are done. The body must not
  // throw.
  template <class Body>
  void each(Index count, Body &&body) {
    auto call = [](void *argument, Index index) {
      (*static_cast<std::remove_reference_t<Body> *>(argument))(index);
    };
    run(call, const_cast<void *>(static_cast<const void *>(&body)), count);
  }

  // body(begin, end) for consecutive blocks of `step` rows out of n.
  template <class Body>
  void blocks(Index n, Index step, Body &&body) {
    each((n + step - 1) / step, [&](Index block) {
      const Index begin = block * step;
      body(begin, begin + step < n ? begin + step : n);
    });
  }

  Index threads() const noexcept { return threads_; }

 private:
  void run(Task task, void *argument, Index count);
  void take_tasks() noexcept;
  void work() noexcept;
  void dismiss() noexcept;

  Index threads_;
  Runner runner_;
  void *runner_user_;
  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_, finished_;
  Task task_ = nullptr;
  void *argument_ = nullptr;
  Index count_ = 0;
  std::atomic<Index> next_{0};
  std::atomic<Index> generation_{0};
  std::atomic<Index> busy_{0};
  bool stop_ = false;
};

}  // namespace manifact
