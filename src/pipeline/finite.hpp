// Final check of a model before it leaves the fit.
#pragma once

#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Throws Error(numerics), naming what has a number that is not finite.
void check_finite(const Model &model);

// Likewise of what it gives new documents: no label is read from other values.
void check_memberships(const double *V, Index count);

}  // namespace manifact
