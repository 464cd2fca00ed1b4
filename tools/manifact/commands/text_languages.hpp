// The languages of texts that were read, and the messages about them: of texts in another language
// than English, whose stop words are the default, and of what --language auto took.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "terminal/session.hpp"

namespace cli {

// The beginnings of up to 200 texts, evenly spaced, of as many as there are.
class TextSample {
 public:
  void add(std::string_view text);
  const std::vector<std::string> &texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::int64_t seen_ = 0, step_ = 1;
};

// The number of texts of each language; those of fewer words, or
// whose language is not found, are in none. Empty in a
// build that cannot detect languages.
std::map<std::string, std::int64_t> languages_of(const TextSample &sample,
                                                 std::int64_t least_words = 0);

// A warning if texts that are taken for English by default seem to be in another language that has
// stop words, or in several.
void warn_of_other_language(Session &session, const std::string &name, const TextSample &sample);

// What --language auto found, and a warning if it is not the language of most texts.
void tell_language(Session &session, const std::string &name, const std::string &language,
                   const TextSample &sample);

}  // namespace cli
