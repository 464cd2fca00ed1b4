// The tables of counted terms, and with stemming of the words behind them.
#pragma once

#include <cstdint>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/list.hpp"
#include "text/terms.hpp"

namespace manifact {

struct TermTables {
  const Terms &terms;
  const Terms &words;                 // with stemming: of each term,
  const List<std::int32_t> &term_of;  // the words that map to it,
  const List<Index> &times;           // and the occurrences of each
};

// The word that represents each stem: its most frequent one, ties broken bytewise. -1 if there is
// none: n-grams.
Array<std::int32_t> best_words(const TermTables &tables, ExecutionContext &run);

}  // namespace manifact
