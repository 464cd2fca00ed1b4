// Selects the terms that become columns, with their order and names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/documents.hpp"
#include "text/terms.hpp"
#include "text/text_model.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The vocabulary of documents that several processes hold.

struct Counted;
struct TextModel;

class CollectiveTerms {
 public:
  virtual ~CollectiveTerms() = default;

  // Throws Error(option) for a language that the texts of one process cannot tell.
  virtual void check_language(std::string_view language) const = 0;
  // choose_terms() of all documents; df: of the terms in those of this
  // process. Collective.
  virtual Array<std::int32_t> choose(const Counted &counted, const Array<Index> &df,
                                     TextModel &text, ExecutionContext &run) const = 0;
};

// Words without a term, for the message if there is no term.
struct WordsLeftOut {
  Index stop_words = 0;  // and numbers
  Index short_words = 0;
};

// All counted data.
struct Counted {
  TermTables tables;
  const std::vector<CountedBlock> &blocks;
  Index documents;
  WordsLeftOut left_out;
};

// Fills text.keys and text.names: terms within the document frequency limits, sorted bytewise by
// name. With stemming, the name of a stem is its most frequent word, ties broken bytewise. Returns
// the column of each term, -1 for those left out. Throws Error(empty) if no term is left.
Array<std::int32_t> choose_terms(const Counted &counted, TextModel &text, ExecutionContext &run);

// The same for terms with these document frequencies and limits; none may be left.
Array<std::int32_t> choose_terms(const TermTables &tables, const Array<Index> &df,
                                 const DfLimits &limits, TextModel &text, ExecutionContext &run);

// The message if no term is left.
std::string no_term_left(Index documents, const WordsLeftOut &left_out, const TextRules &rules);

}  // namespace manifact
