// Ctrl-C. The signal handler only wakes a watcher thread, so that cancelling is ordinary code under
// a mutex and never runs on a handle that is being freed. (Blocking the signals and waiting for
// them does not work, because a BLAS may have started threads before main().) The first signal
// cancels the running computation. A second one ends the process at once, as does a computation
// that does not end within 0.8 s (for example a read that hangs). SIGTERM and SIGHUP do the same.
#pragma once

#include <manifact/manifact.h>

#include <functional>
#include <mutex>
#include <thread>

namespace cli {

// One instance, in main().
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

// Throws the Failure that ends the program if a signal has arrived.
void stop_if_interrupted();

// Registers the handle that a signal cancels. Must be destroyed before the handle.
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

// Registers the process group of a program that was started, which a signal kills; 0 for none.
void set_running_group(int group);

// Registers the cleanup to run before the process ends at once; {} for none.
void set_sweep(std::function<void()> sweep);

// While this is held, no signal ends the process: for the moment in which finished files are moved
// to their places.
[[nodiscard]] std::unique_lock<std::mutex> hold_interrupts();

}  // namespace cli
