// Failures inside the library: thrown as Error, converted to a status and a message by capi/guard.
// No exception crosses the C interface.
#pragma once

#include <exception>

#include "runtime/index.hpp"

namespace manifact {

// The values of the public header; capi/context.cpp asserts that they agree.
enum class Status : int {
  ok = 0,
  iteration_limit = 1,
  fewer_clusters = 2,
  contradictions = 3,
  not_converged = 4,
  null = -101,
  handle = -102,
  argument = -103,
  option = -104,
  length = -105,
  mismatch = -106,
  busy = -107,
  structure = -201,
  value = -202,
  empty = -203,
  format = -204,
  corrupt = -205,
  version = -206,
  numerics = -301,
  memory = -401,
  budget = -402,
  io = -403,
  threads = -404,
  feature = -405,
  cancelled = -501,
  internal = -601,
};

class Error : public std::exception {
 public:
  // The text is cut after a character if it is too long; bytes that are not UTF-8 become \xff.
  Error(Status status, const char *text, int system_error = 0) noexcept;
  Status status() const noexcept { return status_; }
  int system_error() const noexcept { return system_error_; }  // errno of a file; 0: none
  const char *what() const noexcept override { return text_; }

 private:
  Status status_;
  int system_error_;
  char text_[512];
};

// An Error that is thrown on all processes of a collective call at the same place.
class AgreedError final : public Error {
 public:
  using Error::Error;
};

// Throws an Error whose message names the cause: fail(Status::value, "values[%lld] is NaN", i).
[[noreturn]] void fail(Status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Throws an Error of the status io for a call of the system that set errno to this value.
[[noreturn]] void fail_io(int system_error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// For %lld in a message.
inline long long number(Index x) noexcept { return x; }

}  // namespace manifact
