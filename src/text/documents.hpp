// Documents as input, and the counts of their terms.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "linalg/sparse/packed_counts.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"
#include "text/given_documents.hpp"
#include "text/stemming.hpp"
#include "text/text_model.hpp"
#include "text/words.hpp"

namespace manifact {

// Throws Error(argument) if the offsets decrease.
void check_documents(const Documents &documents);

struct TermCount {
  std::int32_t term;
  std::uint32_t count;
};

// Counts the terms of some documents in separate tables: the work of one task.
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
  const Terms *stop_words_in(std::string_view document);
  void take(std::string_view word);
  std::int32_t learn(std::string_view word);
  std::int32_t number_of(std::string_view term);
  void count_term(std::int32_t term);
  void count_ngrams(std::int32_t last);

  const TextRules &rules_;
  const Terms &stop_words_;
  const Terms *own_stop_words_ = nullptr;            // in addition, of the language of the document
  std::map<std::string_view, Terms> stop_words_of_;  // by language, of those seen
  std::shared_ptr<Memory> memory_;
  const Monitor &monitor_;
  Words cut_;
  std::optional<Stemmer> stemmer_;
  List<Index> last_;  // the position of the last count of each term
  Index first_ = 0;   // first count of the current document
  std::vector<std::int32_t> recent_;
  std::string ngram_;
  std::uint64_t seen_ = 0;
};

// The counts of the documents of one task, packed: most terms are frequent ones with small numbers
// that occur once in a document, and take one to three bytes instead of eight.
struct CountedBlock {
  std::shared_ptr<const Array<unsigned char>> packed;
  Array<Index> ends;  // in `packed`, of each document
  // Once the documents are rows of a matrix, as PackedCounts describes them: the term of each
  // column. Until then null.
  std::shared_ptr<const Array<std::int32_t>> term_of;

  // visit(term, count) for the counts of document i.
  template <class Visit>
  void each(Index i, Visit &&visit) const {
    const unsigned char *next = packed->data() + (i > 0 ? ends[i - 1] : 0), *const end =
                                                                                packed->data() +
                                                                                ends[i];
    std::uint64_t column = 0;
    while (next < end) {
      const std::uint64_t head = read_leb128(next);  // twice the number, plus 1 if a count follows
      const std::uint64_t count = (head & 1) != 0 ? read_leb128(next) : 1;
      if (term_of == nullptr) {
        visit(static_cast<std::int32_t>(head >> 1), static_cast<std::uint32_t>(count));
      } else {
        column += head >> 1;
        visit((*term_of)[static_cast<Index>(column++)], static_cast<std::uint32_t>(count));
      }
    }
  }
};

}  // namespace manifact
