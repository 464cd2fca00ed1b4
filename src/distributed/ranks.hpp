// Documents that are divided among the ranks of a group: everything that takes the place of the
// functions for a single process.
#pragma once

#include <memory>
#include <utility>

#include "distributed/fits.hpp"
#include "distributed/group.hpp"
#include "distributed/terms.hpp"

namespace manifact {

class Ranks final : public GroupCollective {
 public:
  explicit Ranks(std::shared_ptr<Group> group) : GroupCollective(*group), kept_(std::move(group)) {}

  const CollectiveGraphs *graphs() const noexcept override;
  const CollectiveTerms *terms() const noexcept override { return &terms_; }
  const CollectiveFits *fits() const noexcept override { return &fits_; }

 private:
  std::shared_ptr<Group> kept_;
  RanksTerms terms_;
  RanksFits fits_;
};

}  // namespace manifact
