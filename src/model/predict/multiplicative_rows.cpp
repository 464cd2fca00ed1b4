#include "model/predict/multiplicative_rows.hpp"

#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double still = 1e-10;  // largest change of v', relative to its largest entry

double dot(const double *a, const double *b, Index k) noexcept {
  double sum = 0;
  for (Index c = 0; c < k; ++c) sum += a[c] * b[c];
  return sum;
}

double ratio(double numerator, double denominator) noexcept {
  return denominator > 0 ? numerator / denominator : 0;
}

}  // namespace

void place_row(const MultiplicativeRow &row, int updates, double *w, double *v,
               double *scratch) noexcept {
  const Index k = row.k;
  double *const sums = scratch, *const next = scratch + k;
  for (int t = 0; t < updates; ++t) {
    for (Index c = 0; c < k; ++c) sums[c] = row.u[c] + row.own * w[c];
    const double along = dot(sums, v, k);
    for (Index c = 0; c < k; ++c)
      next[c] = w[c] * ratio(row.z[c] + row.own * v[c], dot(sums, row.G + c * k, k) + along * v[c]);
    for (Index c = 0; c < k; ++c) w[c] = next[c];

    const double vu = dot(v, row.u, k), vw = dot(v, w, k);
    double most = 0, change = 0;
    for (Index c = 0; c < k; ++c) {
      const double denominator = dot(v, row.M + c * k, k) + vu * w[c] +
                                 vw * (row.u[c] + row.own * w[c]) + row.edges * v[c];
      next[c] = v[c] * ratio(row.b[c] + row.own * w[c], denominator);
    }
    for (Index c = 0; c < k; ++c) {
      most = std::fmax(most, next[c]);
      change = std::fmax(change, std::fabs(next[c] - v[c]));
      v[c] = next[c];
    }
    if (change <= still * most) return;
  }
}

}  // namespace manifact
