#include "runtime/error.hpp"

#include <cstdarg>
#include <cstdio>

namespace manifact {

Error::Error(Status status, const char *text) noexcept : status_(status) {
  std::snprintf(text_, sizeof text_, "%s", text);
}

void fail(Status status, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw Error(status, text);
}

}  // namespace manifact
