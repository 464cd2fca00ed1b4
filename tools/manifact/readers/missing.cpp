#include "readers/missing.hpp"

#include <algorithm>
#include <cctype>

#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::array<std::string_view, 13> usual = {"NA",       "N/A",  "n/a",  "#N/A", "#NA",
                                                    "#N/A N/A", "NULL", "Null", "null", "None",
                                                    "NaT",      "nat",  "\\N"};
constexpr std::array<std::string_view, 3> even_quoted = {"<NA>", "[deleted]", "[removed]"};

constexpr std::size_t longest_usual = 12;

// NaN of any program: with a sign, in any case.
bool is_nan(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return word == "nan" || word == "NaN" || word == "NAN" || word == "Nan";
}

std::string_view without_blanks(std::string_view text) {
  constexpr const char *blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

MissingWords::MissingWords(const std::string &words) : are_given_(true) {
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const std::string_view word =
        without_blanks(std::string_view(words).substr(begin, end - begin));
    if (!word.empty()) given_.emplace_back(word);
    begin = end + 1;
  }
}

bool MissingWords::contain(std::string_view value, bool is_quoted) const {
  if (!are_given_ && value.size() > 64) return false;
  value = without_blanks(value);
  if (are_given_) return std::find(given_.begin(), given_.end(), value) != given_.end();
  if (value.size() > longest_usual || value.empty()) return false;
  if (std::find(even_quoted.begin(), even_quoted.end(), value) != even_quoted.end()) return true;
  return !is_quoted &&
         (is_nan(value) || std::find(usual.begin(), usual.end(), value) != usual.end());
}

std::string_view MissingValues::operator()(Kind kind, std::string_view value, bool is_quoted) {
  if (!words_.contain(value, is_quoted)) return value;
  ++counts_[kind];
  const std::string_view word = without_blanks(value);
  constexpr std::size_t most_shown = 4;
  if (found_.size() < most_shown && std::find(found_.begin(), found_.end(), word) == found_.end())
    found_.emplace_back(word);
  return {};
}

std::string MissingValues::sentence() const {
  static constexpr std::array<const char *, 4> things = {"text", "label", "date", "id"};
  std::vector<std::string> parts;
  std::int64_t all = 0;
  for (std::size_t kind = 0; kind < things.size(); ++kind) {
    all += counts_[kind];
    if (counts_[kind] > 0) parts.push_back(counted(counts_[kind], things[kind]));
  }
  if (all == 0) return "";
  std::string sentence = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    sentence += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  sentence += all == 1 ? " is missing (" : " are missing (";
  for (std::size_t i = 0; i < found_.size(); ++i)
    sentence += (i == 0 ? "" : ", ") + escaped(found_[i]);
  return sentence + "); --missing WORDS sets the words for it";
}

}  // namespace cli
