// How well a clustering agrees with the truth.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

struct Scores {
  double accuracy = 0, nmi = 0, nmi_sqrt = 0, ari = 0, purity = 0;
};

// n labels each, any integers. truth -1: left out; predicted -1: unassigned. The public header says
// what the scores mean, evaluation.cpp has the formulas. Memory O(n), whatever the number of
// classes and clusters. Throws Error(length) when no label is known.
Scores evaluate(const Index *truth, const Index *predicted, Index n);

}  // namespace manifact
