// The first lines of counts of words in the formats of topic models.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "readers/formats.hpp"

namespace cli {
namespace {

struct CountWord {
  double number = 0;        // NaN if it is none
  double after_colon = -1;  // -1 without a colon
};

double count_in(std::string_view word) {
  double value = 0;
  const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  return problem == std::errc() && stop == word.data() + word.size() ? value : std::nan("");
}

std::vector<CountWord> counts_in(std::string_view line) {
  std::vector<CountWord> words;
  for (std::size_t begin = 0;
       (begin = line.find_first_not_of(" \t\r", begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    const std::size_t colon = word.find(':');
    words.push_back({count_in(word.substr(0, colon)),
                     colon == std::string_view::npos ? -1 : count_in(word.substr(colon + 1))});
    begin = end;
  }
  return words;
}

using CountLines = std::vector<std::vector<CountWord>>;

bool is_count(const CountWord &word) {
  return word.after_colon == -1 && word.number >= 0 && word.number == std::floor(word.number);
}

bool are_counts(const std::vector<CountWord> &line, std::size_t size) {
  return line.size() == size && std::all_of(line.begin(), line.end(), is_count);
}

bool looks_like_uci(const CountLines &lines) {
  if (lines.size() < 4) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!are_counts(lines[i], 1)) return false;
  }
  return std::all_of(lines.begin() + 3, lines.end(), [&](const std::vector<CountWord> &line) {
    return are_counts(line, 3) && line[0].number >= 1 && line[0].number <= lines[0][0].number &&
           line[1].number >= 1 && line[1].number <= lines[1][0].number;
  });
}

// svmlight with labels that happen to be the number of features, all of them 1, is none.
bool looks_like_ldac(const CountLines &lines) {
  bool has_several = false;
  for (const std::vector<CountWord> &line : lines) {
    if (line.empty() || !is_count(line[0]) ||
        line[0].number != static_cast<double>(line.size() - 1))
      return false;
    has_several = has_several || line.size() > 2;
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (!(line[i].number >= 0 && line[i].after_colon >= 0)) return false;
    }
  }
  return lines.size() > 1 && has_several;
}

bool looks_like_cluto(const CountLines &lines) {
  if (lines.size() < 2) return false;
  const std::vector<CountWord> &first = lines[0];
  const bool is_sparse = are_counts(first, 3);
  if (!is_sparse && !are_counts(first, 2)) return false;
  const double columns = first[1].number;
  if (first[0].number < 1 || columns < 1 || (!is_sparse && columns == 2)) return false;
  return std::all_of(lines.begin() + 1, lines.end(), [&](const std::vector<CountWord> &line) {
    if (is_sparse && line.size() % 2 != 0) return false;
    if (!is_sparse && static_cast<double>(line.size()) != columns) return false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (std::isnan(line[i].number) || line[i].after_colon != -1) return false;
      if (is_sparse && i % 2 == 0 &&
          (!is_count(line[i]) || line[i].number < 1 || line[i].number > columns))
        return false;
    }
    return true;
  });
}

}  // namespace

Format kind_of_counts(std::string_view text, bool is_all) {
  constexpr std::size_t inspected_lines = 30;
  CountLines lines;
  while (!text.empty() && lines.size() < inspected_lines) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && !is_all) break;
    if (std::string_view("0123456789 \t\r\n").find(text.front()) == std::string_view::npos)
      return Format::automatic;
    lines.push_back(counts_in(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (looks_like_uci(lines)) return Format::uci;
  if (looks_like_ldac(lines)) return Format::ldac;
  return looks_like_cluto(lines) ? Format::cluto : Format::automatic;
}

}  // namespace cli
