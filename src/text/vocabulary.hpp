// Which of the terms counted become columns, in what order, under what names.
#pragma once

#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/documents.hpp"
#include "text/text_model.hpp"

namespace manifact {

// Everything that was counted.
struct Counted {
  const Terms &terms;
  const Terms &words;                 // with stemming: of each term,
  const List<std::int32_t> &term_of;  // the words that became it,
  const List<Index> &times;           // and how often each was seen
  const std::vector<CountedBlock> &blocks;
  Index documents;
};

// Fills text.keys and text.names: terms within the limits of document frequency in the order of the
// bytes of their names. With stemming the name of a stem is the word that became it most often, the
// first by its bytes among equals. The column of each term, -1 for those left out. Throws
// Error(empty) when no term is left.
Array<std::int32_t> choose_terms(const Counted &counted, TextModel &text, ExecutionContext &run);

}  // namespace manifact
