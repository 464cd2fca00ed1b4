// New documents by the label of the nearest of some training rows, by Euclidean distance; equally
// near ones: the first. The rows are part of the rule.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

// rows: n x m; labels: n.
std::unique_ptr<Predictor> nearest_row(Array<double> rows, const Array<std::int32_t> &labels,
                                       const std::shared_ptr<Memory> &memory);
std::unique_ptr<Predictor> read_nearest_row(const FactReader &facts, const Model &model);

}  // namespace manifact
