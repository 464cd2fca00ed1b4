// Initial centers of k-means: greedy k-means++.
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
  std::vector<Drawn> chosen(static_cast<std::size_t>(draws));
  for (Index i = 0; i < n; ++i) nearest[i] = labels_[i] < 0 ? 0 : mass(i);
  for (Index c = 0; c < k_; ++c) {
    run_.monitor.check();
    for (Index d = 0; d < draws; ++d) {
      Drawn &point = chosen[static_cast<std::size_t>(d)];
      point = draw_point(nearest, rng, order);
      copy_to_column(point, centers, d);
    }
    points_.products(centers, products, run_);
    double least = INFINITY;
    for (Index d = 0; d < draws; ++d) {
      const Drawn &point = chosen[static_cast<std::size_t>(d)];
      double sum = 0;
      for (Index i = 0; i < n; ++i) {
        candidate[i] =
            labels_[i] < 0
                ? 0
                : mass(i) * distance_between(i, point.square, static_cast<double>(products(i, d)));
        if (c > 0) candidate[i] = std::min(candidate[i], nearest[i]);
        sum += candidate[i];
      }
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
typename Lloyd<T>::Drawn Lloyd<T>::draw_point(const Array<double> &weights, Rng &rng,
                                              const Array<std::int32_t> *order) const {
  // Of several processes, in their order: only the order of the documents matters.
  if (run_.divided()) order = nullptr;
  double mine = 0;
  for (Index i = 0; i < weights.size(); ++i) mine += weights[order != nullptr ? (*order)[i] : i];
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

// Rounding must not give duplicates of a point a positive distance.
template <class T>
double Lloyd<T>::distance_between(Index i, double square, double product) const {
  if (geometry_ == Geometry::euclidean) {
    const double distance = squares_[i] - 2 * product + square;
    return distance > rounding * (squares_[i] + square) ? distance : 0;
  }
  const double lengths = std::sqrt(squares_[i]) * std::sqrt(square);
  const double distance = lengths > 0 ? 1 - product / lengths : 1;
  return distance > rounding ? distance : 0;
}

#define MANIFACT_INSTANTIATE(T) \
  template void Lloyd<T>::start_plus_plus(Rng &, const Array<std::int32_t> *);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
