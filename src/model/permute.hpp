// Permutation of clusters.
#pragma once

#include <type_traits>
#include <vector>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Permutes the values at(c), c in 0 .. k-1, in place: at(c) gets the old value of at(order[c]).
template <class At>
void permute(const std::vector<Index> &order, At at) {
  std::vector<double> old(order.size());
  for (std::size_t c = 0; c < order.size(); ++c)
    old[c] = static_cast<double>(at(static_cast<Index>(c)));
  for (std::size_t c = 0; c < order.size(); ++c) {
    auto &place = at(static_cast<Index>(c));
    place = static_cast<std::remove_reference_t<decltype(place)>>(
        old[static_cast<std::size_t>(order[c])]);
  }
}

// Permutes the columns of A, row-major with k columns.
inline void permute_columns(Array<double> &A, const std::vector<Index> &order) {
  const Index k = static_cast<Index>(order.size());
  for (Index d = 0; d < A.size() / k; ++d)
    permute(order, [&](Index c) -> double & { return A[d * k + c]; });
}

}  // namespace manifact
