// Groups of documents in constraints, chained by labels and must-links.
#pragma once

#include <cstdint>

#include "graph/unit_rows.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"
#include "supervision/row_index.hpp"

namespace manifact {

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
