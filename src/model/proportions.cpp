#include "model/proportions.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// The matrix that rows of V are multiplied by, k x k row-major: column c belongs to cluster c.
std::vector<double> directions(const MembershipReadout &readout, Index k) {
  std::vector<double> D(static_cast<std::size_t>(k * k));
  const auto at = [&](Index d, Index c) -> double & {
    return D[static_cast<std::size_t>(d * k + c)];
  };
  const Array<double> &Z = readout.centers, &w = readout.weights;
  for (Index c = 0; c < k; ++c) {
    double square = 0;
    for (Index d = 0; d < k && !Z.empty(); ++d) square += Z[d * k + c] * Z[d * k + c];
    if (Z.empty()) at(c, c) = w.empty() ? 1 : w[c];
    for (Index d = 0; d < k && square > 0; ++d) at(d, c) = Z[d * k + c] / std::sqrt(square);
  }
  return D;
}

}  // namespace

Proportions::Proportions(const MembershipReadout &readout, Index k)
    : k_(k), plain_(readout.centers.empty()), directions_(directions(readout, k)) {}

void Proportions::row(const double *v, double *shares) const noexcept {
  for (Index c = 0; c < k_; ++c) {
    double along = plain_ ? v[c] * directions_[static_cast<std::size_t>(c * k_ + c)] : 0;
    for (Index d = 0; d < k_ && !plain_; ++d)
      along += v[d] * directions_[static_cast<std::size_t>(d * k_ + c)];
    shares[c] = std::max(0.0, along);
  }
  double most = 0, sum = 0;  // dividing by the largest first keeps tiny sums from underflowing
  for (Index c = 0; c < k_; ++c) most = std::max(most, shares[c]);
  for (Index c = 0; c < k_; ++c) sum += shares[c] /= most > 0 ? most : 1;
  for (Index c = 0; c < k_; ++c) shares[c] /= sum > 0 ? sum : 1;
}

void membership_proportions(const Model &model, Index first, Index count, double *shares) {
  const Proportions proportions(model.readout, model.k);
  for (Index i = 0; i < count; ++i)
    proportions.row(model.V.data() + (first + i) * model.k, shares + i * model.k);
}

double margin_of(const double *shares, Index k) noexcept {
  double best = 0, second = 0;
  for (Index c = 0; c < k; ++c) {
    second = std::max(second, std::min(best, shares[c]));
    best = std::max(best, shares[c]);
  }
  return best - second;
}

}  // namespace manifact
