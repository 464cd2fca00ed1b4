// Pairs of document groups whose relation is unknown.
#pragma once

#include <cstdint>
#include <tuple>

#include "runtime/index.hpp"
#include "supervision/known_groups.hpp"

namespace manifact {

struct OpenPair {
  double similarity;
  std::int32_t a, b;  // a < b

  // Whether this pair comes before another one.
  bool operator<(const OpenPair &other) const noexcept {
    return similarity != other.similarity ? similarity > other.similarity
                                          : std::tie(a, b) < std::tie(other.a, other.b);
  }
};

// At most `count` pairs of groups without a cannot-link between them, by decreasing mean cosine.
// Pairs that cannot be among them are not evaluated, and memory is used only for the result,
// because there may be as many groups as documents.
Array<OpenPair> open_pairs(const KnownGroups &groups, const Constraints &constraints, Index count,
                           ExecutionContext &run);

}  // namespace manifact
