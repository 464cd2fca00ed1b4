// New documents by non-negative least squares, solved exactly (normal_equations.hpp).
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predict/normal_equations.hpp"
#include "model/predictor.hpp"

namespace manifact {

std::unique_ptr<Predictor> least_squares(NormalEquations equations);
std::unique_ptr<Predictor> read_least_squares(const FactReader &facts, const Model &model);

}  // namespace manifact
