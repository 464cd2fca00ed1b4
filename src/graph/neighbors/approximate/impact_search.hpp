// Finds most of the p nearest of one row of X among the others: the documents that share the
// largest products with it (largest_products.hpp) are scored, a small multiple of p.
#pragma once

#include <cstdint>

#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/approximate/impacts.hpp"
#include "graph/neighbors/approximate/largest_products.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Workspace of one search at a time; no allocation during the search.
class ImpactSearch {
 public:
  // The number of documents scored for p neighbors.
  static Index scored(Index p) noexcept { return 4 * p + 16; }

  ImpactSearch(const FloatUnitRows &X, const Impacts &impacts, Index p,
               const std::shared_ptr<Memory> &memory);

  // Ordered by (cosine descending, place ascending); returns their number. The cosines are floats.
  std::int32_t nearest(Index i, Index budget, std::int32_t *index, double *cosine) noexcept;

 private:
  const FloatUnitRows &X_;
  LargestProducts products_;
  BestFloatRows best_;
};

}  // namespace manifact
