// Factors in the equations of a new document that its explanation needs as well.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

struct NewTerms;
struct NormalEquations;

// A power of two by which both sides are multiplied, to stay within the range of a double.
double unit_of(const NormalEquations &equations, double lambda) noexcept;

// The weight of the edge from new document i to training document j is divided by this.
double edge_scale(const NormalEquations &equations, const NewTerms &terms, Index i,
                  Index j) noexcept;

}  // namespace manifact
