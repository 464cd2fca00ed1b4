// What makes text a row of numbers: the rules by which words become terms, and the terms.
#pragma once

#include <memory>
#include <string>

#include "runtime/index.hpp"
#include "text/terms.hpp"

namespace manifact {

struct TextRules {
  std::string language = "english";  // of the built-in stop words and of stemming; "none"
  bool built_in_stop_words = true;
  bool stemming = false;
  bool remove_accents = false;
  bool drop_numbers = false;  // words of digits only
  Index shortest_word = 2;    // characters
  Index longest_ngram = 1;    // words
  Index min_df = 1;           // documents,
  double max_df = 1;          // share of the documents with a term; never below 50 terms
};

// A fixed vocabulary. Term j is column j.
struct TextModel {
  explicit TextModel(const std::shared_ptr<Memory> &memory) noexcept
      : stop_words(memory), keys(memory), names(memory) {}

  TextRules rules;
  Terms stop_words;  // all that are in force, the built-in ones too
  // What a word of text must become to be counted: its form, its stem, several joined by a space.
  Terms keys;
  Terms names;                                    // what people read; empty where keys are names
  Index documents = 0, tokens = 0, replaced = 0;  // counted: documents, words, broken UTF-8

  Index size() const noexcept { return keys.size(); }
  const char *name(Index j) const noexcept { return (names.size() > 0 ? names : keys)[j].data(); }
};

}  // namespace manifact
