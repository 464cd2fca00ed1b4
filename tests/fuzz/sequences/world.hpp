// The handles of a sequence, and call(), which makes and checks every call of the library.
#pragma once

#include <manifact/manifact.h>

#include <chrono>
#include <cstdio>
#include <list>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "header.hpp"
#include "memory.hpp"
#include "random.hpp"
#include "show.hpp"
#include "trace.hpp"

namespace sequences {

struct Context {
  manifact_context *handle;
  memory::Bank *bank;  // null: the C allocator
};
struct Matrix {
  manifact_matrix *handle;
  std::int64_t n, m;
};
struct Graph {
  manifact_graph *handle;
  std::int64_t n;
};
struct Constraints {
  manifact_constraints *handle;
  std::int64_t n;
};
struct Solver {
  manifact_solver *handle;
  std::string method;
};
struct Model {
  manifact_model *handle;
};
struct Vectorizer {
  manifact_vectorizer *handle;
  bool finished;
};
struct Suggestion {
  manifact_suggestion *handle;
};

// Arrays lent to the library: overwritten when they are released.
struct Loan {
  std::vector<std::int32_t> indptr, indices;
  std::vector<double> values;
  std::vector<float> singles;
  int released = 0;
  bool lent = false;
};

class World {
 public:
  World(std::uint64_t seed, const Header &header, Trace &trace, bool mild, bool brief,
        bool verbose);
  World(const World &) = delete;
  World &operator=(const World &) = delete;
  ~World() { manifact_cancel_token_free(token_); }

  Random random;
  bool mild;               // data of ordinary magnitude alone
  bool brief;              // few actions
  bool small;              // few rows and steps, as most brief sequences have
  std::int64_t n, m;       // the usual shape
  std::int64_t disturbed;  // percent of calls in which memory runs out or that are cancelled
  int threads;             // most of any call
  std::string folder;      // of files, made when needed

  std::vector<Context> contexts;
  std::vector<Matrix> matrices;
  std::vector<Graph> graphs;
  std::vector<Constraints> constraints;
  std::vector<Solver> solvers;
  std::vector<Model> models;
  std::vector<Vectorizer> vectorizers;
  std::vector<Suggestion> suggestions;
  std::list<memory::Bank> banks;
  std::list<Loan> loans;
  std::vector<std::string> files;  // of models

  int calm = 0;         // above 0 nothing disturbs a call
  bool forged = false;  // the model that is looked at is from a damaged file: numbers of the right
                        // kind, no more
  int cancel_pending = 0;         // requests to stop idle handles that no call has obeyed yet
  bool has_foreign_leak = false;  // see vectorizers.cpp
  bool was_disturbed = false;  // the call that was made last: memory ran out, or it was cancelled

  template <class Result, class... Parameters, class... Arguments>
  Result call(const char *name, Result (*function)(Parameters...), Arguments... arguments);

  // Of callbacks: the call that is running ends, and then this is said.
  void note_broken(const char *what) noexcept { pending_ = what; }
  int progress(const char *stage, std::int64_t done, std::int64_t total) noexcept;
  void count_fit(const std::string &method);
  Trace &trace() noexcept { return trace_; }
  bool verbose() const noexcept { return verbose_; }

 private:
  int begin(const char *name);
  bool token_stops_the_call() const;
  void end();
  void check_status(int function, int status, const char *message);
  void run(manifact_context *handle) noexcept;
  void run(manifact_solver *handle) noexcept;
  template <class Other>
  void run(const Other &) noexcept {}

  // Since the call began.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  const Header &header_;
  std::chrono::steady_clock::time_point began_;
  Trace &trace_;
  bool verbose_;
  const char *pending_ = nullptr;
  std::int64_t reports_left_ = -1;  // until the call is cancelled
  bool cancels_ = false, cancels_by_call_ = false;
  int running_function_ = -1;
  bool token_is_set_ = false;
  manifact_cancel_token *token_ = nullptr;  // set for the call that is running
  manifact_solver *running_solver_ = nullptr;
};

// The sentence that belongs to a call with this first argument; null where there is none.
inline const char *message_of(manifact_context *handle) { return manifact_context_message(handle); }
inline const char *message_of(manifact_solver *handle) { return manifact_solver_message(handle); }
inline const char *message_of(const manifact_solver *handle) {
  return manifact_solver_message(handle);
}
inline const char *message_of(manifact_vectorizer *handle) {
  return manifact_vectorizer_message(handle);
}
template <class Other>
const char *message_of(const Other &) {
  return nullptr;
}

template <class>
inline constexpr bool is_new_handle = false;
template <>
inline constexpr bool is_new_handle<manifact_context **> = true;
template <>
inline constexpr bool is_new_handle<manifact_table **> = true;
template <>
inline constexpr bool is_new_handle<manifact_matrix **> = true;
template <>
inline constexpr bool is_new_handle<manifact_graph **> = true;
template <>
inline constexpr bool is_new_handle<manifact_constraints **> = true;
template <>
inline constexpr bool is_new_handle<manifact_solver **> = true;
template <>
inline constexpr bool is_new_handle<manifact_model **> = true;
template <>
inline constexpr bool is_new_handle<manifact_vectorizer **> = true;
template <>
inline constexpr bool is_new_handle<manifact_suggestion **> = true;

// What an `out` holds before a call: neither NULL nor a handle.
inline unsigned char nothing[64];
template <class Handle>
Handle *unset() noexcept {
  return reinterpret_cast<Handle *>(nothing);
}

template <class Result, class... Parameters, class... Arguments>
Result World::call(const char *name, Result (*function)(Parameters...), Arguments... arguments) {
  const std::tuple<Parameters...> given(arguments...);
  const int index = begin(name);
  if (verbose_) show_call(name, arguments...);
  if constexpr (sizeof...(Parameters) > 0) run(std::get<0>(given));
  if constexpr (std::is_void_v<Result>) {
    std::apply(function, given);
    end();
    if (verbose_) std::fprintf(stderr, "\n");
  } else {
    const Result result = std::apply(function, given);
    end();
    if (verbose_) show_result(result, was_disturbed, seconds());
    if constexpr (sizeof...(Parameters) > 0 && std::is_same_v<Result, int>) {
      const char *const message = message_of(std::get<0>(given));
      if (verbose_ && result < 0 && message != nullptr) std::fprintf(stderr, "      %s\n", message);
      check_status(index, result, message);
      using Last = std::tuple_element_t<sizeof...(Parameters) - 1, std::tuple<Parameters...>>;
      if constexpr (is_new_handle<Last>)
        if (const Last out = std::get<sizeof...(Parameters) - 1>(given); out != nullptr) {
          if (result < 0 && *out != nullptr) broken("*out is not NULL after status %d", result);
          if (result >= 0 && (*out == nullptr || static_cast<void *>(*out) == nothing))
            broken("no *out with status %d", result);
        }
    }
    return result;
  }
}

#define CALL(function, ...) world.call(#function, function __VA_OPT__(, ) __VA_ARGS__)

// Calls made during its lifetime are not disturbed.
class Calm {
 public:
  explicit Calm(World &world) noexcept : world_(world) { ++world_.calm; }
  ~Calm() { --world_.calm; }
  Calm(const Calm &) = delete;
  Calm &operator=(const Calm &) = delete;

 private:
  World &world_;
};

}  // namespace sequences
