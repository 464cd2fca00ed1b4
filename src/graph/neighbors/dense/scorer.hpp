// The p nearest of one dense row among candidates, by exact cosines.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/graph.hpp"
#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The workspace of one thread.
struct Scorer {
  Scorer(const DenseUnitRows &X, Index p, const std::shared_ptr<Memory> &memory)
      : cosines(X, memory), best(p, memory) {}

  // List `list` of `found` becomes that of row i of Y.
  template <class P>
  void score(const DenseUnitRows &Y, Index i, const Candidate<P> *candidates, Index count,
             Neighbors &found, Index list) noexcept {
    best.clear();
    if (count > 0) cosines.load(Y, i);
    cosines.each(
        count, [&](Index q) { return candidates[q].row; },
        [&](std::int32_t j, double cosine) {
          best.put({cosine, j});
          return true;
        });
    write(found, list);
  }
  void write(Neighbors &found, Index list) noexcept {
    found.count[list] =
        best.write(found.index.data() + list * found.p, found.cosine.data() + list * found.p);
  }

  DenseCosines cosines;
  Best best;
};

}  // namespace manifact
