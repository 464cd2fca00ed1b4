#include "runtime/error.hpp"

#include <cstdarg>
#include <cstdio>

namespace manifact {
namespace {

// The length of the UTF-8 character at `text`; 0 if it is invalid or incomplete.
int character(const unsigned char *text) noexcept {
  const unsigned char first = text[0];
  if (first < 0x80) return 1;
  const int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (int i = 1; i < length; ++i)
    if (text[i] >> 6 != 2) return 0;
  return length;
}

// Removes what a format with a precision, or the end of the buffer, has left of a character.
void remove_broken_characters(char *text) noexcept {
  char *to = text;
  for (const char *from = text; *from != '\0';) {
    int length = character(reinterpret_cast<const unsigned char *>(from));
    if (length == 0) ++from;
    for (; length > 0; --length) *to++ = *from++;
  }
  *to = '\0';
}

}  // namespace

Error::Error(Status status, const char *text) noexcept : status_(status) {
  std::snprintf(text_, sizeof text_, "%s", text);
}

void fail(Status status, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  remove_broken_characters(text);
  throw Error(status, text);
}

}  // namespace manifact
