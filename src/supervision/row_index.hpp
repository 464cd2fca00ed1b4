// Which of many sparse rows may be at least so similar to a given one. Bayardo, Ma, Srikant 2007;
// the bound by lengths: Anastasiu, Karypis 2014.
//
//   x = x' + x''
//   x.y <= x''.y + |x'| |y'|
//
// x' has the columns that most rows have, as many of them as leave |x'| below the least similarity
// asked for. Only x'' is indexed: |y| <= 1, so that no row is missed that has nothing in common
// with x''.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// factor value / length; no longer than 1 but for rounding.
struct SparseRow {
  const std::int32_t *index;
  const double *value;
  Index count;
  double factor, length;

  double scaled(Index e) const noexcept { return value[e] * factor; }
};

double similarity(const SparseRow &x, const SparseRow &y) noexcept;

class RowIndex {
 public:
  // counts: by column, the entries of the rows that will be added; longest: the most entries of a
  // row added or searched with.
  RowIndex(const Array<Index> &counts, Index rows, Index longest, ExecutionContext &run);

  // The next row. Whoever searches asks for no less than `least`, and never for less than in a
  // search before.
  void add(const SparseRow &row, double least) noexcept;

  // take(r) for every row r that may reach `least`. Those of similarity 0 come last and in order,
  // until take returns false.
  template <class Take>
  void search(const SparseRow &row, double least, Take &&take) {
    const Index found = gather(row, least);
    for (Index f = 0; f < found; ++f) take(found_[f]);
    for (Index r = 0; least <= 0 && r < rows_; ++r)
      if (seen_[r] != searches_ && !take(static_cast<std::int32_t>(r))) break;
  }

 private:
  struct Entry {
    std::int32_t rank;
    double value;
  };
  struct Posting {
    double value;
    std::int32_t row;
  };

  Index sort_entries(const SparseRow &row) noexcept;
  Index gather(const SparseRow &row, double least) noexcept;

  Array<std::int32_t> rank_;  // of columns, those with most entries first
  Array<Index> begin_, end_;  // by rank: postings
  Array<Posting> postings_;
  Array<double> left_;        // by row: |x'|
  Array<std::int32_t> from_;  // and the rank that x'' begins at
  Index rows_ = 0;
  Array<Entry> entries_;   // of the row at hand, by rank ...
  Array<double> lengths_;  // ... and the length of what is before each
  Array<double> products_;
  Array<Index> seen_;  // by row: the last search that touched it
  Array<std::int32_t> found_;
  Index searches_ = 0;
};

}  // namespace manifact
