// Finds the sparse rows whose similarity to a given row may reach a bound. Bayardo, Ma, Srikant
// 2007; the bound by lengths: Anastasiu, Karypis 2014.
//
//   x = x' + x''
//   x.y <= x''.y + |x'| |y'|
//
// x' has the columns that occur in most rows, as many as keep |x'| below the least similarity that
// is searched for. Only x'' is indexed: since |y| <= 1, a row without any column in common with x''
// can be skipped.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The values are factor value; length is at most 1 up to rounding. A dense row has all columns.
struct FeatureRow {
  const std::int32_t *index;  // null: dense
  const double *value;
  Index count;
  double factor, length;
  const float *single = nullptr;  // instead of value

  double scaled(Index e) const noexcept {
    return (single != nullptr ? static_cast<double>(single[e]) : value[e]) * factor;
  }
};

// Both sparse or both dense.
double similarity(const FeatureRow &x, const FeatureRow &y) noexcept;

// Of sparse rows.
class RowIndex {
 public:
  // counts: by column, the entries of the rows that will be added; longest: the maximum number of
  // entries of a row that is added or searched for.
  RowIndex(const Array<Index> &counts, Index rows, Index longest, ExecutionContext &run);

  // Adds a row. Later searches must ask for at least `least`, and never for less than an earlier
  // search.
  void add(const FeatureRow &row, double least) noexcept;

  // Calls take(r) for every row r that may reach `least`. Rows of similarity 0 come last, in order,
  // until take returns false.
  template <class Take>
  void search(const FeatureRow &row, double least, Take &&take) {
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

  Index sort_entries(const FeatureRow &row) noexcept;
  Index gather(const FeatureRow &row, double least) noexcept;

  Array<std::int32_t> rank_;  // of columns, by decreasing number of entries
  Array<Index> begin_, end_;  // by rank: postings
  Array<Posting> postings_;
  Array<double> left_;        // by row: |x'|
  Array<std::int32_t> from_;  // by row: the first rank of x''
  Index rows_ = 0;
  Array<Entry> entries_;   // of the current row, by rank
  Array<double> lengths_;  // the length of the row before each entry
  Array<double> products_;
  Array<Index> seen_;  // by row: the last search that found it
  Array<std::int32_t> found_;
  Index searches_ = 0;
};

}  // namespace manifact
