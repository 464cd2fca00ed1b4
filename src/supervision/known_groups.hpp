// Groups of documents in constraints, chained by labels and must-links.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "graph/unit_rows.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// Finds the sparse rows whose similarity to a given row may reach a bound. Bayardo, Ma, Srikant
// 2007; the bound by lengths: Anastasiu, Karypis 2014.
//
//   x = x' + x''
//   x.y <= x''.y + |x'| |y'|
//
// x' has the columns that occur in most rows, as many as keep |x'| below the least similarity that
// is searched for. Only x'' is indexed: since |y| <= 1, a row without any column in common with x''
// can be skipped.

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

// Row i of sparse rows, or of dense rows that are used as they are stored.
FeatureRow feature_row(const UnitRows<double> &X, Index i) noexcept;

class KnownGroups {
 public:
  struct Members {
    const std::int32_t *first, *last;  // ascending

    const std::int32_t *begin() const noexcept { return first; }
    const std::int32_t *end() const noexcept { return last; }
    Index size() const noexcept { return last - first; }
  };

  // Groups in the order of their first documents, with capacity for `more` single-document groups.
  // X must stay alive.
  KnownGroups(const UnitRows<double> &X, const Constraints &constraints, Index more,
              ExecutionContext &run);

  Index count() const noexcept { return count_; }
  Index columns() const noexcept { return summed_.size(); }
  bool knows(Index i) const noexcept { return group_[i] >= 0; }
  std::int32_t of(Index i) const noexcept { return group_[i]; }  // -1: in no group
  Members members(Index a) const noexcept {
    return {members_.data() + member_[a], members_.data() + member_[a + 1]};
  }
  // The members of all groups, ascending within each group.
  Members all() const noexcept { return {members_.data(), members_.data() + member_[count_]}; }
  FeatureRow mean(Index a) const noexcept;  // of the unit rows
  bool dense() const noexcept { return X_.X.is_dense(); }
  void add(Index i);  // as a new group

 private:
  // The number of entries in the sums of `groups` groups, whose documents have `entries` entries,
  // and of `more` single-document groups.
  Index sums_size(Index groups, Index entries, Index more) const noexcept;
  void sum(Index a);
  void sum_dense(Index a);

  const UnitRows<double> &X_;
  Index count_ = 0;
  Array<std::int32_t> group_;  // by document
  Array<std::int32_t> members_;
  Array<Index> member_;          // by group: the offset of its members
  Array<std::int32_t> columns_;  // of the sums of unit rows, if sparse
  Array<double> sums_;
  Array<Index> begin_;    // by group: the offset of its sum
  Array<double> summed_;  // workspace by column, zero between sums
  Array<bool> touched_;
};

}  // namespace manifact
