// The documents in the space of the largest singular values:
//
//   X - 1 c' ~ U diag(sigma) P',   Z = X P - 1 c'P
//
// c is the mean document, or 0 where documents have unit length: these lie on a sphere about the
// origin, all the same in any direction, while points may lie anywhere, and far from it their
// differences vanish in what they have in common.
#pragma once

#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Coordinates {
  Index r = 0;  // directions: of a singular value that is not next to nothing
  // m x r with orthonormal columns; n x r, by products with P as those of new documents are, up to
  // the rounding of T.
  Dense<double> P, Z;
  Array<double> center, origin;  // c, P'c; empty: 0
  double share = 0;              // of |X - 1 c'|^2 that is kept
};

// Doubles for each document that a method holds beside the coordinates: so many for each of them,
// and for each cluster.
struct HeldBeside {
  double components, clusters;
};

// By the option `components`; `fallback` where it is 0. Throws Error(budget) where all this needs
// more than the memory-budget.
template <class T>
Coordinates singular_coordinates(const Problem<T> &problem, Index fallback, HeldBeside beside);

}  // namespace manifact
