#include "runtime/error.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

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
  // An overlong form, a surrogate, or beyond the last code point.
  const unsigned char second = text[1];
  const bool is_wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return is_wrong ? 0 : length;
}

// Whether the byte begins a character of several bytes.
bool begins_character(unsigned char byte) noexcept { return byte >= 0xc2 && byte <= 0xf4; }

// A copy in UTF-8, as much as fits: a character cut off by a format precision or by the end of the
// buffer is removed; other bytes that are not UTF-8 are written as \xff.
template <std::size_t size>
void write_utf8(const char *text, char (&out)[size]) noexcept {
  std::size_t written = 0;
  const auto *from = reinterpret_cast<const unsigned char *>(text);
  while (*from != '\0') {
    const int length = character(from);
    if (length == 0 && begins_character(*from)) {
      for (++from; *from >> 6 == 2;) ++from;
      continue;
    }
    const std::size_t needed = length > 0 ? static_cast<std::size_t>(length) : 4;
    if (written + needed >= size) break;
    if (length > 0)
      std::memcpy(out + written, from, needed);
    else
      std::snprintf(out + written, size - written, "\\x%02x", *from);
    written += needed;
    from += length > 0 ? length : 1;
  }
  out[written] = '\0';
}

}  // namespace

Error::Error(Status status, const char *text, int system_error) noexcept
    : status_(status), system_error_(system_error) {
  write_utf8(text, text_);
}

void fail(Status status, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw Error(status, text);
}

void fail_io(int system_error, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw Error(Status::io, text, system_error);
}

}  // namespace manifact
