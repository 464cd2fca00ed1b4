// Documents that are divided among the ranks of a group: everything that takes the place of the
// functions for a single process.
#pragma once

#include <memory>
#include <utility>

#include "distributed/group.hpp"
#include "distributed/terms.hpp"
#include "pipeline/collective_fits.hpp"

namespace manifact {

// What a fit can do with documents that are divided among ranks.
class RanksFits final : public CollectiveFits {
 public:
  void derive(Options &options) const override;
  void check(const Matrix &X, const Method &method, const FitInputs &inputs) const override;
  void check(const Options &options) const override;
  void check_graph(const Matrix &X, const FitInputs &inputs, ExecutionContext &run) const override;
  void check_alike(const Matrix &X, const FitInputs &inputs, ExecutionContext &run) const override;
  Shares shares(Index entries, ExecutionContext &run) const override;
};

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
