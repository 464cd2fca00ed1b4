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

// Four partial sums, added in this order.
typedef float Four __attribute__((vector_size(16)));
constexpr Index lanes = 4;
float sum_of(const Four &parts) noexcept { return (parts[0] + parts[1]) + (parts[2] + parts[3]); }

float similarity(const Dense<float> &Z, Index i, Index j) noexcept {
  const float *const a = Z.row(i), *const b = Z.row(j);
  const Index columns = Z.columns();
  Four first = {}, second = {};
  Index c = 0;
  for (; c + 2 * lanes <= columns; c += 2 * lanes) {
    first += Four{a[c], a[c + 1], a[c + 2], a[c + 3]} * Four{b[c], b[c + 1], b[c + 2], b[c + 3]};
    second +=
        Four{a[c + 4], a[c + 5], a[c + 6], a[c + 7]} * Four{b[c + 4], b[c + 5], b[c + 6], b[c + 7]};
  }
  float sum = sum_of(first) + sum_of(second);
  for (; c < columns; ++c) sum += a[c] * b[c];
  return sum;
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
  float best = -2, second = -2;
  Index best_at = -1, second_at = -1;
  for (Index d = 0; d < mid_drawn; ++d) {
    const Index j = sampled(i, number * mid_drawn + d, Z.rows());
    if (j == i || j == best_at || j == second_at) continue;
    const float s = similarity(Z, i, j);
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
};

// The sum of factor(d) (y_i - y_j) over the partners j of i, for four of them at once.
template <class Factor>
void add_pairs(const Partners &lists, const float *positions, Index i, const Factor &factor,
               FloatGradient &sum) noexcept {
  const float x = positions[2 * i], y = positions[2 * i + 1];
  Index e = lists.begin[i];
  const Index end = lists.begin[i + 1];
  Four xs = {}, ys = {};
  for (; e + lanes <= end; e += lanes) {
    const std::int32_t *const partner = lists.partner.data() + e;
    const float *const a = positions + 2 * Index{partner[0]},
                       *const b = positions + 2 * Index{partner[1]},
                       *const c = positions + 2 * Index{partner[2]},
                       *const d = positions + 2 * Index{partner[3]};
    const Four dx = x - Four{a[0], b[0], c[0], d[0]}, dy = y - Four{a[1], b[1], c[1], d[1]};
    const Four f = factor(dx * dx + dy * dy + 1);
    xs += f * dx;
    ys += f * dy;
  }
  sum.x += sum_of(xs);
  sum.y += sum_of(ys);
  for (; e < end; ++e) {
    const float *const other = positions + 2 * Index{lists.partner[e]};
    const float dx = x - other[0], dy = y - other[1], f = factor(dx * dx + dy * dy + 1);
    sum.x += f * dx;
    sum.y += f * dy;
  }
}

FloatGradient gradient_of(const LayoutPairs &pairs, const LayoutWeights &weights,
                          const float *positions, Index i) noexcept {
  FloatGradient sum;
  const auto attract = [&](const Partners &lists, float weight, float c) {
    const float times = 2 * weight * c;
    add_pairs(
        lists, positions, i, [=](auto d) { return times / ((c + d) * (c + d)); }, sum);
  };
  attract(pairs.near, static_cast<float>(weights.near), static_cast<float>(near_scale));
  if (weights.mid > 0)
    attract(pairs.mid, static_cast<float>(weights.mid), static_cast<float>(mid_scale));
  const float times = -2 * static_cast<float>(weights.far);
  add_pairs(
      pairs.far, positions, i, [=](auto d) { return times / ((1 + d) * (1 + d)); }, sum);
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

// The distances of one document to all others, itself last, and the nearest of them: by distance,
// then by number.
struct Ranking {
  std::vector<float> distances;
  std::vector<std::int32_t> nearest;  // the first `count`, ascending by number

  // count < n
  Ranking(Index n, Index count)
      : distances(static_cast<std::size_t>(n)), nearest(static_cast<std::size_t>(count)) {}

  void sort(Index i) noexcept {
    distances[static_cast<std::size_t>(i)] = std::numeric_limits<float>::infinity();
    const auto before = [&](std::int32_t a, std::int32_t b) { return is_before(a, b); };
    const auto n = static_cast<std::int32_t>(distances.size()),
               count = static_cast<std::int32_t>(nearest.size());
    for (std::int32_t j = 0; j < count; ++j) nearest[static_cast<std::size_t>(j)] = j;
    std::make_heap(nearest.begin(), nearest.end(), before);  // the last of them first
    for (std::int32_t j = count; j < n; ++j) {
      if (!is_before(j, nearest.front())) continue;
      std::pop_heap(nearest.begin(), nearest.end(), before);
      nearest.back() = j;
      std::push_heap(nearest.begin(), nearest.end(), before);
    }
    std::sort(nearest.begin(), nearest.end());
  }
  bool is_before(std::int32_t a, std::int32_t b) const noexcept {
    const float of_a = distances[static_cast<std::size_t>(a)],
                of_b = distances[static_cast<std::size_t>(b)];
    return of_a < of_b || (of_a == of_b && a < b);
  }
  // From 1.
  Index rank_of(std::int32_t j) const noexcept {
    const float *const all = distances.data();
    const float own = all[j];
    const auto n = static_cast<std::int32_t>(distances.size());
    std::int32_t before = 0;
    for (std::int32_t l = 0; l < j; ++l) before += all[l] <= own ? 1 : 0;
    for (std::int32_t l = j + 1; l < n; ++l) before += all[l] < own ? 1 : 0;
    return Index{before} + 1;
  }
  // The sum of rank - count over the nearest of `other` whose rank here is more than their number,
  // `count`.
  double excess(const Ranking &other) const {
    const Index count = std::ssize(nearest);
    double sum = 0;
    for (const std::int32_t j : other.nearest)
      if (!std::binary_search(nearest.begin(), nearest.end(), j))
        sum += static_cast<double>(rank_of(j) - count);
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
  std::vector<Ranking> highs(workers, Ranking(n, count)), lows(highs);
  parallel_rows(run, run.pool.threads(), 0, sampled, 8, [&](Index t, Index begin, Index end) {
    Ranking &high = highs[static_cast<std::size_t>(t)], &low = lows[static_cast<std::size_t>(t)];
    for (Index s = begin; s < end; ++s) {
      const Index i = s * n / sampled;
      for (Index j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(j);
        high.distances[at] = -similarity(Z, i, j);
        const float dx = positions[2 * i] - positions[2 * j],
                    dy = positions[2 * i + 1] - positions[2 * j + 1];
        low.distances[at] = dx * dx + dy * dy;
      }
      high.sort(i);
      low.sort(i);
      untrue[s] = high.excess(low);
      torn[s] = low.excess(high);
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
