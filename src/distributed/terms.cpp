#include "distributed/terms.hpp"

#include <limits>

#include "distributed/shared_terms.hpp"
#include "runtime/error.hpp"
#include "text/vocabulary.hpp"

namespace manifact {

// Each rank reads its own texts: none of them has the first texts of the whole corpus.
void RanksTerms::check_language(std::string_view language) const {
  if (language == "auto")
    fail(Status::option,
         "language=auto needs the first texts in one process: name the language of texts that are "
         "divided among ranks");
}

// The terms of all ranks are chosen on each of them, and those of this rank are looked up.
Array<std::int32_t> RanksTerms::choose(const Counted &counted, const Array<Index> &df,
                                       TextModel &text, ExecutionContext &run) const {
  if (text.documents > std::numeric_limits<std::int32_t>::max())
    throw AgreedError(Status::argument, "the ranks have more than 2147483647 documents");
  const SharedTerms shared = share_terms(counted.tables, df, text.rules, counted.documents, run);
  choose_terms({shared.terms, shared.words, shared.term_of, shared.times}, shared.df, shared.limits,
               text, run);
  if (text.keys.size() == 0) {
    const WordsLeftOut left_out{run.total(counted.left_out.stop_words),
                                run.total(counted.left_out.short_words)};
    throw AgreedError(Status::empty, no_term_left(shared.documents, left_out, text.rules).c_str());
  }
  const Terms &terms = counted.tables.terms;
  Array<std::int32_t> columns(run.memory, terms.size());
  for (Index t = 0; t < terms.size(); ++t) columns[t] = text.keys.find(terms[t], terms.hash_of(t));
  return columns;
}

}  // namespace manifact
