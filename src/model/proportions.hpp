// Memberships as cluster proportions.
#pragma once

#include "model/model.hpp"

namespace manifact {

// shares: n x k. Row i is w_c v_ic divided by its sum, w the column weights of arg max. With a
// k-means read-out the columns of V are concepts and a cluster is a point z_c in their space: row i
// is then max(0, v_i'z_c) / |z_c| divided by its sum. Rows of zeros stay.
void membership_proportions(const Model &model, double *shares);

}  // namespace manifact
