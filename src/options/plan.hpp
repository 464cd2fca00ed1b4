// What the words of the options decide about one fit, parsed once, when they no longer change. An
// option that the method does not take has the value of the table.
#pragma once

#include "options/choices.hpp"

namespace manifact {

struct Plan {
  explicit Plan(const Options &options);

  KernelSpec kernel;  // as asked for; linear for methods without kernels
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

// The kernel that the options ask for, linear where the method has no kernels.
KernelSpec kernel_asked(const Options &options);

}  // namespace manifact
