// What every command uses: a context with its threads, the progress bar, warnings, and the
// conversion of failures to exit codes.
#pragma once

#include <manifact/manifact.h>

#include <chrono>
#include <string>
#include <vector>

#include "handles.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/progress.hpp"

namespace cli {

class Session {
 public:
  // context null: a new one.
  explicit Session(std::int64_t threads, bool quiet = false, Context context = nullptr);

  manifact_context *context() const { return context_.get(); }
  // For a long call, which Ctrl-C stops between its reports of progress as well.
  manifact_context *stoppable() const {
    set_interrupts(context());
    stop_if_interrupted();  // before: the call stops for later ones only
    return context();
  }
  std::string message() const { return manifact_context_message(context()); }
  Progress &progress() { return progress_; }

  // The Failure for a status < 0, with the message of the context or of the handle.
  void check(int status) const;
  void check(int status, const manifact_solver *solver) const;
  void check(int status, const manifact_vectorizer *vectorizer) const;

  // The same, with the name of the input before the message.
  void check_input(int status, const std::string &name) const;
  void check_input(int status, const std::string &name, const manifact_solver *solver) const;
  void check_input(int status, const std::string &name,
                   const manifact_vectorizer *vectorizer) const;

  // "manifact: warning: ..." on standard error; each message once.
  void warn(const std::string &sentence);

  // "manifact: ..." on standard error, for what was guessed; each message once.
  void note(const std::string &sentence);
  const std::vector<std::string> &warnings() const { return warnings_; }

  std::int64_t threads() const { return threads_; }  // at least 1

  double seconds() const;  // since the start of the session

 private:
  static void log(void *user, manifact_log_level level, const char *text);

  bool quiet_;
  std::int64_t threads_;
  Progress::Clock::time_point began_ = Progress::Clock::now();
  Progress progress_;
  std::vector<std::string> warnings_, notes_;
  Context context_;
};

// The peak resident memory of the process in bytes; 0 if the system does not report it.
std::int64_t peak_memory();

}  // namespace cli
