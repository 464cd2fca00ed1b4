#include "pipeline/finite.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"

namespace manifact {
namespace {

void check(const char *name, const Array<double> &values) {
  if (std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); })) return;
  fail(Status::numerics, "the result is not finite: %s", name);
}

}  // namespace

void check_finite(const Model &model) {
  const TrainingData &training = model.training;
  const struct {
    const char *name;
    const Array<double> &values;
  } all[] = {{"history", model.history},
             {"memberships", model.V},
             {"associations", model.W},
             {"centroids", model.centroids},
             {"cosines", model.cosines},
             {"basis", model.basis},
             {"read-out weights", model.readout.weights},
             {"read-out centers", model.readout.centers},
             {"kernel diagonal", training.kernel_diagonal},
             {"graph scales", training.local_scales},
             {"stored documents", training.X.sparse.values},
             {"feature memberships", model.features.memberships},
             {"core", model.features.core},
             {"block masses", model.features.mass},
             {"centroids of the texts", model.texts.centroids},
             {"concepts of the texts", model.texts.concepts}};
  for (const auto &one : all) check(one.name, one.values);
  if (model.predictor)  // an edited model has none of its own
    for (const PredictorPart &part : model.predictor->parts(model.k))
      check(part.meaning, *part.values);
  if (!std::isfinite(training.lambda) || !std::isfinite(training.bandwidth) ||
      !std::isfinite(training.kernel.bandwidth) || !std::isfinite(training.kernel.offset))
    fail(Status::numerics, "the result is not finite: regularization strength or kernel parameter");
}

}  // namespace manifact
