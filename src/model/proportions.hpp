// Memberships as cluster proportions.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace manifact {

// Row i of the proportions is w_c v_ic divided by its sum, w the column weights of arg max. With a
// k-means read-out the columns of V are concepts and a cluster is a point z_c in their space: row i
// is then max(0, v_i'z_c) / |z_c| divided by its sum. Rows of zeros stay.
class Proportions {
 public:
  Proportions(const MembershipReadout &readout, Index k);

  // Row i is max(0, sum_d direction(d, c) v_id), divided by its sum.
  double direction(Index d, Index c) const noexcept {
    return directions_[static_cast<std::size_t>(d * k_ + c)];
  }

  // v and shares: k numbers each.
  void row(const double *v, double *shares) const noexcept;

 private:
  Index k_;
  bool plain_;
  std::vector<double> directions_;  // k x k: column c belongs to cluster c
};

// shares: count x k, of the training documents first .. first + count - 1.
void membership_proportions(const Model &model, Index first, Index count, double *shares);

// The largest proportion of a row less the second largest; with one cluster, the proportion.
double margin_of(const double *shares, Index k) noexcept;

}  // namespace manifact
