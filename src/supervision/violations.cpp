#include "supervision/violations.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {

std::vector<Pair> violations(const Constraints &c, const Array<std::int32_t> &labels,
                             const std::vector<Index> &cluster_of_class) {
  std::vector<Pair> found;
  for (Index i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0 && labels[i] != cluster_of_class[static_cast<std::size_t>(c.classes[i])])
      found.push_back({.first = i, .second = -1, .weight = 1});
  for (const Pair &pair : c.pairs) {
    const std::int32_t a = labels[pair.first], b = labels[pair.second];
    const bool together = a == b && a >= 0;
    if (pair.weight > 0 ? !together : together) found.push_back(pair);
  }
  std::stable_sort(found.begin(), found.end(), [](const Pair &a, const Pair &b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  return found;
}

}  // namespace manifact
