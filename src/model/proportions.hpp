// Memberships as proportions of the clusters.
#pragma once

#include "model/model.hpp"

namespace manifact {

// shares: n x k. Row i is w_c v_ic, w the column weights of arg max, over its sum. With a k-means
// read-out columns of V are concepts and a cluster is a point z_c among them: there
// max(0, v_i'z_c) / |z_c| over its sum. Rows of zeros stay.
void membership_proportions(const Model &model, double *shares);

}  // namespace manifact
