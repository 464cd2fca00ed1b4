#include "options/plan.hpp"

namespace manifact {

KernelSpec kernel_spec(const Options &options) {
  KernelSpec spec;
  if (!options.uses(Key::kernel)) return spec;
  spec.kind = options.choice<KernelKind>();
  spec.degree = options.integer(Key::degree);
  spec.offset = options.real(Key::offset);
  spec.bandwidth = options.real(Key::bandwidth);
  return spec;
}

Plan::Plan(const Options &options)
    : kernel(kernel_spec(options)),
      split(options.choice<SplitKind>()),
      ncw(options.choice<CutWeighting>()),
      lambda_scale(options.choice<LambdaScale>()),
      normalization(options.choice<Normalization>()),
      update(options.choice<UpdateKind>()),
      update_order(options.choice<UpdateOrder>()),
      floor(options.choice<FloorKind>()),
      start(options.choice<StartKind>()),
      variant(options.choice<Variant>()),
      gamma(options.choice<GammaKind>()),
      affinity(options.choice<AffinityKind>()),
      covariance(options.choice<CovarianceKind>()),
      readout(options.choice<ReadoutKind>()),
      out_of_sample(options.choice<OutOfSample>()) {}

}  // namespace manifact
