// New documents by the mean row of V of their neighbors, by the weights of their edges; a row of
// zeros without any.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

std::unique_ptr<Predictor> neighbor_average();
std::unique_ptr<Predictor> read_neighbor_average(const FactReader &facts, const Model &model);

}  // namespace manifact
