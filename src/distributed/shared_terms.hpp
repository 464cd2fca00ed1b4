// The terms of documents that are divided among ranks. Each term has an owner, a rank chosen by its
// hash, which adds up the document frequencies; only terms within the limits are sent to all ranks.
#pragma once

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/terms.hpp"
#include "text/text_model.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The same on every rank: the terms within the limits, and with stemming the stems in them, each
// with the word that represents it.
struct SharedTerms {
  explicit SharedTerms(const std::shared_ptr<Memory> &memory) noexcept
      : terms(memory), words(memory), term_of(memory), times(memory) {}

  Terms terms, words;
  List<std::int32_t> term_of;
  List<Index> times;
  Array<Index> df;  // of each term; 0 for a stem that is not itself a term
  DfLimits limits{};
  Index documents = 0;  // of all ranks
};

// Collective. own: the tables of this rank, with the number of its documents that have each term.
SharedTerms share_terms(const TermTables &own, const Array<Index> &df, const TextRules &rules,
                        Index documents, ExecutionContext &run);

}  // namespace manifact
