// The name=value lines of a model file.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/index.hpp"

namespace manifact {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

inline std::string print(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}
inline std::string print(Index value) { return std::to_string(value); }

// Parses the whole text as a number.
template <class Number>
bool parsed(std::string_view text, Number &number) noexcept {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

inline std::string joined(const KeyValues &lines) {
  std::string text;
  for (const auto &[name, value] : lines) text.append(name).append("=").append(value).append("\n");
  return text;
}

// Splits name=value lines; a line without '=' is a name without a value.
inline KeyValues split(std::string_view text) {
  KeyValues lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view name = line.substr(0, line.find('='));
    lines.emplace_back(name, line.substr(std::min(name.size() + 1, line.size())));
  }
  return lines;
}

// The words of a line, separated by single spaces.
inline std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

}  // namespace manifact
