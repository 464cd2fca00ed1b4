// Counts the terms of some documents in separate tables: the work of one task.
#pragma once

#include <optional>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/monitor.hpp"
#include "text/stemming.hpp"
#include "text/text_model.hpp"
#include "text/words.hpp"

namespace manifact {

struct TermCount {
  std::int32_t term;
  std::uint32_t count;
};

class Counter {
 public:
  Counter(const TextRules &rules, const Terms &stop_words, const std::shared_ptr<Memory> &memory,
          const Monitor &monitor);

  // Reserves memory for about this many bytes of text, to avoid most reallocations.
  void expect(Index bytes);
  void count(std::string_view document);

  Terms words;                 // every word seen
  List<std::int32_t> term_of;  // its term, -1 for words that are left out
  List<Index> times;           // its number of occurrences, if it has a term
  Terms terms;                 // in order of first occurrence
  List<TermCount> counts;      // of all documents, concatenated,
  List<Index> ends;            // and the end of each document
  Index tokens = 0;            // words counted
  Index left_out = 0;          // stop words and numbers
  Index replaced() const noexcept { return cut_.replaced(); }
  Index short_words() const noexcept { return cut_.short_words(); }

 private:
  void take(std::string_view word);
  std::int32_t learn(std::string_view word);
  std::int32_t number_of(std::string_view term);
  void count_term(std::int32_t term);
  void count_ngrams(std::int32_t last);

  const TextRules &rules_;
  const Terms &stop_words_;
  const Monitor &monitor_;
  Words cut_;
  std::optional<Stemmer> stemmer_;
  List<Index> last_;  // the position of the last count of each term
  Index first_ = 0;   // first count of the current document
  std::vector<std::int32_t> recent_;
  std::string ngram_;
  std::uint64_t seen_ = 0;
};

}  // namespace manifact
