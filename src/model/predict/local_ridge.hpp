// New documents by local prediction (CLGR paper, section 2.2): alpha' V_N, where V_N are the
// memberships of the p nearest training documents N and alpha is the ridge regression of the new
// document on them. A document without neighbors gets label -1 and zeros.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

std::unique_ptr<Predictor> local_ridge(double ridge);
std::unique_ptr<Predictor> read_local_ridge(const FactReader &facts, const Model &model);

}  // namespace manifact
