#include "terminal/interrupts.hpp"

#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr long grace_nanoseconds = 800'000'000;

std::mutex guard;  // for the two variables below
std::vector<int> running_groups;
std::function<void()> sweep_away;
manifact_cancel_token *token = nullptr;  // lives as long as the process, as signals may come
std::atomic<bool> signaled{false};
static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<bool> launched{false}, terminated{false};
std::atomic<bool> ending{false};  // main() returns and wakes the watcher
sem_t wake_ups;

void end_running_groups() {
  const std::lock_guard<std::mutex> lock(guard);
  for (const int group : running_groups) ::kill(-group, SIGKILL);
}

[[noreturn]] void end_at_once() {
  const std::lock_guard<std::mutex> lock(guard);
  if (sweep_away) sweep_away();
  constexpr std::string_view last_words = "\nmanifact: cancelled\n";
  if (!ended_by_launcher()) [[maybe_unused]]
    const ssize_t written = ::write(STDERR_FILENO, last_words.data(), last_words.size());
  _exit(cancelled);
}

extern "C" void stop_what_runs(int signal) {
  const int saved = errno;
  terminated = signal == SIGTERM;
  signaled = true;
  manifact_cancel_token_request(token);
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
  end_running_groups();
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

Interrupts::Interrupts(bool by_launcher) {
  launched = by_launcher;
  // Writes to a closed pipe or beyond the size limit fail with an error instead.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // if the parent ignores it, the end of a child is not reported
  sem_init(&wake_ups, 0, 0);
  manifact_cancel_token_create(&token);
  watcher_ = std::thread(watch);
  struct sigaction action {};
  action.sa_handler = stop_what_runs;
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

bool ended_by_launcher() noexcept { return launched && terminated; }

void stop_if_interrupted() {
  if (interrupted()) throw Failure("cancelled", cancelled);
}

int set_interrupts(manifact_context *context) {
  return manifact_context_set_cancel_token(context, token);
}

int set_interrupts(manifact_solver *solver) {
  return manifact_solver_set_cancel_token(solver, token);
}

void add_running_group(int group) {
  const std::lock_guard<std::mutex> lock(guard);
  running_groups.push_back(group);
  if (signaled) ::kill(-group, SIGKILL);
}

void remove_running_group(int group) {
  const std::lock_guard<std::mutex> lock(guard);
  std::erase(running_groups, group);
}

void set_sweep(std::function<void()> sweep) {
  const std::lock_guard<std::mutex> lock(guard);
  sweep_away = std::move(sweep);
}

void sweep_unfinished() {
  const std::lock_guard<std::mutex> lock(guard);
  if (sweep_away) sweep_away();
}

std::unique_lock<std::mutex> hold_interrupts() { return std::unique_lock<std::mutex>(guard); }

}  // namespace cli
