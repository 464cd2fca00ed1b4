#include "graph/learned/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graph/symmetric.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/dense/simplex.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index learned_rows = 256;  // rows per task

// Points whose squares neither overflow nor underflow: multiplied by a power of two if necessary,
// which does not change the weights.
struct Measurable {
  Measurable(const PointView &Y, ExecutionContext &run) : points(Y) {
    double most = 0;
    for (Index i = 0; i < Y.rows(); ++i)
      for (Index c = 0; c < Y.columns(); ++c) most = std::fmax(most, std::fabs(Y(i, c)));
    if (most == 0 || (most < 0x1p300 && most > 0x1p-300)) return;
    const int exponent = exponent_to_one(most);
    own = Dense<double>(run.memory, Y.rows(), Y.columns());
    for (Index i = 0; i < Y.rows(); ++i)
      for (Index c = 0; c < Y.columns(); ++c) own(i, c) = std::ldexp(Y(i, c), exponent);
    points = PointView(own);
    square = std::ldexp(1.0, std::clamp(2 * exponent, -1000, 1000));
  }

  Dense<double> own;
  PointView points;
  double square = 1;  // of the power of two
};

double largest_square(const PointView &Y, const Array<double> &center) noexcept {
  double most = 0;
  for (Index i = 0; i < Y.rows(); ++i) {
    double sum = 0;
    for (Index c = 0; c < Y.columns(); ++c) sum += (Y(i, c) - center[c]) * (Y(i, c) - center[c]);
    most = std::fmax(most, sum);
  }
  return most;
}

// A common offset of all points does not affect their distances, except for rounding.
double none_among(const PointView &Y, ExecutionContext &run) {
  Array<double> center(run.memory, Y.columns());
  const double square = largest_square(Y, center);
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index c = 0; c < Y.columns(); ++c) center[c] += Y(i, c) / static_cast<double>(Y.rows());
  return no_distance(largest_square(Y, center), square);
}

Index neighbors_in_force(Index n, Index k) {
  if (n < 3)
    fail(Status::empty, "adaptive neighbors require at least 3 points, not %lld",
         static_cast<long long>(n));
  return std::min(k, n - 2);
}

}  // namespace

double AdaptiveNeighbors::mean_gamma() const noexcept {
  double sum = 0;
  for (const double g : gamma) sum += g;
  return sum / static_cast<double>(gamma.size());
}

Index simplex_row(NearPoint *near, Index q, bool all, double gamma, bool itself) noexcept {
  const double nearest = itself ? 0 : near[0].distance;
  const auto u = [&](Index j) {
    return near[j].distance == nearest ? 0 : (nearest - near[j].distance) / (2 * gamma);
  };
  const double theta =
      itself ? simplex_threshold(q + 1, [&](Index j) { return j == 0 ? 0 : u(j - 1); })
             : simplex_threshold(q, u);
  if (!all && u(q - 1) > theta) return -1;
  Index count = 0;
  while (count < q && u(count) > theta) ++count;
  for (Index j = count - 1; j >= 0; --j)
    near[j].distance = u(j) - theta;  // j = 0, used by the others, last
  return count;
}

double no_distance(double about_mean, double square) noexcept {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  return std::fmax(1e-14 * about_mean, rounding * rounding * square);
}

double adaptive_row(const NearPoint *near, Index k, double none, double *weights) noexcept {
  const double last = near[k].distance;
  double sum = 0;
  for (Index h = 0; h < k; ++h) sum += near[h].distance;
  const double whole = static_cast<double>(k) * last, twice_gamma = whole - sum;
  const bool vanished = !(twice_gamma > 1e-12 * whole) || last <= none;
  for (Index h = 0; h < k; ++h)
    weights[h] = vanished ? 1 / static_cast<double>(k) : (last - near[h].distance) / twice_gamma;
  return vanished ? 0 : twice_gamma / 2;
}

AdaptiveNeighbors adaptive_neighbors(const PointView &points, Index k, ExecutionContext &run,
                                     const AdaptiveNeighbors *before) {
  const Measurable measurable(points, run);
  const PointView &Y = measurable.points;
  const Index n = Y.rows(), in_force = neighbors_in_force(n, k), q = in_force + 1;
  AdaptiveNeighbors result{
      .A = {}, .gamma = Array<double>(run.memory, n), .k = in_force, .alike = 0, .nearest = {}};
  const double none = none_among(Y, run);
  const bool known = before != nullptr && before->nearest.size() == n * q;
  Array<NearPoint> near = nearest_points(Y, q, run, known ? before->nearest.data() : nullptr);
  result.nearest = Array<std::int32_t>(run.memory, n * q);
  Array<double> weights(run.memory, n * in_force);
  Array<NearPoint *> rows(run.memory, n);
  Array<Index> count(run.memory, n);
  run.pool.blocks(n, learned_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      rows[i] = near.data() + i * q;
      double *const weight = weights.data() + i * in_force;
      result.gamma[i] = adaptive_row(rows[i], in_force, none, weight) / measurable.square;
      for (Index h = 0; h < q; ++h) result.nearest[i * q + h] = rows[i][h].index;
      for (Index h = 0; h < in_force; ++h)
        if (weight[h] > 0) rows[i][count[i]++] = {weight[h], rows[i][h].index};
    }
  });
  for (const double gamma : result.gamma) result.alike += gamma > 0 ? 0 : 1;
  result.A = packed_rows(rows, count, run);
  return result;
}

AdaptiveNeighbors adaptive_neighbors(const PointView &points, Index k, double gamma, Index budget,
                                     ExecutionContext &run, bool itself) {
  const Measurable measurable(points, run);
  const PointView &Y = measurable.points;
  const Index n = Y.rows();
  AdaptiveNeighbors result{.A = {},
                           .gamma = Array<double>(run.memory, n),
                           .k = neighbors_in_force(n, k),
                           .alike = 0,
                           .nearest = {}};
  for (double &g : result.gamma) g = gamma;
  const Index first = std::min(std::max(4 * result.k, result.k + 1), n - 1);
  const std::unique_ptr<PointSearch> search = point_search(Y, first, run);
  std::vector<Array<NearPoint>> rounds;  // keeps the data that `rows` points to alive
  Array<NearPoint *> rows(run.memory, n);
  Array<Index> count(run.memory, n);
  Array<std::int32_t> open(run.memory, n);
  Index n_open = n;
  double bytes = 0;  // of all rounds
  for (Index i = 0; i < n; ++i) open[i] = static_cast<std::int32_t>(i);
  for (Index q = first; n_open > 0; q = std::min(2 * q, n - 1)) {
    bytes += static_cast<double>(n_open) * static_cast<double>(q) * sizeof(NearPoint);
    if (bytes > static_cast<double>(budget))
      fail(Status::budget,
           "gamma = %g: lists of %lld neighbors of %lld points%s need %.0f bytes, more than "
           "the limit of %lld: choose a smaller gamma, or gamma by row",
           gamma, static_cast<long long>(q), static_cast<long long>(n_open),
           n_open < n ? ", including those of the others," : "", bytes,
           static_cast<long long>(budget));
    rounds.emplace_back(run.memory, n_open * q);
    NearPoint *const near = rounds.back().data();
    search->nearest(n_open == n ? nullptr : open.data(), n_open, q, near, run);
    run.pool.blocks(n_open, learned_rows, [&](Index begin, Index end) {
      for (Index r = begin; r < end; ++r) {
        rows[open[r]] = near + r * q;
        count[open[r]] =
            simplex_row(near + r * q, q, q == n - 1, gamma * measurable.square, itself);
      }
    });
    n_open = std::remove_if(open.data(), open.data() + n_open,
                            [&](std::int32_t i) { return count[i] >= 0; }) -
             open.data();
  }
  result.A = packed_rows(rows, count, run);
  return result;
}

Graph symmetrized(const Csr<double> &A, ExecutionContext &run) {
  return symmetric_graph(A, Joining::mean, run);
}

}  // namespace manifact
