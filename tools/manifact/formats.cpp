#include "formats.hpp"

#include <algorithm>
#include <array>

#include "failure.hpp"

namespace cli {
namespace {

struct Word {
  const char *word;
  Format format;
};

constexpr std::array<Word, 9> words{{{"auto", Format::automatic},
                                     {"mtx", Format::matrix_market},
                                     {"svmlight", Format::svmlight},
                                     {"csv", Format::csv},
                                     {"mat", Format::mat},
                                     {"dir", Format::folder},
                                     {"tsv", Format::tsv},
                                     {"jsonl", Format::json_lines},
                                     {"deb822", Format::deb822}}};

constexpr std::array<Word, 10> endings{{{".mtx", Format::matrix_market},
                                        {".svm", Format::svmlight},
                                        {".svmlight", Format::svmlight},
                                        {".libsvm", Format::svmlight},
                                        {".csv", Format::csv},
                                        {".mat", Format::mat},
                                        {".tsv", Format::tsv},
                                        {".jsonl", Format::json_lines},
                                        {".ndjson", Format::json_lines},
                                        {".deb822", Format::deb822}}};

// Never by the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Takes the line at the front, without its end.
std::string_view take_line(std::string_view &text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Nothing but numbers and what stands between them, and no cell empty: "7<TAB>" is the label of an empty text.
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

// A number, then a feature, "17:" or the "qid:" of ranking data.
bool is_svmlight(std::string_view line) {
  const std::size_t label = line.find_first_not_of(" \t");
  const std::size_t label_end = line.find_first_of(" \t", label);
  const std::size_t feature = line.find_first_not_of(" \t", label_end);
  if (feature == std::string_view::npos || !holds_numbers(line.substr(label, label_end - label))) return false;
  const std::size_t colon = line.find(':', feature);
  if (colon == std::string_view::npos || colon == feature) return false;
  const std::string_view number = line.substr(feature, colon - feature);
  return number == "qid" || std::all_of(number.begin(), number.end(), is_digit);
}

}  // namespace

Format format_of_word(const std::string &word) {
  std::string known;
  for (const auto &[name, format] : words) {
    if (word == name) return format;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw Failure("--format " + word + " is not known; one of " + known);
}

Format format_of_name(const std::string &path) {
  std::string name = lower_case(path);
  if (name.size() > 3 && name.compare(name.size() - 3, 3, ".gz") == 0) name.resize(name.size() - 3);
  for (const auto &[word, format] : endings) {
    const std::string_view ending = word;
    if (name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0) return format;
  }
  return Format::automatic;
}

Format format_of_beginning(std::string_view text) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  if (lower_case(text.substr(0, 8)) == "%%matrix") return Format::matrix_market;
  if (text.substr(0, 7) == "MATLAB ") return Format::mat;
  if (text.substr(0, 1) == "{" || text.substr(0, 1) == "[") return Format::json_lines;
  if (text.substr(0, 8) == "Package:") return Format::deb822;
  const std::string_view first = take_line(text);
  const std::string_view second = take_line(text);
  if (is_svmlight(first) || (first.substr(0, 1) == "#" && is_svmlight(second))) return Format::svmlight;
  return holds_numbers(first) || holds_numbers(second) ? Format::csv : Format::tsv;
}

bool is_text(Format format) {
  return format == Format::folder || format == Format::tsv || format == Format::json_lines || format == Format::deb822;
}

}  // namespace cli
