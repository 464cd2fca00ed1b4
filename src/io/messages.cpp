#include "io/messages.hpp"

#include <cstring>

namespace manifact {
namespace {

// An Error holds 511 characters: a path leaves room for the line number and the sentence behind it.
constexpr std::size_t longest_path = 200;

std::string quoted(std::string_view text, std::string_view before, std::string_view after) {
  std::string shown;
  shown.append("'").append(before).append(text).append(after).append("'");
  for (char &c : shown)
    if (c < 0x20 || c > 0x7e) c = '?';
  return shown;
}

// strerror_r returns the text in glibc, a number elsewhere.
[[maybe_unused]] const char *reason(const char *text, const char *) noexcept { return text; }
[[maybe_unused]] const char *reason(int failure, const char *buffer) noexcept { return failure == 0 ? buffer : "unknown error"; }

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string shown_text(std::string_view text, std::size_t limit) {
  return text.size() <= limit ? quoted(text, "", "") : quoted(text.substr(0, limit), "", "...");
}

std::string shown_path(std::string_view path) {
  return path.size() <= longest_path ? quoted(path, "", "") : quoted(path.substr(path.size() - longest_path), "...", "");
}

std::string shown_input(std::string_view path) { return path == "-" ? "standard input" : "file " + shown_path(path); }

std::string system_reason(int error) {
  char buffer[128] = "";
  return reason(strerror_r(error, buffer, sizeof buffer), buffer);
}

}  // namespace manifact
