#include "graph/neighbors/approximate/impact_search.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {
namespace {

Index longest_row(const FloatUnitRows &X) noexcept {
  Index longest = 0;
  for (Index i = 0; i < X.n; ++i) longest = std::max(longest, X.begin[i + 1] - X.begin[i]);
  return longest;
}

}  // namespace

ImpactSearch::ImpactSearch(const FloatUnitRows &X, const Impacts &impacts, Index p,
                           const std::shared_ptr<Memory> &memory)
    : X_(X), products_(impacts, X.n, longest_row(X), scored(p), memory), best_(X, p, memory) {}

std::int32_t ImpactSearch::nearest(Index i, Index budget, std::int32_t *index,
                                   double *cosine) noexcept {
  products_.clear();
  for (Index e = X_.begin[i]; e < X_.begin[i + 1]; ++e)
    products_.add_term(X_.entry[e].column, X_.entry[e].weight);
  const Index found = products_.find(i, i, products_.cut(budget));
  best_.load(i);
  best_.score(found, [&](Index k) { return products_.candidate(k); });
  best_.unload(i);
  return best_.write(index, cosine);
}

}  // namespace manifact
