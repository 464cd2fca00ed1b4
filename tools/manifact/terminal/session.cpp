#include "terminal/session.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <thread>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/messages.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

Exit exit_code(int status) {
  if (status == MANIFACT_ERROR_CANCELLED) return cancelled;
  if (status == MANIFACT_ERROR_NULL || status == MANIFACT_ERROR_HANDLE ||
      status <= MANIFACT_ERROR_INTERNAL)
    return internal_failure;
  return status <= -300 && status > -400 ? numerical_failure : bad_input;
}

void require(int status, const char *message, const std::string &name = "") {
  if (status >= 0) return;
  stop_if_interrupted();  // an interrupt takes precedence over other errors
  const std::string sentence = *message != '\0' ? message : manifact_status_text(status);
  const bool is_named = name.empty() || exit_code(status) == cancelled ||
                        sentence.find(name) != std::string::npos ||
                        sentence.find(escaped(name)) != std::string::npos;
  throw Failure(is_named ? sentence : name + ": " + sentence, exit_code(status));
}

Context new_context() {
  manifact_context *context = nullptr;
  require(manifact_context_create(&context), "");
  return Context(context);
}

}  // namespace

Session::Session(std::int64_t threads, bool quiet, Context given)
    : quiet_(quiet),
      threads_(threads > 0 ? threads
                           : std::max<std::int64_t>(1, std::thread::hardware_concurrency())),
      progress_(quiet),
      context_(given ? std::move(given) : new_context()) {
  check(manifact_context_set_threads(context(), threads));
  check(manifact_context_set_progress(context(), Progress::report, &progress_));
  check(manifact_context_set_log(context(), log, this));
}

void Session::check(int status) const { require(status, manifact_context_message(context())); }

void Session::check(int status, const manifact_solver *solver) const {
  require(status, manifact_solver_message(solver));
}

void Session::check(int status, const manifact_vectorizer *vectorizer) const {
  require(status, manifact_vectorizer_message(vectorizer));
}

void Session::check_input(int status, const std::string &name) const {
  require(status, manifact_context_message(context()), name);
}

void Session::check_input(int status, const std::string &name,
                          const manifact_solver *solver) const {
  require(status, manifact_solver_message(solver), name);
}

void Session::check_input(int status, const std::string &name,
                          const manifact_vectorizer *vectorizer) const {
  require(status, manifact_vectorizer_message(vectorizer), name);
}

void Session::log(void *user, manifact_log_level level, const char *text) {
  if (level == MANIFACT_LOG_WARNING) static_cast<Session *>(user)->warn(text);
}

void Session::warn(const std::string &sentence) {
  if (std::find(warnings_.begin(), warnings_.end(), sentence) != warnings_.end()) return;
  warnings_.push_back(sentence);
  if (quiet_) return;
  print_message("warning: " + sentence);
}

void Session::note(const std::string &sentence) {
  if (quiet_ || std::find(notes_.begin(), notes_.end(), sentence) != notes_.end()) return;
  notes_.push_back(sentence);
  print_message(sentence);
}

double Session::seconds() const {
  return std::chrono::duration<double>(Progress::Clock::now() - began_).count();
}

// VmHWM starts at the exec of this program; ru_maxrss of getrusage() includes the process before
// the exec.
std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) != 0) continue;
    std::int64_t kilobytes = 0;
    const auto digits = line.find_first_of("0123456789");
    if (digits != std::string::npos)
      std::from_chars(line.data() + digits, line.data() + line.size(), kilobytes);
    return kilobytes * 1024;
  }
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::int64_t>(usage.ru_maxrss) * 1024
                                             : 0;
}

}  // namespace cli
