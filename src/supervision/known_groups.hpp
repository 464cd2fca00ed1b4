// The documents of constraints, in groups: what labels and must-links chain together.
#pragma once

#include <cstdint>

#include "graph/unit_rows.hpp"
#include "supervision/constraints.hpp"
#include "supervision/row_index.hpp"

namespace manifact {

class KnownGroups {
 public:
  struct Members {
    const std::int32_t *first, *last;  // rising

    const std::int32_t *begin() const noexcept { return first; }
    const std::int32_t *end() const noexcept { return last; }
    std::int64_t size() const noexcept { return last - first; }
  };

  // By their first documents. Room for `more` groups of one document each. X must stay.
  KnownGroups(const UnitRows<double> &X, const Constraints &constraints, std::int64_t more,
              Run &run);

  std::int64_t count() const noexcept { return count_; }
  std::int64_t columns() const noexcept { return summed_.size(); }
  bool knows(std::int64_t i) const noexcept { return group_[i] >= 0; }
  std::int32_t of(std::int64_t i) const noexcept { return group_[i]; }  // -1: in none
  Members members(std::int64_t a) const noexcept {
    return {members_.data() + member_[a], members_.data() + member_[a + 1]};
  }
  Members all() const noexcept {
    return {members_.data(), members_.data() + member_[count_]};
  }                                               // of all groups, each rising
  SparseRow mean(std::int64_t a) const noexcept;  // of the unit rows
  void add(std::int64_t i);                       // a group of its own

 private:
  void sum(std::int64_t a);

  const UnitRows<double> &X_;
  std::int64_t count_ = 0;
  Array<std::int32_t> group_;  // by document
  Array<std::int32_t> members_;
  Array<std::int64_t> member_;   // by group: where its members begin
  Array<std::int32_t> columns_;  // of the sums of unit rows
  Array<double> sums_;
  Array<std::int64_t> begin_;  // by group: where its sum begins
  Array<double> summed_;       // by column; zeros between the sums
  Array<bool> touched_;
};

}  // namespace manifact
