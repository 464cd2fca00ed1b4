// The exception barrier of the C API: every function body that may throw runs inside guard(), which
// turns exceptions into a status and a message, in the floating-point environment of the library.
#pragma once

#include <cstdio>
#include <exception>
#include <new>

#include "runtime/error.hpp"
#include "runtime/float_environment.hpp"

namespace manifact {

// The error message of a handle. The buffer has a fixed size, so that reporting cannot fail.
struct Message {
  char text[512] = "";
  int system_error = 0;  // errno of the call of the system that failed; 0: none

  void set(const char *sentence) noexcept { std::snprintf(text, sizeof text, "%s", sentence); }
  void clear() noexcept {
    text[0] = '\0';
    system_error = 0;
  }
};

template <class Body>
int guard(Message &message, Body &&body) noexcept {
  const FloatEnvironment own;
  message.clear();
  try {
    return body();
  } catch (const Error &error) {
    message.set(error.what());
    message.system_error = error.system_error();
    return static_cast<int>(error.status());
  } catch (const std::bad_alloc &) {
    message.set("out of memory");
    return static_cast<int>(Status::memory);
  } catch (const std::exception &error) {
    message.set(error.what());
    return static_cast<int>(Status::internal);
  } catch (...) {
    message.set("unknown exception");
    return static_cast<int>(Status::internal);
  }
}

}  // namespace manifact
