#include "linalg/lasso.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace manifact {

Lasso::Lasso(std::int64_t most, bool affine, const std::shared_ptr<Memory> &memory)
    : most_(most), affine_(affine), G_(memory, most * most), b_(memory, most), weight_(memory, most), c_(memory, most), gradient_(memory, most) {}

void Lasso::add(const double *products, double b, double weight) noexcept {
  const std::int64_t a = count_++;
  b_[a] = b;
  weight_[a] = weight;
  c_[a] = 0;
  double slope = -b;
  for (std::int64_t l = 0; l <= a; ++l) {
    G_[a * most_ + l] = G_[l * most_ + a] = products[l];
    slope += products[l] * c_[l];
  }
  gradient_[a] = slope;
  if (affine_ && a == 0) move(0, 1);
}

void Lasso::move(std::int64_t a, double by) noexcept {
  c_[a] += by;
  const double *const row = G_.data() + a * most_;
  for (std::int64_t l = 0; l < count_; ++l) gradient_[l] += by * row[l];
}

// What a step gains is about its slope's square over its curvature.
Lasso::Way Lasso::best_single(double tolerance) const noexcept {
  Way best{-1, -1};
  double most = 0;
  for (std::int64_t a = 0; a < count_; ++a) {
    const double up = -rising(a), down = falling(a), slope = std::fmax(up, down);
    if (!(slope > tolerance)) continue;
    const double gain = slope * slope / std::fmax(G_[a * most_ + a], std::numeric_limits<double>::min());
    if (!(gain > most)) continue;
    most = gain;
    best = up > down ? Way{a, -1} : Way{-1, a};
  }
  return best;
}

// The variable that gains most by rising, and the one to fall that goes best with it.
Lasso::Way Lasso::best_pair(double tolerance) noexcept {
  std::int64_t up = 0;
  double least = INFINITY, highest = -INFINITY;
  for (std::int64_t a = 0; a < count_; ++a) {
    if (const double slope = rising(a); slope < least) least = slope, up = a;
    highest = std::fmax(highest, falling(a));
  }
  multiplier_ = (least + highest) / 2;
  Way best{-1, -1};
  double most = 0;
  for (std::int64_t a = 0; a < count_; ++a) {
    const double slope = falling(a) - least;
    if (a == up || !(slope > tolerance)) continue;
    const double curvature = G_[up * most_ + up] + G_[a * most_ + a] - 2 * G_[up * most_ + a];
    const double gain = slope * slope / std::fmax(curvature, 1e-12 * (G_[up * most_ + up] + G_[a * most_ + a]) + std::numeric_limits<double>::min());
    if (gain > most) most = gain, best = {up, a};
  }
  return best;
}

// To the least along the way, over the places where a variable passes 0 and the slope jumps.
void Lasso::step(Way way) noexcept {
  const auto [up, down] = way;
  double slope = (up >= 0 ? rising(up) : 0) - (down >= 0 ? falling(down) : 0);
  double curvature = (up >= 0 ? G_[up * most_ + up] : 0) + (down >= 0 ? G_[down * most_ + down] : 0);
  if (up >= 0 && down >= 0) curvature -= 2 * G_[up * most_ + down];
  struct Jump {
    double at, by;
  };
  Jump first{up >= 0 && c_[up] < 0 ? -c_[up] : INFINITY, up >= 0 ? 2 * weight_[up] : 0};
  Jump second{down >= 0 && c_[down] > 0 ? c_[down] : INFINITY, down >= 0 ? 2 * weight_[down] : 0};
  const double up_zero = first.at, down_zero = second.at;
  if (second.at < first.at) std::swap(first, second);
  double at = 0;
  for (const Jump &jump : {first, second}) {
    const double least = curvature > 0 ? at - slope / curvature : INFINITY;
    if (least <= jump.at) {
      at = least;
      slope = 0;
      break;
    }
    slope += curvature * (jump.at - at) + jump.by;
    at = jump.at;
    if (slope >= 0) break;
  }
  if (slope < 0 && curvature > 0) at -= slope / curvature;
  if (!std::isfinite(at)) return;
  if (up >= 0) move(up, at);
  if (down >= 0) move(down, -at);
  if (at == up_zero) c_[up] = 0;  // exactly, whatever was rounded
  if (at == down_zero) c_[down] = 0;
}

bool Lasso::solve(double tolerance, std::int64_t steps) noexcept {
  for (std::int64_t s = 0; s < steps; ++s) {
    const Way way = affine_ ? best_pair(tolerance) : best_single(tolerance);
    if (way.up < 0 && way.down < 0) return true;
    step(way);
  }
  return false;
}

double Lasso::objective() const noexcept {
  double sum = 0;
  for (std::int64_t a = 0; a < count_; ++a) sum += weight_[a] * std::fabs(c_[a]) + c_[a] * (gradient_[a] - b_[a]) / 2;
  return sum;
}

}  // namespace manifact
