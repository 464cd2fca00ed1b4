// New documents by the nearest center, a column of the basis: by Euclidean distance or by angle.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

std::unique_ptr<Predictor> nearest_center();
std::unique_ptr<Predictor> read_nearest_center(const FactReader &facts, const Model &model);

}  // namespace manifact
