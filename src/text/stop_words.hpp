// Words that do not indicate the subject of a document: function words. Words that may denote a
// subject are not included: "new", "first", "use", "computer" stay.
#pragma once

#include <span>
#include <string_view>

namespace manifact {

struct StopWordList {
  std::string_view language;
  std::string_view words;  // separated by blanks; UTF-8
};

// The lists of src/text/stop_words, by language.
std::span<const StopWordList> stop_word_lists() noexcept;

// The words of a language; "" if there is no list.
std::string_view stop_words_of(std::string_view language) noexcept;

// Whether texts of the language are in another script. Latin words in them are mostly English.
bool has_other_script(std::string_view language) noexcept;

}  // namespace manifact
