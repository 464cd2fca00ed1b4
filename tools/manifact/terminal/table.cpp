#include "terminal/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace cli {
namespace {

constexpr const char *gap = "  ";
constexpr std::size_t narrowest_last_column = 24;

// Counts characters instead of bytes: continuation bytes of UTF-8 are skipped.
std::size_t length(const std::string &text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string &text, std::size_t width, bool is_number) {
  const std::string space(width - std::min(width, length(text)), ' ');
  return is_number ? space + text : text + space;
}

std::vector<std::string> wrapped(const std::string &text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::size_t used = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (used > 0 && used + 1 + length(word) > width) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) lines.back() += ' ';
    lines.back() += word;
    used += length(word) + (used > 0 ? 1 : 0);
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string table(const std::vector<Column> &columns,
                  const std::vector<std::vector<std::string>> &rows, std::size_t width) {
  const std::size_t last = columns.size() - 1;
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  std::size_t before_last = 0;
  for (std::size_t c = 0; c <= last; ++c) {
    titles.emplace_back(columns[c].title);
    widths.push_back(length(titles[c]));
    for (const auto &row : rows) widths[c] = std::max(widths[c], length(row[c]));
    if (c < last) before_last += widths[c] + 2;
  }
  const std::size_t room =
      width == 0 ? std::string::npos
                 : std::max(narrowest_last_column, width - std::min(width, before_last));
  std::string text;
  const auto append = [&](const std::vector<std::string> &row) {
    for (std::size_t c = 0; c < last; ++c)
      text += padded(row[c], widths[c], columns[c].is_number) + gap;
    bool is_first = true;
    for (const std::string &line : wrapped(row[last], room)) {
      if (!is_first) text.append(before_last, ' ');
      text += columns[last].is_number ? padded(line, widths[last], true) : line;
      while (text.back() == ' ') text.pop_back();
      text += '\n';
      is_first = false;
    }
  };
  append(titles);
  for (const auto &row : rows) append(row);
  return text;
}

std::size_t output_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace cli
