// The threads of one call. Work is divided into tasks independently of the number of threads. Tasks
// are scheduled dynamically and each writes its own part of the result, so every number of threads
// gives the same bits. The calling thread participates; all others are joined by the destructor.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <type_traits>

#include "runtime/index.hpp"

namespace manifact {

class ThreadPool {
 public:
  using Task = void (*)(void *argument, Index index);
  using Runner = void (*)(void *user, Task task, void *argument, Index count);

  // threads >= 1; a runner replaces the library's own threads.
  explicit ThreadPool(Index threads, Runner runner = nullptr, void *runner_user = nullptr);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  // Calls body(i) for i in 0 .. count-1, in any order, and returns when all are done. The body must
  // not throw. The first call with more than one task starts the threads, and throws Error(threads)
  // if it cannot: a call on little data needs none.
  template <class Body>
  void each(Index count, Body &&body) {
    auto call = [](void *argument, Index index) {
      (*static_cast<std::remove_reference_t<Body> *>(argument))(index);
    };
    run(call, const_cast<void *>(static_cast<const void *>(&body)), count);
  }

  // Calls body(begin, end) for consecutive blocks of `step` rows of n.
  template <class Body>
  void blocks(Index n, Index step, Body &&body) {
    each((n + step - 1) / step, [&](Index block) {
      const Index begin = block * step;
      body(begin, begin + step < n ? begin + step : n);
    });
  }

  Index threads() const noexcept { return threads_; }

 private:
  struct Worker {
    std::condition_variable start;
    std::thread thread;
  };

  void run(Task task, void *argument, Index count);
  void take_tasks() noexcept;
  void start_workers();
  void work(Worker &self, Index number) noexcept;
  void dismiss() noexcept;

  Index threads_;
  Runner runner_;
  void *runner_user_;
  std::deque<Worker> workers_;  // which stay in their places
  std::mutex mutex_;
  std::condition_variable finished_;
  Task task_ = nullptr;
  void *argument_ = nullptr;
  Index count_ = 0;
  std::atomic<Index> next_{0};
  std::atomic<Index> generation_{0};
  std::atomic<Index> wanted_{0};  // the workers that a call wakes: the first ones
  std::atomic<Index> busy_{0};    // workers in take_tasks()
  bool open_ = false;             // to workers that wake up
  bool stop_ = false;
};

}  // namespace manifact
