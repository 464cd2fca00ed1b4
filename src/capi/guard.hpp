// The firewall of the C border: every function body that may throw runs inside guard(), which turns
// what is thrown into a status and a sentence.
#pragma once

#include <cstdio>
#include <exception>
#include <new>

#include "runtime/error.hpp"

namespace manifact {

// The sentence of a handle; fixed, so that reporting a failure cannot fail.
struct Message {
  char text[512] = "";

  void set(const char *sentence) noexcept { std::snprintf(text, sizeof text, "%s", sentence); }
  void clear() noexcept { text[0] = '\0'; }
};

template <class Body>
int guard(Message &message, Body &&body) noexcept {
  message.clear();
  try {
    return body();
  } catch (const Error &error) {
    message.set(error.what());
    return static_cast<int>(error.status());
  } catch (const std::bad_alloc &) {
    message.set("out of memory");
    return static_cast<int>(Status::memory);
  } catch (const std::exception &error) {
    message.set(error.what());
    return static_cast<int>(Status::internal);
  } catch (...) {
    message.set("an exception of unknown type");
    return static_cast<int>(Status::internal);
  }
}

}  // namespace manifact
