#include "readers/formats.hpp"

#include <algorithm>
#include <array>

#include "terminal/failure.hpp"

namespace cli {
namespace {

struct Word {
  const char *word;
  Format format;
};

constexpr std::array<Word, 12> words{{{"auto", Format::automatic},
                                      {"mtx", Format::matrix_market},
                                      {"svmlight", Format::svmlight},
                                      {"csv", Format::csv},
                                      {"mat", Format::mat},
                                      {"npy", Format::npy},
                                      {"npz", Format::npz},
                                      {"fvecs", Format::fvecs},
                                      {"dir", Format::folder},
                                      {"tsv", Format::tsv},
                                      {"jsonl", Format::json_lines},
                                      {"deb822", Format::deb822}}};

constexpr std::array<Word, 13> endings{{{".mtx", Format::matrix_market},
                                        {".svm", Format::svmlight},
                                        {".svmlight", Format::svmlight},
                                        {".libsvm", Format::svmlight},
                                        {".csv", Format::csv},
                                        {".mat", Format::mat},
                                        {".npy", Format::npy},
                                        {".npz", Format::npz},
                                        {".fvecs", Format::fvecs},
                                        {".tsv", Format::tsv},
                                        {".jsonl", Format::json_lines},
                                        {".ndjson", Format::json_lines},
                                        {".deb822", Format::deb822}}};

constexpr std::size_t whole_beginning = 4096;  // a shorter beginning is the whole input

// Independent of the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Removes and returns the first line, without its end.
std::string_view take_line(std::string_view &text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Only numbers and separators, and no empty cell: "7<TAB>" is the label of an empty text.
bool holds_numbers(std::string_view line) {
  bool in_cell = false;
  for (const char c : line) {
    const bool ends_cell = c == ',' || c == ';' || c == '\t';
    if (ends_cell && !in_cell) return false;
    if (std::string_view("0123456789+-.eE,;\t ").find(c) == std::string_view::npos) return false;
    in_cell = !ends_cell && (in_cell || is_digit(c));
  }
  return in_cell;
}

std::size_t cells(std::string_view line) {
  return 1 + static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
           return c == ',' || c == ';' || c == '\t';
         }));
}

// "17:0.5", or the "qid:3" of ranking data.
bool is_feature(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view index = word.substr(0, colon);
  return (index == "qid" || std::all_of(index.begin(), index.end(), is_digit)) &&
         holds_numbers(word.substr(colon + 1));
}

// A number, then features up to the end of the line or a comment.
bool is_svmlight(std::string_view line) {
  constexpr const char *blanks = " \t";
  line = line.substr(0, line.find('#'));
  bool is_label = true, has_feature = false;
  for (std::size_t begin = 0;
       (begin = line.find_first_not_of(blanks, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    if (!(is_label ? holds_numbers(word) : is_feature(word))) return false;
    has_feature = !is_label;
    is_label = false;
    begin = end;
  }
  return has_feature;
}

// A first line of numbers, or of names followed by a line of as many numbers. A single number above
// a line that is not numeric is text, for example with a year as its title.
bool is_csv(std::string_view first, std::string_view second) {
  if (holds_numbers(first)) return cells(first) > 1 || second.empty() || holds_numbers(second);
  return holds_numbers(second) && cells(second) > 1 && cells(first) == cells(second);
}

// An object, or an array that begins with one. Text may begin with "[" too.
bool is_json(std::string_view text) {
  if (text.substr(0, 1) == "{") return true;
  const std::size_t inside =
      text.substr(0, 1) == "[" ? text.find_first_not_of(" \t\r\n", 1) : std::string_view::npos;
  return inside != std::string_view::npos && (text[inside] == '{' || text[inside] == ']');
}

// A beginning may end within its first line, and even within a number.
std::string_view without_cut_end(std::string_view text) {
  if (text.size() < whole_beginning || text.find('\n') != std::string_view::npos) return text;
  const std::size_t last = text.find_last_of(" ,;\t");
  return text.substr(
      0, last == std::string_view::npos ? text.size() : text.find_last_not_of(" ,;\t", last) + 1);
}

}  // namespace

Format format_of_word(const std::string &word) {
  for (const auto &[name, format] : words) {
    if (word == name) return format;
  }
  throw Failure("--format " + word + " is unknown; expected one of " + known_formats());
}

std::string known_formats() {
  std::string known;
  for (const auto &[name, format] : words) known += (known.empty() ? "" : ", ") + std::string(name);
  return known;
}

Format format_of_name(const std::string &path) {
  std::string name = lower_case(path);
  if (name.size() > 3 && name.compare(name.size() - 3, 3, ".gz") == 0) name.resize(name.size() - 3);
  for (const auto &[word, format] : endings) {
    const std::string_view ending = word;
    if (name.size() > ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      return format;
  }
  return Format::automatic;
}

Format format_of_beginning(std::string_view text) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  if (lower_case(text.substr(0, 8)) == "%%matrix") return Format::matrix_market;
  if (text.substr(0, 7) == "MATLAB ") return Format::mat;
  if (text.substr(0, 6) == "\x93NUMPY") return Format::npy;
  if (text.substr(0, 4) == "PK\3\4" || text.substr(0, 4) == "PK\5\6") return Format::npz;
  if (is_json(text)) return Format::json_lines;
  if (text.substr(0, 8) == "Package:") return Format::deb822;
  text = without_cut_end(text);
  const std::string_view first = take_line(text);
  const std::string_view second = take_line(text);
  if (is_svmlight(first) || (first.substr(0, 1) == "#" && is_svmlight(second)))
    return Format::svmlight;
  return is_csv(first, second) ? Format::csv : Format::tsv;
}

bool is_text(Format format) {
  return format == Format::folder || format == Format::tsv || format == Format::json_lines ||
         format == Format::deb822;
}

bool is_array(Format format) {
  return format == Format::npy || format == Format::npz || format == Format::fvecs;
}

}  // namespace cli
