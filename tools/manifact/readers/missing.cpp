#include "readers/missing.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

enum class Form { usual, with_sign, quoted, label, plain_label };

struct MissingWord {
  Form form;
  std::string_view word;
};

constexpr MissingWord known_words[] = {
#define MISSING(form, word) {Form::form, word},
#include "readers/missing.def"
#undef MISSING
};

constexpr std::size_t longest_word = 12;

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

bool MissingWords::contain(std::string_view value, bool is_quoted, bool is_label) const {
  if (!are_given_ && value.size() > 64) return false;
  value = without_blanks(value);
  if (are_given_) return std::find(given_.begin(), given_.end(), value) != given_.end();
  if (value.size() > longest_word || value.empty()) return false;
  const bool has_sign = value.front() == '-' || value.front() == '+';
  const std::string lower = lower_case(value);
  return std::any_of(std::begin(known_words), std::end(known_words), [&](const MissingWord &known) {
    if (known.form == Form::label || known.form == Form::plain_label)
      return is_label && lower == known.word && (!is_quoted || known.form == Form::label);
    const bool is_same = value == known.word || (known.form == Form::with_sign && has_sign &&
                                                 value.substr(1) == known.word);
    return is_same && (!is_quoted || known.form == Form::quoted);
  });
}

std::string_view MissingValues::operator()(Kind kind, std::string_view value, bool is_quoted) {
  if (!words_.contain(value, is_quoted, kind == label)) return value;
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
