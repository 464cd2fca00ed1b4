// Finds most of the p nearest of one row of X among the others, from the largest products of
//
//   <x_i, x_d> = sum_j x_ij x_dj
//
// by adding the products of the levels of x_ij and x_dj (impacts.hpp) in descending order, up to a
// budget.
//
// The budget is a number of products: it bounds the time, independently of the lengths of the
// lists. The documents with the largest sums are scored, a small multiple of p.
//
// The sums have 16 bits, so that those of all documents stay in cache: in units of 2^-14, omitting
// products below half a unit. (Rows of tens of thousands of equal values have no larger products:
// nothing is found for them, which the samples of approximate.hpp detect.) They cannot overflow:
// the squares of the levels' weights sum to at most 1.42 (9 % for the levels, and the last level of
// products that count), and rounding at most doubles each product, which gives 46500.
#pragma once

#include <cstdint>

#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/approximate/impacts.hpp"
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
  static constexpr int grades = 2 * Impacts::levels - 1;  // of products: the sum of the two levels

  struct Term {
    Index list;
    int level;
  };

  void load(Index i) noexcept;
  void add_up(Index i, Index budget) noexcept;
  void add(const std::int32_t *document, Index size, std::uint16_t product) noexcept;
  Index best_sums(Index self) noexcept;

  const FloatUnitRows &X_;
  const Impacts &impacts_;
  Index wanted_;                   // number of documents to score
  std::uint16_t product_[grades];  // in units, descending; 0 from some grade on
  BestFloatRows best_;
  Array<Term> terms_;
  Array<std::uint16_t> sum_;         // by document, zeros between searches
  Array<std::int32_t> met_;          // documents with a sum; entries beyond the end may be read
  Array<std::uint64_t> candidates_;  // the sum, then the document, lower ones first
  Index n_terms_ = 0, n_met_ = 0;
};

}  // namespace manifact
