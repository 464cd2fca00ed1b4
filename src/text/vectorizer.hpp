// Documents -> vocabulary and counts, as a stream: text is counted in bounded batches and not
// stored; only the term numbers of a document are kept. Batches are divided into tasks by bytes,
// each task counts in its own tables, and these are merged in order. Counts are integers and terms
// are sorted bytewise: the result depends on neither batches nor threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linalg/sparse/packed_counts.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/documents.hpp"
#include "text/text_model.hpp"
#include "text/vocabulary.hpp"

namespace manifact {

class Vectorizer {
 public:
  // Throws Error(option), or Error(feature) if stemming is unavailable.
  Vectorizer(const TextRules &rules, const std::vector<std::string> &stop_words,
             const std::shared_ptr<Memory> &memory);

  // If a function throws, the state before the call is preserved.
  bool fits(Index length) const noexcept;  // for hold(), without counting first
  void hold(std::string_view document);
  void add(std::string_view document, ExecutionContext &run);
  void add(const Documents &documents, ExecutionContext &run);  // reports progress

  struct Result {
    std::unique_ptr<TextModel> text;
    PackedCounts counts;
  };
  // Throws Error(empty) if no term is left; more documents may be added then.
  Result finish(ExecutionContext &run);

  const TextRules &rules() const noexcept { return rules_; }
  Index documents() const noexcept { return documents_ + held(); }
  Index tokens() const noexcept { return tokens_; }
  Index replaced() const noexcept { return replaced_; }

 private:
  void detect_language(const Documents &texts);
  void add_stop_words();
  Index held() const noexcept { return held_offsets_.size() > 0 ? held_offsets_.size() - 1 : 0; }
  void count_held(ExecutionContext &run);
  void count_batch(const Documents &batch, ExecutionContext &run);
  void number_terms(const Counter &counter, Array<std::int32_t> &term_numbers,
                    Array<std::int32_t> &word_numbers);

  TextRules rules_;
  std::shared_ptr<Memory> memory_;
  Terms stop_words_;
  bool is_open_ = false;  // the language is not detected yet
  List<char> held_bytes_;
  List<Index> held_offsets_;
  Terms terms_;  // of all batches, in order of first occurrence
  std::vector<CountedBlock> blocks_;
  Index documents_ = 0, tokens_ = 0, replaced_ = 0;  // of the blocks
  WordsLeftOut left_out_;
  Terms words_;                 // with stemming: every word that has a term,
  List<std::int32_t> term_of_;  // its term, and
  List<Index> times_;           // and its number of occurrences
};

// The terms of new documents, counted by the rules of the model. terms: for each document, the
// number of its terms, known or not; or null.
PackedCounts count_known_terms(const TextModel &text, const Documents &documents,
                               ExecutionContext &run, Index *terms = nullptr);

// A given vocabulary: term i is column i. A text contains the term if the words of the term occur
// consecutively in it. Throws Error(value) for a term that contains a NUL.
std::unique_ptr<TextModel> fixed_vocabulary(const Documents &terms,
                                            const std::shared_ptr<Memory> &memory);

}  // namespace manifact
