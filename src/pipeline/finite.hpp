// Final check of a model before it leaves the fit.
#pragma once

#include "model/model.hpp"

namespace manifact {

// Throws Error(numerics) with the name of the first part that has a value that is not finite.
void check_finite(const Model &model);

}  // namespace manifact
