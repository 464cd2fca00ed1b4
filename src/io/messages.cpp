#include "io/messages.hpp"

#include <algorithm>
#include <cstring>

namespace manifact {
namespace {

// An Error has 511 characters: a path leaves space for the line number and the message after it.
constexpr std::size_t longest_path = 200;

// Directional marks, which may change the displayed order of the text after them.
bool turns_text(unsigned code) noexcept {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// The length in bytes of the first UTF-8 character; 0 if it is invalid or must not be shown.
std::size_t shown_character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  unsigned code = first & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr unsigned least[] = {0, 0, 0xa0, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[length] || code > 0x10ffff || is_surrogate || turns_text(code) ? 0 : length;
}

std::string escaped(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const std::size_t length = shown_character(text.substr(i)); length > 0) {
      shown.append(text.substr(i, length));
      i += length - 1;
    } else if (c == '\n' || c == '\t' || c == '\r') {
      shown.append("\\").append(1, c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
    } else {
      shown.append("\\x").append(1, hex[(c >> 4) & 15]).append(1, hex[c & 15]);
    }
  }
  return shown;
}

std::string quoted(std::string_view text, std::string_view before, std::string_view after) {
  return std::string("'").append(before).append(escaped(text)).append(after).append("'");
}

// The bytes that are shown or escaped as one unit.
std::size_t piece(std::string_view text) noexcept {
  return std::max<std::size_t>(shown_character(text), 1);
}

// strerror_r returns the text in glibc, a number elsewhere.
[[maybe_unused]] const char *reason(const char *text, const char *) noexcept { return text; }
[[maybe_unused]] const char *reason(int failure, const char *buffer) noexcept {
  return failure == 0 ? buffer : "unknown error";
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string shown_text(std::string_view text, std::size_t limit) {
  std::size_t size = 0, bytes = 0;
  while (size < text.size()) {
    const std::size_t length = piece(text.substr(size));
    bytes += escaped(text.substr(size, length)).size();
    if (bytes > limit) break;
    size += length;
  }
  return quoted(text.substr(0, size), "", size < text.size() ? "..." : "");
}

std::string shown_path(std::string_view path) {
  std::string_view end = path;
  for (std::size_t bytes = escaped(path).size(); bytes > longest_path;) {
    const std::size_t length = piece(end);
    bytes -= escaped(end.substr(0, length)).size();
    end.remove_prefix(length);
  }
  return quoted(end, end.size() < path.size() ? "..." : "", "");
}

std::string shown_input(std::string_view path) { return "file " + shown_path(path); }

std::string system_reason(int error) {
  char buffer[128] = "";
  return reason(strerror_r(error, buffer, sizeof buffer), buffer);
}

}  // namespace manifact
