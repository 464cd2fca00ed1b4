#include "model/proportions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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

void membership_proportions(const Model &model, double *shares) {
  const Index k = model.k;
  const bool plain = model.readout.centers.empty();
  const std::vector<double> D = directions(model.readout, k);
  for (Index i = 0; i < model.n; ++i) {
    const double *const v = model.V.data() + i * k;
    double *const row = shares + i * k;
    for (Index c = 0; c < k; ++c) {
      double along = plain ? v[c] * D[static_cast<std::size_t>(c * k + c)] : 0;
      for (Index d = 0; d < k && !plain; ++d)
        along += v[d] * D[static_cast<std::size_t>(d * k + c)];
      row[c] = std::max(0.0, along);
    }
    double most = 0, sum = 0;  // dividing by the largest first keeps tiny sums from underflowing
    for (Index c = 0; c < k; ++c) most = std::max(most, row[c]);
    for (Index c = 0; c < k; ++c) sum += row[c] /= most > 0 ? most : 1;
    for (Index c = 0; c < k; ++c) row[c] /= sum > 0 ? sum : 1;
  }
}

}  // namespace manifact
