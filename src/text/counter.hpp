// Counts the terms of some documents, in tables of its own: the work of one task.
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

  // Takes memory for about what so many bytes of text will need, so that little of it is taken
  // twice.
  void expect(Index bytes);
  void count(std::string_view document);

  Terms words;                 // every word seen
  List<std::int32_t> term_of;  // its term, -1 for words that are left out
  List<Index> times;           // it was seen, when its term is one
  Terms terms;                 // in the order they came
  List<TermCount> counts;      // of the documents, one behind the other,
  List<Index> ends;            // and where each document's end
  Index tokens = 0;            // words counted
  Index replaced() const noexcept { return cut_.replaced(); }

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
  List<Index> last_;  // where each term was counted last
  Index first_ = 0;   // count of the present document
  std::vector<std::int32_t> recent_;
  std::string ngram_;
  std::uint64_t seen_ = 0;
};

}  // namespace manifact
