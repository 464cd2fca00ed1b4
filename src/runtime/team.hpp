// The threads of one call. Work is cut into tasks that do not depend on the number of threads; the tasks are handed out as threads come
// free, each writes its own part of the result, so every thread count gives the same bits. The calling thread takes part, and all
// others are joined when the Team goes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace manifact {

class Team {
 public:
  using Task = void (*)(void *argument, std::int64_t index);
  using Runner = void (*)(void *user, Task task, void *argument, std::int64_t count);

  // threads >= 1; a runner takes the place of the library's own threads. Throws Error(threads).
  explicit Team(std::int64_t threads, Runner runner = nullptr, void *runner_user = nullptr);
  ~Team();
  Team(const Team &) = delete;
  Team &operator=(const Team &) = delete;

  // body(i) for i in 0 .. count-1, in any order; returns when all are done. The body must not throw.
  template <class Body>
  void each(std::int64_t count, Body &&body) {
    auto call = [](void *argument, std::int64_t index) { (*static_cast<std::remove_reference_t<Body> *>(argument))(index); };
    run(call, const_cast<void *>(static_cast<const void *>(&body)), count);
  }

  // body(begin, end) for consecutive blocks of `step` rows out of n.
  template <class Body>
  void blocks(std::int64_t n, std::int64_t step, Body &&body) {
    each((n + step - 1) / step, [&](std::int64_t block) {
      const std::int64_t begin = block * step;
      body(begin, begin + step < n ? begin + step : n);
    });
  }

  std::int64_t threads() const noexcept { return threads_; }

 private:
  void run(Task task, void *argument, std::int64_t count);
  void take_tasks() noexcept;
  void work() noexcept;
  void dismiss() noexcept;

  std::int64_t threads_;
  Runner runner_;
  void *runner_user_;
  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_, finished_;
  Task task_ = nullptr;
  void *argument_ = nullptr;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> generation_{0};
  std::atomic<std::int64_t> busy_{0};
  bool stop_ = false;
};

}  // namespace manifact
