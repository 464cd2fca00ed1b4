// Text -> runs of words as written, for phrases that are shown. A run has only blanks, a hyphen,
// apostrophe, slash, period, plus or ampersand between its words: no other punctuation. URLs
// and e-mail addresses are left out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/index.hpp"
#include "text/stemming.hpp"
#include "text/text_model.hpp"
#include "text/words.hpp"

namespace manifact {

// A word of a run. The views are valid until the run has been taken.
struct RunWord {
  std::int32_t number;       // in PhraseReader::words
  std::string_view written;  // as in the text; empty: as in PhraseReader::words
  std::string_view gap;      // between the word before and this one, blanks as one
  bool overlaps;             // its first character is the last one of the word before
};
using WordRun = std::vector<RunWord>;

class PhraseReader {
 public:
  PhraseReader(const TextModel &text, const std::shared_ptr<Memory> &memory);

  void read(std::string_view text, const std::function<void(const WordRun &)> &take);

  struct Kind {
    std::int32_t term;  // -1: none
    bool is_stop;       // a stop word, or a single letter that is not a term
    bool is_joining;    // a stop word between the nouns of a name, such as "of"
    bool is_number;
  };
  Terms words;              // every word read, in its normalized form
  std::vector<Kind> kinds;  // of each

  // The words `first` .. `last` of a run as they are written.
  void append(const WordRun &run, std::size_t first, std::size_t last, std::string &form) const;

 private:
  void read_part(std::string_view text, const std::function<void(const WordRun &)> &take);
  void add_part(std::string_view part, std::string_view gap, bool has_unseen);
  Kind kind_of(std::string_view word);

  const TextModel &text_;
  Words cut_;
  std::optional<Stemmer> stemmer_;
  Terms joining_;
  WordRun run_;
};

// The number of characters.
Index character_count(std::string_view text) noexcept;

}  // namespace manifact
