#include "text/term_tables.hpp"

#include <algorithm>

namespace manifact {

Array<std::int32_t> best_words(const TermTables &tables, ExecutionContext &run) {
  Array<std::int32_t> best(run.memory, tables.terms.size());
  std::fill(best.begin(), best.end(), -1);
  for (Index w = 0; w < tables.words.size(); ++w) {
    std::int32_t &present = best[tables.term_of[w]];
    const bool better =
        present < 0 || tables.times[w] > tables.times[present] ||
        (tables.times[w] == tables.times[present] && tables.words[w] < tables.words[present]);
    if (better) present = static_cast<std::int32_t>(w);
  }
  return best;
}

}  // namespace manifact
