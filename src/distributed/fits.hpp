// What a fit can do with documents that are divided among ranks.
#pragma once

#include "pipeline/collective_fits.hpp"

namespace manifact {

class RanksFits final : public CollectiveFits {
 public:
  void derive(Options &options) const override;
  void check(const Matrix &X, const Method &method, const FitInputs &inputs) const override;
  void check(const Options &options) const override;
  void check_graph(const Matrix &X, const FitInputs &inputs, ExecutionContext &run) const override;
  void check_alike(const Matrix &X, const FitInputs &inputs, ExecutionContext &run) const override;
  Shares shares(Index entries, ExecutionContext &run) const override;
};

}  // namespace manifact
