// Ctrl-C. The signal handler only wakes a thread of our own, so that cancelling is ordinary code
// under a mutex and never runs on a handle that is being freed. (Blocking the signals and waiting
// for them would not do: a BLAS may have started threads before main().) The first signal cancels
// what runs; the second one, or no end within 0.8 s (a read that hangs, say), ends the process at
// once. SIGTERM and SIGHUP do the same.
#pragma once

#include <manifact/manifact.h>

#include <functional>
#include <mutex>
#include <thread>

namespace cli {

// One in main().
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts &) = delete;
  Interrupts &operator=(const Interrupts &) = delete;

 private:
  std::thread watcher_;
};

bool interrupted() noexcept;

// Throws the Failure that ends the program when there was a signal.
void stop_if_interrupted();

// What a signal cancels; until the object goes, which must be before the handle does.
class Cancellable {
 public:
  explicit Cancellable(manifact_context *context);
  explicit Cancellable(manifact_solver *solver);
  ~Cancellable();
  Cancellable(const Cancellable &) = delete;
  Cancellable &operator=(const Cancellable &) = delete;

 private:
  bool is_solver_;
};

// What must be swept away before the process ends at once; {} for nothing.
void set_sweep(std::function<void()> sweep);

// While this is held no signal ends the process: for the moment in which finished files are put in
// their places.
[[nodiscard]] std::unique_lock<std::mutex> hold_interrupts();

}  // namespace cli
