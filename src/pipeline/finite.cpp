#include "pipeline/finite.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

void check(const char *name, const Array<double> &values) {
  if (std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) return;
  fail(Status::numerics, "the fit gave %s with a number that is not finite", name);
}

}  // namespace

void check_finite(const Model &model) {
  const Assignment &a = model.assignment;
  const struct {
    const char *name;
    const Array<double> &values;
  } all[] = {{"a history", model.history},
             {"memberships", model.V},
             {"associations", model.W},
             {"centroids", model.centroids},
             {"cosines", model.cosines},
             {"a basis", a.U},
             {"a matrix W'KW", a.M},
             {"weights of the read-out", a.readout_weights},
             {"centers of the read-out", a.readout_centers},
             {"weights of documents", a.g},
             {"sums of features", a.feature_sums},
             {"a diagonal of the kernel", a.kernel_diagonal},
             {"scales of the graph", a.local_scales},
             {"kept documents", a.X.values},
             {"memberships of features", model.features.memberships},
             {"a core", model.features.core},
             {"masses of blocks", model.features.mass},
             {"a basis of the mixture", a.mixture.basis},
             {"an origin of the mixture", a.mixture.origin},
             {"linear terms of the mixture", a.mixture.linear},
             {"quadratic terms of the mixture", a.mixture.quadratic},
             {"biases of the mixture", a.mixture.bias}};
  for (const auto &one : all) check(one.name, one.values);
  if (!std::isfinite(a.lambda) || !std::isfinite(a.bandwidth) ||
      !std::isfinite(a.kernel.bandwidth) || !std::isfinite(a.kernel.offset))
    fail(Status::numerics, "the fit gave a strength or a bandwidth that is not finite");
}

void check_memberships(const double *V, Index count) {
  if (!std::all_of(V, V + count, [](double x) { return std::isfinite(x); }))
    fail(Status::numerics, "the membership of a new document is not finite");
}

}  // namespace manifact
