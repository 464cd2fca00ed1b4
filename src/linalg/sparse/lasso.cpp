#include "linalg/sparse/lasso.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/dense/small_systems.hpp"
#include "runtime/index.hpp"

namespace manifact {

Lasso::Lasso(Index most, bool affine, const std::shared_ptr<Memory> &memory)
    : most_(most),
      affine_(affine),
      G_(memory, most * most),
      b_(memory, most),
      weight_(memory, most),
      c_(memory, most),
      gradient_(memory, most),
      face_(memory, most * most),
      along_(memory, most),
      ones_(memory, most),
      used_(memory, most) {}

void Lasso::add(const double *products, double b, double weight) noexcept {
  const Index a = count_++;
  b_[a] = b;
  weight_[a] = weight;
  c_[a] = 0;
  double slope = -b;
  for (Index l = 0; l <= a; ++l) {
    G_[a * most_ + l] = G_[l * most_ + a] = products[l];
    slope += products[l] * c_[l];
  }
  gradient_[a] = slope;
  if (affine_ && a == 0) move(0, 1);
}

void Lasso::move(Index a, double by) noexcept {
  c_[a] += by;
  const double *const row = G_.data() + a * most_;
  for (Index l = 0; l < count_; ++l) gradient_[l] += by * row[l];
}

// The gain of a step is approximately the square of its slope over its curvature.
Lasso::Way Lasso::best_single(double tolerance) const noexcept {
  Way best{.up = -1, .down = -1};
  double most = 0;
  for (Index a = 0; a < count_; ++a) {
    const double up = -rising(a), down = falling(a), slope = std::fmax(up, down);
    if (!(slope > tolerance)) continue;
    const double gain =
        slope * slope / std::fmax(G_[a * most_ + a], std::numeric_limits<double>::min());
    if (!(gain > most)) continue;
    most = gain;
    best = up > down ? Way{.up = a, .down = -1} : Way{.up = -1, .down = a};
  }
  return best;
}

// The variable with the largest gain when increased, and the best one to decrease with it.
Lasso::Way Lasso::best_pair(double tolerance) noexcept {
  Index up = 0;
  double least = INFINITY, highest = -INFINITY;
  for (Index a = 0; a < count_; ++a) {
    if (const double slope = rising(a); slope < least) least = slope, up = a;
    highest = std::fmax(highest, falling(a));
  }
  multiplier_ = (least + highest) / 2;
  Way best{.up = -1, .down = -1};
  double most = 0;
  for (Index a = 0; a < count_; ++a) {
    const double slope = falling(a) - least;
    if (a == up || !(slope > tolerance)) continue;
    const double curvature = G_[up * most_ + up] + G_[a * most_ + a] - 2 * G_[up * most_ + a];
    const double gain = slope * slope /
                        std::fmax(curvature, 1e-12 * (G_[up * most_ + up] + G_[a * most_ + a]) +
                                                 std::numeric_limits<double>::min());
    if (gain > most) most = gain, best = {.up = up, .down = a};
  }
  return best;
}

// Exact line search, over the breakpoints where a variable passes 0 and the slope jumps.
void Lasso::step(Way way) noexcept {
  const auto [up, down] = way;
  double slope = (up >= 0 ? rising(up) : 0) - (down >= 0 ? falling(down) : 0);
  double curvature =
      (up >= 0 ? G_[up * most_ + up] : 0) + (down >= 0 ? G_[down * most_ + down] : 0);
  if (up >= 0 && down >= 0) curvature -= 2 * G_[up * most_ + down];
  struct Jump {
    double at, by;
  };
  Jump first{.at = up >= 0 && c_[up] < 0 ? -c_[up] : INFINITY, .by = up >= 0 ? 2 * weight_[up] : 0};
  Jump second{.at = down >= 0 && c_[down] > 0 ? c_[down] : INFINITY,
              .by = down >= 0 ? 2 * weight_[down] : 0};
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
  if (at == up_zero) c_[up] = 0;  // exactly, regardless of rounding
  if (at == down_zero) c_[down] = 0;
}

// While the signs of the variables in use are fixed, the objective is quadratic: moves to its
// minimum, or to the point where the first variable becomes 0. True if the minimum was reached.
bool Lasso::face_step() noexcept {
  Index n = 0;
  for (Index a = 0; a < count_; ++a)
    if (c_[a] != 0) used_[n++] = static_cast<std::int32_t>(a);
  double largest = 0;
  for (Index x = 0; x < n; ++x) largest = std::fmax(largest, G_[used_[x] * most_ + used_[x]]);
  for (Index x = 0; x < n; ++x) {
    const Index a = used_[x];
    for (Index y = 0; y <= x; ++y) face_[x * n + y] = G_[a * most_ + used_[y]];
    face_[x * n + x] += 1e-12 * largest;  // still a direction of descent if G is singular
    along_[x] = -(gradient_[a] + (c_[a] > 0 ? weight_[a] : -weight_[a]));
    ones_[x] = 1;
  }
  if (n == 0 || !cholesky_factor(face_.data(), n)) return false;
  cholesky_solve(face_.data(), n, along_.data());
  if (affine_) {
    cholesky_solve(face_.data(), n, ones_.data());
    double sum = 0, of_ones = 0;
    for (Index x = 0; x < n; ++x) sum += along_[x], of_ones += ones_[x];
    double rest = 0;
    Index longest = 0;
    for (Index x = 0; x < n; ++x) {
      rest += along_[x] -= sum / of_ones * ones_[x];
      if (std::fabs(along_[x]) > std::fabs(along_[longest])) longest = x;
    }
    along_[longest] -= rest;  // rounding error, which would accumulate in the sum
  }
  double slope = 0, curvature = 0, first = INFINITY;
  Index crossing = -1;
  for (Index x = 0; x < n; ++x) {
    const Index a = used_[x];
    double product = 0;
    for (Index y = 0; y < n; ++y) product += G_[a * most_ + used_[y]] * along_[y];
    curvature += along_[x] * product;
    slope += along_[x] * (gradient_[a] + (c_[a] > 0 ? weight_[a] : -weight_[a]));
    if (c_[a] * along_[x] < 0 && -c_[a] / along_[x] < first)
      first = -c_[a] / along_[x], crossing = a;
  }
  const double least = curvature > 0 ? -slope / curvature : INFINITY, by = std::fmin(least, first);
  if (!(slope < 0) || !std::isfinite(by)) return false;
  for (Index x = 0; x < n; ++x) move(used_[x], by * along_[x]);
  if (first <= least) c_[crossing] = 0;
  return first <= least;
}

bool Lasso::solve(double tolerance, Index steps) noexcept {
  Index until_face = 16;
  for (Index s = 0; s < steps; ++s) {
    const Way way = affine_ ? best_pair(tolerance) : best_single(tolerance);
    if (way.up < 0 && way.down < 0) return true;
    step(way);
    if (--until_face > 0) continue;
    constexpr int most_crossings = 16;
    for (int crossings = 0; crossings < most_crossings && face_step(); ++crossings) {
    }
    const Index n = std::count_if(c_.data(), c_.data() + count_, [](double c) { return c != 0; });
    until_face = 16 + n * n * n / (6 * std::max<Index>(1, count_));  // costs as much as these steps
  }
  return false;
}

double Lasso::objective() const noexcept {
  double sum = 0;
  for (Index a = 0; a < count_; ++a)
    sum += weight_[a] * std::fabs(c_[a]) + c_[a] * (gradient_[a] - b_[a]) / 2;
  return sum;
}

}  // namespace manifact
