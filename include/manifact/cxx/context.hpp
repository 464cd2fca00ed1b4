// Part of manifact.hpp: cancellation, callbacks and the context.
#ifndef MANIFACT_CXX_CONTEXT_HPP
#define MANIFACT_CXX_CONTEXT_HPP

#include <manifact/cxx/core.hpp>

#include <functional>
#include <memory>

namespace manifact {
inline namespace cxx {

// A request to stop a call: set on a Solver or a Context for its next call.
class CancelToken : public detail::Counted<manifact_cancel_token, manifact_cancel_token_retain,
                                           manifact_cancel_token_free> {
 public:
  CancelToken() { detail::checked(manifact_cancel_token_create(&handle_)); }

  // From any thread, or from a signal handler.
  void request() const noexcept { manifact_cancel_token_request(handle_); }
};

// What a call reports while it runs; see manifact_progress_fn.
struct Progress {
  std::string_view stage;
  std::int64_t done, total;
  double objective, change;
};

// True stops the call with Error(MANIFACT_ERROR_CANCELLED).
using ProgressFunction = std::function<bool(const Progress &)>;
// An exception stops the call at its next report of progress. If no progress is reported, it is
// rethrown when the call has ended.
using LogFunction = std::function<void(manifact_log_level level, std::string_view text)>;
// Runs task(i) for i = 0 .. count - 1, in any order, on any threads, and returns when all are done.
// Must not throw.
using Runner =
    std::function<void(const std::function<void(std::int64_t)> &task, std::int64_t count)>;

namespace detail {

// A function whose address is given to the library; null if it is empty. A handle keeps those that
// the library may call for it. They do not change: a setting makes a new one.
template <class Function>
std::shared_ptr<Function> shared(Function &&function) {
  return function ? std::make_shared<Function>(std::move(function)) : nullptr;
}

// What the library calls; `user` is the address of a function.
inline int report(void *user, const char *stage, std::int64_t done, std::int64_t total,
                  double objective, double change) noexcept {
  return guarded([&] {
    return (*static_cast<const ProgressFunction *>(user))(
        Progress{text_of(stage), done, total, objective, change});
  });
}
inline void write_log(void *user, manifact_log_level level, const char *text) noexcept {
  guarded([&] {
    (*static_cast<const LogFunction *>(user))(level, text_of(text));
    return false;
  });
}
inline void run(void *user, manifact_task_fn task, void *argument, std::int64_t count) noexcept {
  (*static_cast<const Runner *>(user))([&](std::int64_t i) { task(argument, i); }, count);
}

// The functions of a context or a solver. The vectorizers of a context keep this: a call of theirs
// may use it while the context is freed.
struct Functions {
  std::shared_ptr<ProgressFunction> progress;
  std::shared_ptr<LogFunction> log;
  std::shared_ptr<Runner> runner;
};

}  // namespace detail

// Threads, log, allocator and progress of the calls that take it.
class Context : public detail::Unique<manifact_context, manifact_context_free> {
 public:
  Context() : functions_(std::make_shared<detail::Functions>()) {
    detail::checked(manifact_context_create(&handle_));
  }
  // With the host's allocator for bulk memory.
  Context(manifact_allocate_fn allocate, manifact_release_fn release, void *user)
      : functions_(std::make_shared<detail::Functions>()) {
    detail::checked(manifact_context_create_with_allocator(allocate, release, user, &handle_));
  }

  // 0: all cores.
  Context &set_threads(std::int64_t threads) {
    return checked(manifact_context_set_threads(handle_, threads));
  }
  // For the calls of this context, and for solvers and vectorizers made with it from now on. An
  // empty function restores the library's own threads.
  Context &set_runner(Runner runner) {
    auto made = detail::shared(std::move(runner));
    checked(
        manifact_context_set_runner(handle_, made == nullptr ? nullptr : detail::run, made.get()));
    functions_->runner = std::move(made);
    return *this;
  }
  Context &set_progress(ProgressFunction progress) {
    auto made = detail::shared(std::move(progress));
    checked(manifact_context_set_progress(handle_, made == nullptr ? nullptr : detail::report,
                                          made.get()));
    functions_->progress = std::move(made);
    return *this;
  }
  // For the calls of this context and its vectorizers, and for solvers made with it from now on.
  Context &set_log(LogFunction log) {
    auto made = detail::shared(std::move(log));
    checked(manifact_context_set_log(handle_, made == nullptr ? nullptr : detail::write_log,
                                     made.get()));
    functions_->log = std::move(made);
    return *this;
  }
  // For the next cancellable call only.
  Context &set_cancel_token(const CancelToken &token) {
    return checked(manifact_context_set_cancel_token(handle_, token.handle()));
  }

  struct Memory {
    std::int64_t now, peak;  // bytes
  };
  Memory memory() const {
    Memory m{};
    detail::checked(manifact_context_memory(handle_, &m.now, &m.peak));
    return m;
  }

  // Throws if the status of a call with this context is a failure, with its message.
  Context &checked(manifact_status status) {
    if (status >= 0)
      detail::checked(status);
    else
      detail::checked(status, manifact_context_message(handle_), manifact_context_errno(handle_));
    return *this;
  }

  const std::shared_ptr<detail::Functions> &functions() const noexcept { return functions_; }

 private:
  std::shared_ptr<detail::Functions> functions_;
};

}  // namespace cxx
}  // namespace manifact

#endif
