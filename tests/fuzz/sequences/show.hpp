// A call as a line of the log: its name, its printable arguments and its result.
#pragma once

#include <manifact/manifact.h>

#include <cstdio>
#include <type_traits>

namespace sequences {

inline void show(const char *text) {
  if (text == nullptr) {
    std::fprintf(stderr, "NULL");
  } else {
    std::fprintf(stderr, "\"%.60s\"", text);
  }
}
inline void show(char *) { std::fprintf(stderr, "buffer"); }
template <class Value>
void show(const Value &value) {
  if constexpr (std::is_null_pointer_v<Value>) {
    std::fprintf(stderr, "NULL");
  } else if constexpr (std::is_floating_point_v<Value>) {
    std::fprintf(stderr, "%.17g", static_cast<double>(value));
  } else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) {
    std::fprintf(stderr, "%lld", static_cast<long long>(value));
  } else if constexpr (std::is_pointer_v<Value>) {
    std::fprintf(stderr, value == nullptr ? "NULL" : "pointer");
  } else {
    std::fprintf(stderr, "...");
  }
}

template <class... Arguments>
void show_call(const char *name, const Arguments &...arguments) {
  std::fprintf(stderr, "    %s(", name);
  [[maybe_unused]] const char *between = "";
  ((std::fprintf(stderr, "%s", between), show(arguments), between = ", "), ...);
  std::fprintf(stderr, ")");
  std::fflush(stderr);
}

template <class Result>
void show_result(const Result &result, bool disturbed, double seconds) {
  std::fprintf(stderr, " = ");
  show(result);
  if (seconds > 0.05) std::fprintf(stderr, " (%.2f s)", seconds);
  std::fprintf(stderr, disturbed ? " (disturbed)\n" : "\n");
}

}  // namespace sequences
