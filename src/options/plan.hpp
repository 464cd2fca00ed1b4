// The word options of one fit as enums, parsed once after all options are set. An option that the
// method does not take has the default of the table.
#pragma once

#include "options/choices.hpp"

namespace manifact {

struct Plan {
  explicit Plan(const Options &options);

  KernelSpec kernel;  // linear for methods without kernels
  SplitKind split;
  CutWeighting ncw;
  LambdaScale lambda_scale;
  Normalization normalization;
  UpdateKind update;
  UpdateOrder update_order;
  FloorKind floor;
  StartKind start;
  Variant variant;
  GammaKind gamma;
  AffinityKind affinity;
  CovarianceKind covariance;
  ReadoutKind readout;
  OutOfSample out_of_sample;
};

// The kernel given by the options; linear for methods without kernels.
KernelSpec kernel_spec(const Options &options);

}  // namespace manifact
