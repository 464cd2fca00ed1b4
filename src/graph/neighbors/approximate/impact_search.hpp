// Most of the p nearest of one row of X among the others, from the products that matter most.
//
//   <x_i, x_d> = sum_j x_ij x_dj
//
// the products of the levels of x_ij and x_dj (impacts.hpp) added from the largest on, up to a
// budget.
//
// The budget is a number of products: it bounds the time, whatever the lengths of the lists. The
// documents with the largest sums are scored, a few for each of the p that are wanted.
//
// The sums are of 16 bits, so that those of all documents stay near the processor: in units of
// 2^-14, products below half a unit left out. (Rows of tens of thousands of equal values have no
// larger ones: there nothing is found, and the samples of approximate.hpp tell.) They cannot run
// over: the squares of the levels' weights sum up to at most 1.42 (9 % for the levels, and the last
// level of products that count), and rounding at most doubles what is added, which makes 46500.
#pragma once

#include <cstdint>

#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/approximate/impacts.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Workspace of one search at a time; nothing is allocated while searching.
class ImpactSearch {
 public:
  // Documents scored for p neighbors.
  static Index scored(Index p) noexcept { return 4 * p + 16; }

  ImpactSearch(const FloatUnitRows &X, const Impacts &impacts, Index p,
               const std::shared_ptr<Memory> &memory);

  // By (cosine descending, place ascending): how many. The cosines are floats.
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
  Index wanted_;                   // to be scored
  std::uint16_t product_[grades];  // in units, falling; 0 from some grade on
  BestFloatRows best_;
  Array<Term> terms_;
  Array<std::uint16_t> sum_;         // by document, zeros between searches
  Array<std::int32_t> met_;          // those with a sum; behind them, any that may be looked at
  Array<std::uint64_t> candidates_;  // sum, and the document such that the lower one is greater
  Index n_terms_ = 0, n_met_ = 0;
};

}  // namespace manifact
