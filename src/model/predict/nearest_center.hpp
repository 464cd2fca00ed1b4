// New documents to the nearest column of the basis, a center: by Euclidean distance, or by angle.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

std::unique_ptr<Predictor> nearest_center();
std::unique_ptr<Predictor> read_nearest_center(const FactReader &facts, const Model &model);

}  // namespace manifact
