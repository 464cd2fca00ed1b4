#include "pipeline/finite.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"

namespace manifact {
namespace {

void check(const char *name, const Array<double> &values) {
  if (std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) return;
  fail(Status::numerics, "the fit gave %s with a number that is not finite", name);
}

}  // namespace

void check_finite(const Model &model) {
  const TrainingData &training = model.training;
  const struct {
    const char *name;
    const Array<double> &values;
  } all[] = {{"a history", model.history},
             {"memberships", model.V},
             {"associations", model.W},
             {"centroids", model.centroids},
             {"cosines", model.cosines},
             {"a basis", model.basis},
             {"weights of the read-out", model.readout.weights},
             {"centers of the read-out", model.readout.centers},
             {"a diagonal of the kernel", training.kernel_diagonal},
             {"scales of the graph", training.local_scales},
             {"kept documents", training.X.values},
             {"memberships of features", model.features.memberships},
             {"a core", model.features.core},
             {"masses of blocks", model.features.mass}};
  for (const auto &one : all) check(one.name, one.values);
  for (const PredictorPart &part : model.predictor->parts(model.k))
    check(part.meaning, *part.values);
  if (!std::isfinite(training.lambda) || !std::isfinite(training.bandwidth) ||
      !std::isfinite(training.kernel.bandwidth) || !std::isfinite(training.kernel.offset))
    fail(Status::numerics, "the fit gave a strength or a bandwidth that is not finite");
}

}  // namespace manifact
