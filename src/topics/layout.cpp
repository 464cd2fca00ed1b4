// With y_i the position of document i and d = |y_i - y_j|^2 + 1, the objective is a sum over pairs
//
//   near   w_near sum d / (10 + d)         the 10 nearest neighbors of each document
//   mid    w_mid  sum d / (10000 + d)      the second nearest of six random documents, five times
//   far    w_far  sum 1 / (1 + d)          20 random documents that are not among its 15 neighbors
//
// With c = 10 and 10000, the derivative of each term by y_i is
//
//   near, mid   2 w c / (c + d)^2 (y_i - y_j)        far   -2 w / (1 + d)^2 (y_i - y_j)
//
// The weights change in three phases, so that the positions are first arranged on the whole and
// then in detail:
//
//   iterations   1 .. 100: near 2, mid 1000 falling to 3;  101 .. 200: near 3, mid 3;
//                201 .. 450: near 1, mid 0;  far 1 in all
//
// Every document moves by the gradient at the positions before the iteration, with the steps of
// Adam (Kingma, Ba 2015), and draws are functions of the number of the document: the result is the
// same for any number of threads.
#include "topics/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace manifact {
namespace {

constexpr Index near_most = 10, mid_count = 5, mid_drawn = 6, far_count = 20, draws_at_most = 50;
constexpr double near_scale = 10, mid_scale = 10000;
constexpr int iterations_of_layout = 450;
constexpr Index documents_of_task = 256;

// The mixing of SplitMix64: draw `number` of document i, in 0 .. bound - 1.
Index sampled(Index i, Index number, Index bound) noexcept {
  std::uint64_t x = (static_cast<std::uint64_t>(i) << 12 | static_cast<std::uint64_t>(number)) + 1;
  x *= 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  x ^= x >> 31;
  return static_cast<Index>((x >> 32) * static_cast<std::uint64_t>(bound) >> 32);
}

double similarity(const Dense<float> &Z, Index i, Index j) noexcept {
  const float *const a = Z.row(i), *const b = Z.row(j);
  float sum = 0;
  for (Index c = 0; c < Z.columns(); ++c) sum += a[c] * b[c];
  return static_cast<double>(sum);
}

// At most `width` partners that each document chose; -1: none.
struct Chosen {
  Chosen(ExecutionContext &run, Index documents, Index each)
      : n(documents), width(each), partner(run.memory, documents * each) {
    std::fill(partner.begin(), partner.end(), -1);
  }
  Index n, width;
  Array<std::int32_t> partner;
};

// The second most similar of six random documents.
std::int32_t mid_partner(const Dense<float> &Z, Index i, Index number) noexcept {
  double best = -2, second = -2;
  Index best_at = -1, second_at = -1;
  for (Index d = 0; d < mid_drawn; ++d) {
    const Index j = sampled(i, number * mid_drawn + d, Z.rows());
    if (j == i || j == best_at || j == second_at) continue;
    const double s = similarity(Z, i, j);
    if (s > best) {
      second = best;
      second_at = best_at;
      best = s;
      best_at = j;
    } else if (s > second) {
      second = s;
      second_at = j;
    }
  }
  return static_cast<std::int32_t>(second_at >= 0 ? second_at : best_at);
}

std::int32_t far_partner(const Neighbors &neighbors, Index i, Index number) noexcept {
  const std::int32_t *const first = neighbors.index.data() + i * neighbors.p;
  const std::int32_t *const last = first + neighbors.count[i];
  constexpr Index draws_of_mid = mid_count * mid_drawn;
  for (Index d = 0; d < draws_at_most; ++d) {
    const auto j = static_cast<std::int32_t>(
        sampled(i, draws_of_mid + number * draws_at_most + d, neighbors.n));
    if (j != i && std::find(first, last, j) == last) return j;
  }
  return -1;
}

Partners both_ways(const Chosen &chosen, ExecutionContext &run) {
  Partners lists;
  lists.begin = Array<Index>(run.memory, chosen.n + 1);
  const auto each = [&](const auto &visit) {
    for (Index i = 0; i < chosen.n; ++i)
      for (Index e = i * chosen.width; e < (i + 1) * chosen.width; ++e)
        if (chosen.partner[e] >= 0) visit(i, Index{chosen.partner[e]});
  };
  each([&](Index i, Index j) {
    ++lists.begin[i + 1];
    ++lists.begin[j + 1];
  });
  for (Index i = 0; i < chosen.n; ++i) lists.begin[i + 1] += lists.begin[i];
  lists.partner = Array<std::int32_t>(run.memory, lists.begin[chosen.n]);
  Array<Index> next = lists.begin.copy();
  each([&](Index i, Index j) {
    lists.partner[next[i]++] = static_cast<std::int32_t>(j);
    lists.partner[next[j]++] = static_cast<std::int32_t>(i);
  });
  return lists;
}

LayoutWeights weights_at(int iteration) noexcept {
  if (iteration < 100) {
    const double part = iteration / 100.0;
    return {.near = 2, .mid = (1 - part) * 1000 + part * 3, .far = 1};
  }
  if (iteration < 200) return {.near = 3, .mid = 3, .far = 1};
  return {.near = 1, .mid = 0, .far = 1};
}

// visit(square of the distance + 1, difference) for the partners of i.
template <class Visit>
void each_partner(const Partners &lists, const float *positions, Index i,
                  const Visit &visit) noexcept {
  const float x = positions[2 * i], y = positions[2 * i + 1];
  for (Index e = lists.begin[i]; e < lists.begin[i + 1]; ++e) {
    const float *const other = positions + 2 * Index{lists.partner[e]};
    const float dx = x - other[0], dy = y - other[1];
    visit(dx * dx + dy * dy + 1, dx, dy);
  }
}

struct FloatGradient {
  float x = 0, y = 0;
  void add(float factor, float dx, float dy) noexcept {
    x += factor * dx;
    y += factor * dy;
  }
};

FloatGradient gradient_of(const LayoutPairs &pairs, const LayoutWeights &weights,
                          const float *positions, Index i) noexcept {
  FloatGradient sum;
  const auto attract = [&](const Partners &lists, float weight, float c) {
    each_partner(lists, positions, i, [&](float d, float dx, float dy) {
      sum.add(2 * weight * c / ((c + d) * (c + d)), dx, dy);
    });
  };
  attract(pairs.near, static_cast<float>(weights.near), static_cast<float>(near_scale));
  if (weights.mid > 0)
    attract(pairs.mid, static_cast<float>(weights.mid), static_cast<float>(mid_scale));
  const auto far = static_cast<float>(weights.far);
  each_partner(pairs.far, positions, i, [&](float d, float dx, float dy) {
    sum.add(-2 * far / ((1 + d) * (1 + d)), dx, dy);
  });
  return sum;
}

// Adam: the steps are lr m / (sqrt(v) + eps), m and v the moving means of the gradient and of its
// square, without their bias.
struct Steps {
  explicit Steps(ExecutionContext &run, Index count)
      : mean(run.memory, count), square(run.memory, count) {}

  void begin(int iteration) noexcept {
    rate = static_cast<float>(std::sqrt(1 - std::pow(0.999, iteration + 1)) /
                              (1 - std::pow(0.9, iteration + 1)));
  }
  float of(Index e, float g) noexcept {
    mean[e] += 0.1F * (g - mean[e]);
    square[e] += 0.001F * (g * g - square[e]);
    return rate * mean[e] / (std::sqrt(square[e]) + 1e-7F);
  }

  Array<float> mean, square;
  float rate = 1;
};

}  // namespace

LayoutPairs layout_pairs(const Dense<float> &Z, const Neighbors &neighbors, ExecutionContext &run) {
  const Index n = Z.rows();
  Chosen near(run, n, std::min(near_most, neighbors.p)), mid(run, n, mid_count),
      far(run, n, far_count);
  run.pool.blocks(n, documents_of_task, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (Index r = 0; r < std::min<Index>(near.width, neighbors.count[i]); ++r)
        near.partner[i * near.width + r] = neighbors.index[i * neighbors.p + r];
      for (Index r = 0; r < mid_count; ++r) mid.partner[i * mid_count + r] = mid_partner(Z, i, r);
      for (Index r = 0; r < far_count; ++r)
        far.partner[i * far_count + r] = far_partner(neighbors, i, r);
    }
  });
  return {both_ways(near, run), both_ways(mid, run), both_ways(far, run)};
}

double layout_objective(const LayoutPairs &pairs, const LayoutWeights &weights,
                        const float *positions) {
  double sum = 0;
  // Each pair is listed twice.
  const auto add = [&](const Partners &lists, const auto &loss) {
    for (Index i = 0; i < lists.documents(); ++i)
      each_partner(lists, positions, i, [&](float d, float, float) { sum += loss(double{d}) / 2; });
  };
  add(pairs.near, [&](double d) { return weights.near * d / (near_scale + d); });
  add(pairs.mid, [&](double d) { return weights.mid * d / (mid_scale + d); });
  add(pairs.far, [&](double d) { return weights.far / (1 + d); });
  return sum;
}

LayoutGradient layout_gradient(const LayoutPairs &pairs, const LayoutWeights &weights,
                               const float *positions, Index i) noexcept {
  const FloatGradient sum = gradient_of(pairs, weights, positions, i);
  return {double{sum.x}, double{sum.y}};
}

void optimize_layout(const LayoutPairs &pairs, Array<float> &positions, ExecutionContext &run) {
  const Index n = pairs.near.documents();
  Array<float> next(run.memory, 2 * n);
  Steps steps(run, 2 * n);
  run.monitor.enter("map", iterations_of_layout);
  for (int iteration = 0; iteration < iterations_of_layout; ++iteration) {
    run.monitor.report(iteration, iterations_of_layout);
    const LayoutWeights weights = weights_at(iteration);
    steps.begin(iteration);
    run.pool.blocks(n, documents_of_task, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const FloatGradient g = gradient_of(pairs, weights, positions.data(), i);
        next[2 * i] = positions[2 * i] - steps.of(2 * i, g.x);
        next[2 * i + 1] = positions[2 * i + 1] - steps.of(2 * i + 1, g.y);
      }
    });
    std::swap(positions, next);
  }
}

namespace {

// The distances of one document to all others, itself last, and the nearest of them.
struct Ranking {
  std::vector<float> distances;
  std::vector<std::int32_t> nearest;

  explicit Ranking(Index n) : distances(static_cast<std::size_t>(n)), nearest(distances.size()) {}

  void sort(Index i, Index count) {
    distances[static_cast<std::size_t>(i)] = std::numeric_limits<float>::infinity();
    for (std::size_t j = 0; j < nearest.size(); ++j) nearest[j] = static_cast<std::int32_t>(j);
    std::nth_element(nearest.begin(), nearest.begin() + count, nearest.end(),
                     [&](std::int32_t a, std::int32_t b) { return is_before(a, b); });
  }
  bool is_before(std::int32_t a, std::int32_t b) const noexcept {
    const float of_a = distances[static_cast<std::size_t>(a)],
                of_b = distances[static_cast<std::size_t>(b)];
    return of_a < of_b || (of_a == of_b && a < b);
  }
  // The sum of rank - count over the nearest of `other` whose rank here is more than `count`.
  double excess(const Ranking &other, Index count) const {
    double sum = 0;
    for (Index r = 0; r < count; ++r) {
      const std::int32_t j = other.nearest[static_cast<std::size_t>(r)];
      Index rank = 1;
      for (std::size_t l = 0; l < distances.size(); ++l)
        rank += is_before(static_cast<std::int32_t>(l), j) ? 1 : 0;
      sum += static_cast<double>(std::max(Index{0}, rank - count));
    }
    return sum;
  }
};

}  // namespace

LayoutQuality layout_quality(const Dense<float> &Z, const Array<float> &positions, Index count,
                             Index most_sampled, ExecutionContext &run) {
  const Index n = Z.rows(), sampled = std::min(n, most_sampled);
  if (2 * count >= n) return {NAN, NAN};
  Array<double> untrue(run.memory, sampled), torn(run.memory, sampled);
  run.monitor.enter("quality of the map", sampled);
  const auto workers = static_cast<std::size_t>(run.pool.threads());
  std::vector<Ranking> highs(workers, Ranking(n)), lows(workers, Ranking(n));
  parallel_rows(run, run.pool.threads(), 0, sampled, 8, [&](Index t, Index begin, Index end) {
    Ranking &high = highs[static_cast<std::size_t>(t)], &low = lows[static_cast<std::size_t>(t)];
    for (Index s = begin; s < end; ++s) {
      const Index i = s * n / sampled;
      for (Index j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(j);
        high.distances[at] = static_cast<float>(-similarity(Z, i, j));
        const float dx = positions[2 * i] - positions[2 * j],
                    dy = positions[2 * i + 1] - positions[2 * j + 1];
        low.distances[at] = dx * dx + dy * dy;
      }
      high.sort(i, count);
      low.sort(i, count);
      untrue[s] = high.excess(low, count);
      torn[s] = low.excess(high, count);
    }
  });
  double trust = 0, continuity = 0;
  for (Index s = 0; s < sampled; ++s) {
    trust += untrue[s];
    continuity += torn[s];
  }
  const auto k = static_cast<double>(count), all = static_cast<double>(n);
  const double most = static_cast<double>(sampled) * k * (2 * all - 3 * k - 1) / 2;
  return {1 - trust / most, 1 - continuity / most};
}

}  // namespace manifact
