// The questions between groups of documents of which nothing is said.
#pragma once

#include <cstdint>
#include <tuple>

#include "runtime/index.hpp"
#include "supervision/known_groups.hpp"

namespace manifact {

struct OpenPair {
  double similarity;
  std::int32_t a, b;  // a < b

  // Before another one.
  bool operator<(const OpenPair &other) const noexcept {
    return similarity != other.similarity ? similarity > other.similarity
                                          : std::tie(a, b) < std::tie(other.a, other.b);
  }
};

// The pairs of groups without a cannot-link between them, at most `count` of largest mean cosine,
// those first. Pairs that cannot be among them are not looked at, and memory is for those that are:
// groups may be as many as documents.
Array<OpenPair> open_pairs(const KnownGroups &groups, const Constraints &constraints, Index count,
                           ExecutionContext &run);

}  // namespace manifact
