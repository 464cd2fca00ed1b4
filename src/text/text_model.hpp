// The text model: the rules that convert words to terms, and the terms.
#pragma once

#include <memory>
#include <string>

#include "runtime/index.hpp"
#include "text/terms.hpp"
#include "text/words.hpp"

namespace manifact {

struct TextRules {
  // Of the built-in stop words and of stemming; "none"; "auto": to be detected in the first texts;
  // "mixed": each document has the stop words of its own language, English if it is not found.
  std::string language = "english";
  bool built_in_stop_words = true;
  bool stemming = false;
  bool remove_accents = false;
  bool drop_numbers = false;  // words of digits only
  bool dictionary = false;    // for text without spaces; else pairs of characters
  Index shortest_word = 2;    // in characters
  Index longest_ngram = 1;    // in words
  Index min_df = 1;           // documents,
  // As in WordRules.
  bool trim_underscores = false;
  AddressForm addresses = AddressForm::words;
  bool folds_dotted_i = true;  // false: of an older file
  double max_df = 1;           // share of the documents with a term; at least 50 terms are kept

  bool has_language_of_each() const noexcept { return language == "mixed"; }
  bool operator==(const TextRules &) const = default;
};

inline WordRules word_rules(const TextRules &rules, Index shortest) noexcept {
  return {.shortest = shortest,
          .remove_accents = rules.remove_accents,
          .dictionary = rules.dictionary,
          .trim = rules.trim_underscores,
          .addresses = rules.addresses,
          .turkish = rules.folds_dotted_i && rules.language == "turkish",
          .dotted_i = rules.folds_dotted_i};
}

// A fixed vocabulary. Term j is column j.
struct TextModel {
  explicit TextModel(const std::shared_ptr<Memory> &memory) noexcept
      : stop_words(memory), keys(memory), names(memory) {}

  TextRules rules;
  Terms stop_words;  // all that apply, including the built-in ones
  // The normalized form of a term: a word form, its stem, or several joined by spaces.
  Terms keys;
  Terms names;                                    // for display; empty if they equal the keys
  Index documents = 0, tokens = 0, replaced = 0;  // counted documents, words, invalid UTF-8

  Index size() const noexcept { return keys.size(); }
  const char *name(Index j) const noexcept { return (names.size() > 0 ? names : keys)[j].data(); }
};

}  // namespace manifact
