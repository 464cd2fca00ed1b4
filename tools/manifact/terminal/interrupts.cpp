#include "terminal/interrupts.hpp"

#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>
#include <utility>

#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr long grace_nanoseconds = 800'000'000;

std::mutex guard;  // for the four variables below
int running_group = 0;
manifact_context *running_context = nullptr;
manifact_solver *running_solver = nullptr;
std::function<void()> sweep_away;
std::atomic<bool> signaled{false};
std::atomic<bool> ending{false};  // main() returns and wakes the watcher
sem_t wake_ups;

void cancel_what_runs() {
  const std::lock_guard<std::mutex> lock(guard);
  signaled = true;
  if (running_group > 0) ::kill(-running_group, SIGKILL);
  if (running_solver != nullptr) manifact_solver_cancel(running_solver);
  if (running_context != nullptr) manifact_context_cancel(running_context);
}

[[noreturn]] void end_at_once() {
  const std::lock_guard<std::mutex> lock(guard);
  if (sweep_away) sweep_away();
  constexpr std::string_view last_words = "\nmanifact: cancelled\n";
  [[maybe_unused]] const ssize_t written =
      ::write(STDERR_FILENO, last_words.data(), last_words.size());
  _exit(cancelled);
}

extern "C" void wake_watcher(int) {
  const int saved = errno;
  sem_post(&wake_ups);
  errno = saved;
}

void wait_for_wake_up() {
  while (sem_wait(&wake_ups) != 0 && errno == EINTR) {
  }
}

void wait_for_wake_up(long nanoseconds) {
  timespec until{};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += nanoseconds;
  until.tv_sec += until.tv_nsec / 1'000'000'000;
  until.tv_nsec %= 1'000'000'000;
  while (sem_timedwait(&wake_ups, &until) != 0 && errno == EINTR) {
  }
}

void watch() {
  wait_for_wake_up();
  if (ending) return;
  cancel_what_runs();
  wait_for_wake_up(grace_nanoseconds);
  if (ending) return;
  end_at_once();
}

// A shell starts background jobs with Ctrl-C ignored, and nohup does the same for hang-ups; such
// settings are kept.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupts::Interrupts() {
  // Writes to a closed pipe or beyond the size limit fail with an error instead.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // if the parent ignores it, the end of a child is not reported
  sem_init(&wake_ups, 0, 0);
  watcher_ = std::thread(watch);
  struct sigaction action {};
  action.sa_handler = wake_watcher;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  ending = true;
  sem_post(&wake_ups);
  watcher_.join();
}

bool interrupted() noexcept { return signaled; }

void stop_if_interrupted() {
  if (interrupted()) throw Failure("cancelled", cancelled);
}

Cancellable::Cancellable(manifact_context *context) : is_solver_(false) {
  const std::lock_guard<std::mutex> lock(guard);
  running_context = context;
}

Cancellable::Cancellable(manifact_solver *solver) : is_solver_(true) {
  const std::lock_guard<std::mutex> lock(guard);
  running_solver = solver;
}

Cancellable::~Cancellable() {
  const std::lock_guard<std::mutex> lock(guard);
  if (is_solver_) {
    running_solver = nullptr;
  } else {
    running_context = nullptr;
  }
}

void set_running_group(int group) {
  const std::lock_guard<std::mutex> lock(guard);
  running_group = group;
  if (group > 0 && signaled) ::kill(-group, SIGKILL);
}

void set_sweep(std::function<void()> sweep) {
  const std::lock_guard<std::mutex> lock(guard);
  sweep_away = std::move(sweep);
}

std::unique_lock<std::mutex> hold_interrupts() { return std::unique_lock<std::mutex>(guard); }

}  // namespace cli
