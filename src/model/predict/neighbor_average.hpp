// New documents by the weighted mean row of V of their neighbors; a row of zeros without neighbors.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

std::unique_ptr<Predictor> neighbor_average();
std::unique_ptr<Predictor> read_neighbor_average(const FactReader &facts, const Model &model);

}  // namespace manifact
