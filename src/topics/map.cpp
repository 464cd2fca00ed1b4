// Classical multidimensional scaling of the centroids: with J = I - 11'/k and their cosines S, or
// for points S = -D / 2 of their squared distances D, relative to the largest, the
// two leading eigenvectors of J S J, scaled by the roots of their eigenvalues, give the best planar
// embedding of the distances. Then overlapping discs are pushed apart and the others are pulled to
// the center, so that near ones touch.
#include "topics/map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/proportions.hpp"
#include "topics/nearness.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

constexpr double golden_angle = 2.399963229728653;
constexpr double drawn =
    // of the distance given by the memberships; the full distance would pile up documents shared by
    // many clusters
    0.4;

// Points spread evenly over the unit disc for any count, the first in the center.
Point sunflower(std::size_t i, std::size_t count) {
  const double radius = std::sqrt((static_cast<double>(i) + 0.5) / static_cast<double>(count)),
               angle = static_cast<double>(i) * golden_angle;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

double length(const std::vector<double> &v) {
  return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

std::vector<double> centered(std::vector<double> S, std::size_t k) {
  std::vector<double> mean(k);
  for (std::size_t c = 0; c < k; ++c)
    mean[c] = std::accumulate(&S[c * k], &S[c * k] + k, 0.0) / static_cast<double>(k);
  const double all = std::accumulate(mean.begin(), mean.end(), 0.0) / static_cast<double>(k);
  for (std::size_t c = 0; c < k; ++c)
    for (std::size_t d = 0; d < k; ++d) S[c * k + d] += all - mean[c] - mean[d];
  return S;
}

// The leading eigenvector of a positive semidefinite matrix times the root of its eigenvalue, by
// power iteration; B is deflated by it. Full precision is not needed.
std::vector<double> take_axis(std::vector<double> &B, std::size_t k) {
  std::vector<double> v(k), product(k);
  for (std::size_t c = 0; c < k; ++c) v[c] = std::cos(golden_angle * static_cast<double>(c + 1));
  double eigenvalue = 0;
  for (int round = 0; round < 100; ++round) {
    for (std::size_t c = 0; c < k; ++c)
      product[c] = std::inner_product(v.begin(), v.end(), &B[c * k], 0.0);
    eigenvalue = length(product);
    if (!(eigenvalue > 1e-9)) return std::vector<double>(k);
    for (std::size_t c = 0; c < k; ++c) v[c] = product[c] / eigenvalue;
  }
  for (std::size_t c = 0; c < k; ++c)
    for (std::size_t d = 0; d < k; ++d) B[c * k + d] -= eigenvalue * v[c] * v[d];
  for (double &x : v) x *= std::sqrt(eigenvalue);
  return v;
}

// -D / 2 with D relative to the largest: that of opposite directions is 4.
std::vector<double> similarities_of(std::vector<double> squares) {
  const double most = *std::max_element(squares.begin(), squares.end());
  for (double &square : squares) square = most > 0 ? -2 * square / most : 0;
  return squares;
}

// One round: each disc moves a step to the center, then each overlapping pair is separated by the
// overlap.
void settle(std::vector<Disc> &discs, double gap, double pull) {
  for (Disc &disc : discs) {
    disc.x *= 1 - pull;
    disc.y *= 1 - 2 * pull;  // wider than tall, like screens
  }
  for (std::size_t c = 0; c < discs.size(); ++c)
    for (std::size_t d = 0; d < c; ++d) {
      Disc &a = discs[c], &b = discs[d];
      const double dx = a.x - b.x, dy = a.y - b.y, distance = std::hypot(dx, dy),
                   apart = a.radius + b.radius + gap;
      if (distance >= apart || !(distance > 0)) continue;
      const double share = b.radius / (a.radius + b.radius),
                   push = (apart - distance) / distance;  // the smaller disc moves more
      a.x += dx * push * share;
      a.y += dy * push * share;
      b.x -= dx * push * (1 - share);
      b.y -= dy * push * (1 - share);
    }
}

}  // namespace

// The mixing of SplitMix64.
double noise(std::uint64_t x) noexcept {
  x = (x + 1) * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  return static_cast<double>((x ^ (x >> 31)) >> 11) / 4503599627370496.0 - 1;
}

std::vector<Disc> place_clusters(const Model &model) {
  const auto k = static_cast<std::size_t>(model.k);
  const Array<Index> &sizes = model.sizes;
  std::vector<double> similarities(k * k);
  if (by_distance(model))
    similarities = similarities_of(centroid_distances(model));
  else
    cluster_similarities(model, similarities.data());
  std::vector<Disc> discs(k);
  const double documents =
      std::max(1.0, static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), Index{0})));
  std::vector<double> B = centered(similarities, k);
  const std::vector<double> x = take_axis(B, k), y = take_axis(B, k);
  for (std::size_t c = 0; c < k; ++c) {
    const Point apart =
        sunflower(c, k);  // equal clusters would coincide and could not be separated
    discs[c].x = x[c] + 0.01 * apart.x;
    discs[c].y = y[c] + 0.01 * apart.y;
    discs[c].radius =
        0.4 *
        std::sqrt(std::max(0.2, static_cast<double>(sizes[static_cast<Index>(c)])) / documents);
  }
  const int rounds = k <= 300 ? 400 : 60;  // k^2 / 2 pairs per round
  for (int round = 0; round < rounds; ++round)
    settle(discs, 0.03, round < rounds * 3 / 4 ? 0.02 : 0.0);
  return discs;
}

std::vector<Point> place_documents(const Model &model, const std::vector<Disc> &discs) {
  const auto n = static_cast<std::size_t>(model.n);
  const std::size_t k = discs.size();
  const std::int32_t *labels = model.labels.data();
  const Proportions proportions(model.readout, model.k);
  std::vector<double> row(k);
  std::vector<Point> points(n);
  std::vector<double> nearness(n);
  std::vector<std::vector<std::size_t>> members(k);
  for (std::size_t i = 0; i < n; ++i) {
    if (labels[i] < 0) continue;
    proportions.row(model.V.data() + i * k, row.data());
    members[static_cast<std::size_t>(labels[i])].push_back(i);
    nearness[i] = nearness_of(model, static_cast<Index>(i));
    double sum = 0;
    for (std::size_t c = 0; c < k; ++c) {
      const double weight = row[c] * row[c];
      sum += weight;
      points[i].x += weight * discs[c].x;
      points[i].y += weight * discs[c].y;
    }
    const Disc &own = discs[static_cast<std::size_t>(labels[i])];
    const Point mean = sum > 0 ? Point{points[i].x / sum, points[i].y / sum} : Point{own.x, own.y};
    points[i] = {own.x + drawn * (mean.x - own.x), own.y + drawn * (mean.y - own.y)};
  }
  for (std::size_t c = 0; c < k; ++c) {
    std::sort(members[c].begin(), members[c].end(), [&](std::size_t a, std::size_t b) {
      return nearness[a] > nearness[b] || (nearness[a] == nearness[b] && a < b);
    });
    for (std::size_t rank = 0; rank < members[c].size(); ++rank) {
      const std::size_t i = members[c][rank];
      const Point offset = sunflower(rank, members[c].size());
      // Relative to the spacing, so that the spirals are not conspicuous.
      const double blur = 0.6 / std::sqrt(static_cast<double>(members[c].size()));
      points[i].x += discs[c].radius * (offset.x + blur * noise(2 * i));
      points[i].y += discs[c].radius * (offset.y + blur * noise(2 * i + 1));
    }
  }
  return points;
}

}  // namespace manifact
