// The documents in the space of the largest singular values:
//
//   X - 1 c' ~ U diag(sigma) P',   Z = X P - 1 c'P
//
// c is the mean document, or 0 if documents have unit length: these lie on a sphere about the
// origin. Points may lie far from the origin, where their common part would hide the differences
// between them.
#pragma once

#include "methods/method.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Coordinates {
  Index r = 0;  // number of directions whose singular value is not negligible
  // m x r with orthonormal columns; n x r, computed by products with P as for new documents, up to
  // the rounding of T.
  Dense<double> P, Z;
  Array<double> center, origin;  // c, P'c; empty: 0
  double share = 0;              // fraction of |X - 1 c'|^2 that is retained
};

// Doubles per document that a method stores in addition to the coordinates: per component and per
// cluster.
struct ExtraStorage {
  double components, clusters;
};

// Uses the option `components`, or `fallback` if it is 0. Throws Error(budget) if the total exceeds
// the memory-budget.
template <class T>
Coordinates singular_coordinates(const Problem<T> &problem, Index fallback, ExtraStorage extra);

}  // namespace manifact
