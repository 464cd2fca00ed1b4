#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>

#include "runtime/error.hpp"
#include "runtime/float_environment.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Fits call the pool every few hundred microseconds: spin briefly before sleeping.
constexpr int looks = 2000;

template <class Ready>
bool look(Ready &&ready) noexcept {
  for (int i = 0; i < looks; ++i) {
    if (ready()) return true;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  return ready();
}

// A task that a thread of the host runs.
struct HostedTask {
  ThreadPool::Task task;
  void *argument;

  static void run(void *hosted, Index index) {
    const FloatEnvironment own;
    const auto &[task, argument] = *static_cast<const HostedTask *>(hosted);
    task(argument, index);
  }
};

}  // namespace

ThreadPool::ThreadPool(Index threads, Runner runner, void *runner_user)
    : threads_(threads), runner_(runner), runner_user_(runner_user) {}

ThreadPool::~ThreadPool() { dismiss(); }

void ThreadPool::dismiss() noexcept {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    wanted_.store(std::ssize(workers_));
    generation_.fetch_add(1);
  }
  for (Worker &worker : workers_) {
    worker.start.notify_one();
    if (worker.thread.joinable()) worker.thread.join();
  }
  workers_.clear();
}

void ThreadPool::start_workers() {
  stop_ = false;  // a start that failed leaves it true
  try {
    for (Index i = 0; i < threads_ - 1; ++i) {
      Worker &worker = workers_.emplace_back();
      worker.thread = std::thread([this, &worker, i] { work(worker, i); });
    }
  } catch (const std::system_error &) {
    dismiss();
    fail(Status::threads, "cannot start %lld threads", static_cast<long long>(threads_));
  } catch (...) {
    dismiss();
    throw;
  }
}

void ThreadPool::run(Task task, void *argument, Index count) {
  if (runner_ != nullptr && count > 1) {
    HostedTask hosted{task, argument};
    return runner_(runner_user_, HostedTask::run, &hosted, count);
  }
  if (threads_ == 1 || count <= 1) {
    for (Index i = 0; i < count; ++i) task(argument, i);
    return;
  }
  if (workers_.empty()) start_workers();
  const Index wanted = std::min(threads_, count) - 1;
  {
    const std::lock_guard lock(mutex_);
    task_ = task;
    argument_ = argument;
    count_ = count;
    next_.store(0, std::memory_order_relaxed);
    open_ = true;
    wanted_.store(wanted, std::memory_order_relaxed);
    generation_.fetch_add(1, std::memory_order_release);
  }
  for (Index i = 0; i < wanted; ++i) workers_[static_cast<std::size_t>(i)].start.notify_one();
  take_tasks();
  // Waits for the workers that have a task, not for those that have yet to wake up: on a busy
  // machine that takes longer than most calls.
  {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  const auto done = [this] { return busy_.load(std::memory_order_acquire) == 0; };
  if (look(done)) return;
  std::unique_lock lock(mutex_);
  finished_.wait(lock, done);
}

void ThreadPool::take_tasks() noexcept {
  for (Index i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) task_(argument_, i);
}

void ThreadPool::work(Worker &self, Index number) noexcept {
  const FloatEnvironment own;  // a thread begins with that of its creator
  for (Index seen = 0;;) {
    const auto called = [&] {
      return generation_.load(std::memory_order_acquire) != seen &&
             number < wanted_.load(std::memory_order_relaxed);
    };
    if (!look(called)) {
      std::unique_lock lock(mutex_);
      self.start.wait(lock, called);
    }
    std::unique_lock lock(mutex_);
    seen = generation_.load(std::memory_order_relaxed);
    if (stop_) return;
    if (!open_) continue;
    busy_.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    take_tasks();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      const std::lock_guard wake(mutex_);
      finished_.notify_one();
    }
  }
}

}  // namespace manifact
