// The documents in the space of the largest singular values: X ~ U diag(sigma) P', Z = X P.
#pragma once

#include "methods/method.hpp"

namespace manifact {

struct Coordinates {
  std::int64_t r = 0;       // directions: of a singular value that is not next to nothing
  Dense<double> P, Z;       // m x r with orthonormal columns; n x r, products with P to the bit, as those of new documents are
  double share = 0;         // of |X|^2 that is kept
};

// By the option `components`; `fallback` where it is 0. Throws Error(budget) where the vectors need more than the memory-budget.
template <class T>
Coordinates singular_coordinates(const Problem<T> &problem, std::int64_t fallback);

}  // namespace manifact
