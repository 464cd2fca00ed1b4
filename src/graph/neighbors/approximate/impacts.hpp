// The rows of X by feature, for the approximate search: the list of a feature contains its
// documents grouped by level, in descending order of weight.
//
//   x_dj = the unit row;   level of a weight w = floor(s log2 1/|w|), at most 63
//
// with s levels per octave, usually 8. Two weights of levels g and h have a product of about
// 2^-((g + h + 1) / s), within 9 % for s = 8, 19 % for 4, 41 % for 2: all
// documents of a level add the same value to their sums. If X has negative values, each feature has
// two lists, one for each sign.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Impacts {
  static constexpr int levels = 64;
  static constexpr Index ahead = 24;  // documents that may be read beyond the last

  // Consecutive documents of a list with the same level.
  struct Segment {
    std::int32_t size, level;
  };

  int steps = 8;  // s
  bool has_signs = false;
  Array<Index> begin;            // of each list in `document`
  Array<std::int32_t> document;  // ascending within a segment; followed by `ahead` zeros
  Array<std::uint8_t> level;     // of each document
  Array<Index> first;            // of each list in `segments`
  Array<Segment> segments;       // levels ascending within a list

  Index list_of(const FloatUnitRows::Entry &x) const noexcept {
    return has_signs ? 2 * Index{x.column} + (x.weight < 0) : x.column;
  }
};

// The level of a weight of a unit row, at most 1.
int level_of(float weight, int steps = 8) noexcept;

bool has_negative(const FloatUnitRows &X) noexcept;

// has_signs: two lists for each feature, one for each sign.
Impacts make_impacts(const FloatUnitRows &X, bool has_signs, ExecutionContext &run, int steps = 8);

// The documents that share the largest products with one row:
//
//   <x_i, x_d> = sum_j x_ij x_dj
//
// by adding the products of the levels of x_ij and x_dj (impacts.hpp) in descending order, up to a
// budget.
//
// The budget is a number of products: it bounds the time, independently of the lengths of the
// lists. The documents with the largest sums are the candidates.
//
// The sums have 16 bits, so that those of all documents stay in cache: in units of 2^-14, omitting
// products below half a unit. (Rows of tens of thousands of equal values have no larger products:
// nothing is found for them, which the samples of approximate.hpp detect.) They cannot overflow:
// the squares of the levels' weights sum to at most 1.42 (9 % for the levels, and the last level of
// products that count), and rounding at most doubles each product, which gives 46500.

// What is added and scored for a row: all products of lower grades, and a share of those of this
// grade; then the documents whose sums are at least `least_sum`.
struct ProductCut {
  double share = 0;
  std::int32_t grade = 0;
  std::uint16_t least_sum = 1;
};

// Workspace of one row at a time; no allocation after construction.
class LargestProducts {
 public:
  // Among `documents` documents, for rows of at most `longest` entries: up to `wanted` candidates.
  LargestProducts(const Impacts &impacts, Index documents, Index longest, Index wanted,
                  const std::shared_ptr<Memory> &memory);

  // Pass the entries of the row one by one, then call find().
  void clear() noexcept { n_terms_ = n_met_ = 0; }
  void add_term(std::int32_t column, float weight) noexcept {
    const Index list = impacts_.list_of({column, weight});
    __builtin_prefetch(impacts_.begin.data() + list);
    __builtin_prefetch(impacts_.first.data() + list);
    terms_[n_terms_++] = {list, level_of(weight, impacts_.steps)};
  }

  // The cut for the largest products up to the budget, with any sum.
  ProductCut cut(Index budget) const noexcept;

  // Returns the number of candidates. position: where similar documents are; self: the document
  // that is the row, -1 for none. The cut may be that of the row among other documents.
  Index find(Index position, Index self, ProductCut cut) noexcept;

  std::int32_t candidate(Index k) const noexcept { return document_of(candidates_[k]); }

  // The k-th largest sum, k >= 1, of the `found` candidates; if there are fewer than k, the
  // minimum, 1. Reorders the candidates.
  std::uint16_t largest_sum(Index k, Index found) noexcept;

 private:
  static constexpr int grades = 2 * Impacts::levels - 1;  // of products: the sum of the two levels

  struct Term {
    Index list;
    int level;
  };

  // Documents of one list: `whole` of lower grades than that of the cut, then those of this grade.
  struct Run {
    Index begin, whole, partly;
    int level;  // of the term
  };

  static std::int32_t document_of(std::uint64_t candidate) noexcept {
    return ~static_cast<std::int32_t>(static_cast<std::uint32_t>(candidate));
  }
  Index find_runs(ProductCut cut) noexcept;
  void add_up(Index position, ProductCut cut) noexcept;
  template <class ProductOf>
  void add(Index begin, Index end, const ProductOf &product_of) noexcept;
  Index best_sums(Index self, std::uint16_t least_sum) noexcept;

  const Impacts &impacts_;
  Index wanted_;
  std::uint16_t product_[grades];  // in units, descending; 0 from some grade on
  Array<Term> terms_;
  Array<Run> runs_;
  Array<std::uint16_t> sum_;         // by document, zeros between searches
  Array<std::int32_t> met_;          // documents with a sum; entries beyond the end may be read
  Array<std::uint64_t> candidates_;  // the sum, then the document, lower ones first
  Index n_terms_ = 0, n_met_ = 0;
};

// Finds most of the p nearest of one row of X among the others: the documents that share the
// largest products with it (impacts.hpp) are scored, a small multiple of p.

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
