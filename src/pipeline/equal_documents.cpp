#include "pipeline/equal_documents.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "graph/build.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The document whose label and memberships hold for all of a group, given in ascending order.
Index example_of(const std::vector<Index> &group, const Array<std::int32_t> &labels) {
  std::map<std::int32_t, Index> count;
  for (const Index i : group) ++count[labels[i]];
  Index best = group.front();
  for (const Index i : group)
    if (count[labels[i]] > count[labels[best]]) best = i;
  return best;
}

}  // namespace

template <class T>
Index unite_equal_documents(const DataView<T> &X, Array<std::int32_t> &labels, Dense<T> &V,
                            ExecutionContext &run) {
  const Array<std::int32_t> first = first_occurrences(X, run);
  std::map<std::int32_t, std::vector<Index>> parted;  // by the first of equal documents
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] != labels[first[i]]) parted[first[i]];
  if (parted.empty()) return 0;
  for (Index i = 0; i < labels.size(); ++i)
    if (const auto group = parted.find(first[i]); group != parted.end()) group->second.push_back(i);
  Index changed = 0;
  for (const auto &[representative, group] : parted) {
    const Index from = example_of(group, labels);
    for (const Index i : group) {
      if (labels[i] == labels[from]) continue;
      labels[i] = labels[from];
      if (!V.empty()) std::copy_n(V.row(from), V.columns(), V.row(i));
      ++changed;
    }
  }
  return changed;
}

#define MANIFACT_INSTANTIATE(T)                                                                   \
  template Index unite_equal_documents<T>(const DataView<T> &, Array<std::int32_t> &, Dense<T> &, \
                                          ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
