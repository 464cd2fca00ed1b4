// Agreement of a clustering with the ground truth.
#pragma once

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Scores {
  double accuracy = 0, nmi = 0, nmi_sqrt = 0, ari = 0, purity = 0;
};

// The entropies of two clusterings, and their mutual information, with the natural logarithm.
struct Information {
  double first = 0, second = 0, shared = 0;
};

// Of the documents that have a label (not -1) in both; all 0 if there is none.
Information information(const Array<std::int32_t> &first, const Array<std::int32_t> &second);

// n labels each. truth -1: left out; predicted -1: unassigned. The public
// header defines the scores, evaluation.cpp contains the formulas. Memory O(n), independent of the
// number of classes and clusters. Throws Error(length) if no label is known, Error(value) for a
// label below -1.
Scores evaluate(const std::int32_t *truth, const std::int32_t *predicted, Index n);

}  // namespace manifact
