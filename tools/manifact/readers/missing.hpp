// The words that stand for a missing value, of a text, a label, a date or an id.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

class MissingWords {
 public:
  // NA, NaN, NULL, None and their kin; in quotes they are words, since R and other programs quote
  // strings, but not missing ones. [deleted], [removed] and <NA> are missing in quotes as well.
  MissingWords() = default;

  // Words separated by commas, in place of the usual ones; in quotes or not.
  explicit MissingWords(const std::string &words);

  // Whether the value, apart from blanks around it, is one of the words. Labels may also be
  // "unknown" and the like.
  bool contain(std::string_view value, bool is_quoted, bool is_label = false) const;

 private:
  bool are_given_ = false;
  std::vector<std::string> given_;
};

// Replaces missing values by empty ones and counts them.
class MissingValues {
 public:
  enum Kind { text, label, date, id };

  explicit MissingValues(MissingWords words) : words_(std::move(words)) {}

  // The value, or "" if it is missing.
  std::string_view operator()(Kind kind, std::string_view value, bool is_quoted);

  // "9 texts and 1 label are missing (NA), ..."; "" if none is.
  std::string sentence() const;

 private:
  MissingWords words_;
  std::array<std::int64_t, 4> counts_{};
  std::vector<std::string> found_;
};

}  // namespace cli
