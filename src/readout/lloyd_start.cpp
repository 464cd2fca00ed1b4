// Initial centers of k-means: greedy k-means++, of many points on a sample.
#include <algorithm>
#include <cmath>
#include <vector>

#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Each center is drawn with probability proportional to the distance to the centers so far. Of a
// few draws the one with the smallest remaining sum of distances is taken (greedy k-means++).
template <class T>
void Lloyd<T>::start_plus_plus(Rng &rng, const Array<std::int32_t> *order) {
  forget_sums();
  const Index n = points_.size();
  const Index draws = k_ == 1 ? 1 : 2 + static_cast<Index>(std::log(static_cast<double>(k_)));
  Array<double> nearest(run_.memory, n), candidate(run_.memory, n), best(run_.memory, n);
  Dense<T> centers(run_.memory, points_.dimension(), draws), products(run_.memory, n, draws);
  // Of several processes, in their order: only the order of the documents matters.
  if (run_.divided()) order = nullptr;
  std::vector<Drawn> chosen(static_cast<std::size_t>(draws));
  for (Index i = 0; i < n; ++i) nearest[i] = labels_[i] < 0 ? 0 : mass(i);
  for (Index c = 0; c < k_; ++c) {
    run_.monitor.check();
    double mine = 0;
    for (Index i = 0; i < n; ++i) mine += nearest[order != nullptr ? (*order)[i] : i];
    for (Index d = 0; d < draws; ++d) {
      Drawn &point = chosen[static_cast<std::size_t>(d)];
      point = draw_point(nearest, mine, rng, order);
      copy_to_column(point, centers, d);
    }
    points_.products(centers, products, run_);
    double least = INFINITY;
    for (Index d = 0; d < draws; ++d) {
      const Drawn &point = chosen[static_cast<std::size_t>(d)];
      run_.pool.blocks(n, step, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          candidate[i] = labels_[i] < 0
                             ? 0
                             : mass(i) * distance_between(i, point.square,
                                                          static_cast<double>(products(i, d)));
          if (c > 0) candidate[i] = std::min(candidate[i], nearest[i]);
        }
      });
      double sum = 0;
      for (Index i = 0; i < n; ++i) sum += candidate[i];
      sum = run_.total(sum);
      if (!(sum < least)) continue;
      least = sum;
      best.swap(candidate);
      for (Index j = 0; j < C_.rows(); ++j) C_(j, c) = centers(j, d);
    }
    nearest.swap(best);
  }
  prepare_centers();
  assign();
}

// A point with probability proportional to its weight; any point if all weights are zero (fewer
// distinct points than centers).
template <class T>
typename Lloyd<T>::Drawn Lloyd<T>::draw_point(const Array<double> &weights, double mine, Rng &rng,
                                              const Array<std::int32_t> *order) const {
  Drawn drawn{-1, 0};
  run_.collective->draw_row(mine, weights.size(), rng, [&](double target, Rng &numbers) {
    drawn.i = draw_own(weights, target, numbers, order);
    drawn.square = squares_[drawn.i];
  });
  run_.sum(&drawn.square, 1);  // of one process, and zeros
  return drawn;
}

template <class T>
Index Lloyd<T>::draw_own(const Array<double> &weights, double target, Rng &rng,
                         const Array<std::int32_t> *order) const {
  const auto at = [order](Index i) { return order != nullptr ? Index{(*order)[i]} : i; };
  Index drawn = -1;
  for (Index i = 0; i < weights.size(); ++i) {
    if (!(weights[at(i)] > 0)) continue;
    drawn = at(i);
    if ((target -= weights[drawn]) < 0) break;
  }
  return drawn < 0 ? at(rng.below(weights.size())) : drawn;
}

// Copies the point on every process.
template <class T>
void Lloyd<T>::copy_to_column(const Drawn &point, Dense<T> &C, Index c) const {
  Dense<T> column(run_.memory, C.rows(), 1);
  if (point.i >= 0) points_.copy_to_column(point.i, column, 0);
  run_.sum(column.data(), column.size());
  for (Index j = 0; j < C.rows(); ++j) C(j, c) = column(j, 0);
}

namespace {

constexpr int rounds_of_lloyd = 100, rounds_of_sample = 30;

// The best of several starts, at most this many rounds each.
template <class T>
Clustering<T> best_of_starts(const Points<T> &points, Index k, Geometry geometry, bool skip_zeros,
                             Index starts, Rng &rng, ExecutionContext &run,
                             const Array<std::int32_t> *order, const Array<double> *masses,
                             int rounds) {
  Clustering<T> best;
  double least = INFINITY;
  for (Index s = 0; s < starts; ++s) {
    Lloyd<T> lloyd(points, k, geometry, skip_zeros, run, masses, true);
    lloyd.start_plus_plus(rng, order);
    for (int round = 0; round < rounds && lloyd.update(); ++round)
      run.monitor.report(s * rounds + round, starts * rounds);
    lloyd.settle();
    if (s > 0 && !(lloyd.objective() < least)) continue;
    least = lloyd.objective();
    best = {lloyd.labels().copy(), lloyd.centers().copy()};
  }
  return best;
}

// Numbers of `count` points, drawn without replacement, ascending along the order (Knuth 1969,
// algorithm S).
Array<std::int32_t> sample_of(Index n, Index count, const Array<std::int32_t> *order, Rng &rng,
                              ExecutionContext &run) {
  Array<std::int32_t> which(run.memory, count);
  Index taken = 0;
  for (Index i = 0; taken < count; ++i)
    if (rng.below(n - i) < count - taken)
      which[taken++] = order != nullptr ? (*order)[i] : static_cast<std::int32_t>(i);
  return which;
}

}  // namespace

// The points of which the start is computed: n, if a sample would be more than half of them.
Index points_of_start(Index n, Index k) noexcept {
  constexpr Index least = 20'000, of_cluster = 256;
  const Index sample = std::max(least, of_cluster * k);
  return n < 2 * sample ? n : sample;
}

template <class T>
void Lloyd<T>::start(Rng &rng, Index starts_of_sample, const Array<std::int32_t> *order) {
  const Index n = points_.size(), count = points_of_start(n, k_);
  if (run_.divided() || count == n) return start_plus_plus(rng, order);
  const Array<std::int32_t> which = sample_of(n, count, order, rng, run_);
  const auto sample = points_.some(which, run_);
  Array<double> masses(run_.memory, masses_ != nullptr ? count : 0);
  for (Index r = 0; r < masses.size(); ++r) masses[r] = mass(which[r]);
  start_centers(best_of_starts(*sample, k_, geometry_, skip_zeros_, starts_of_sample, rng, run_,
                               nullptr, masses.empty() ? nullptr : &masses, rounds_of_sample)
                    .centers);
}

template <class T>
Clustering<T> cluster_points(const Points<T> &points, Index k, Geometry geometry, bool skip_zeros,
                             Index starts, Rng rng, ExecutionContext &run,
                             const Array<std::int32_t> *order) {
  return best_of_starts(points, k, geometry, skip_zeros, starts, rng, run, order, nullptr,
                        rounds_of_lloyd);
}

template <class T>
Clustering<T> cluster_rows(const DataView<T> &X, Index k, Geometry geometry, Rng rng,
                           ExecutionContext &run, const Array<std::int32_t> *order) {
  return cluster_points<T>(*data_points<T>(X, run), k, geometry, true, 1, rng, run, order);
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template void Lloyd<T>::start_plus_plus(Rng &, const Array<std::int32_t> *);                   \
  template void Lloyd<T>::start(Rng &, Index, const Array<std::int32_t> *);                      \
  template Clustering<T> cluster_points<T>(const Points<T> &, Index, Geometry, bool, Index, Rng, \
                                           ExecutionContext &, const Array<std::int32_t> *);     \
  template Clustering<T> cluster_rows<T>(const DataView<T> &, Index, Geometry, Rng,              \
                                         ExecutionContext &, const Array<std::int32_t> *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
