// Ctrl-C. The signal handler requests the cancel token of the running computation and wakes a
// watcher thread, which ends what needs ordinary code under a mutex. A second signal ends the
// process immediately, as does a computation that does not end within 0.8 s (for example a read
// that hangs). SIGTERM and SIGHUP do the same.
#pragma once

#include <manifact/manifact.h>

#include <functional>
#include <mutex>
#include <thread>

namespace cli {

// One instance, in main().
class Interrupts {
 public:
  // by_launcher: mpirun started this process, and ends it by SIGTERM when another one has failed.
  explicit Interrupts(bool by_launcher = false);
  ~Interrupts();
  Interrupts(const Interrupts &) = delete;
  Interrupts &operator=(const Interrupts &) = delete;

 private:
  std::thread watcher_;
};

bool interrupted() noexcept;

// Whether mpirun ends this process, which then prints no message: another one has, or the user
// knows why.
bool ended_by_launcher() noexcept;

// Throws the Failure that ends the program if a signal has arrived.
void stop_if_interrupted();

// A signal cancels the next call that takes the handle, and progress callbacks cancel any.
// Returns the status of the library.
int set_interrupts(manifact_context *context);
int set_interrupts(manifact_solver *solver);

// The process group of a program that was started, which a signal kills while it runs.
void add_running_group(int group);
void remove_running_group(int group);

// Registers the cleanup to run before the process ends immediately; {} for none.
void set_sweep(std::function<void()> sweep);

// Runs the cleanup, as if the process ended immediately.
void sweep_unfinished();

// While this is held, no signal ends the process: for the moment in which finished files are moved
// to their places.
[[nodiscard]] std::unique_lock<std::mutex> hold_interrupts();

}  // namespace cli
