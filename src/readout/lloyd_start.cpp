// Initial centers of k-means: greedy k-means++.
#include <algorithm>
#include <cmath>

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
  Array<Index> chosen(run_.memory, draws);
  for (Index i = 0; i < n; ++i) nearest[i] = labels_[i] < 0 ? 0 : mass(i);
  for (Index c = 0; c < k_; ++c) {
    run_.monitor.check();
    for (Index d = 0; d < draws; ++d) {
      chosen[d] = draw_point(nearest, rng, order);
      points_.copy_to_column(chosen[d], centers, d);
    }
    points_.products(centers, products, run_);
    double least = INFINITY;
    for (Index d = 0; d < draws; ++d) {
      double sum = 0;
      for (Index i = 0; i < n; ++i) {
        candidate[i] =
            labels_[i] < 0
                ? 0
                : mass(i) * distance_between(i, chosen[d], static_cast<double>(products(i, d)));
        if (c > 0) candidate[i] = std::min(candidate[i], nearest[i]);
        sum += candidate[i];
      }
      if (!(sum < least)) continue;
      least = sum;
      best.swap(candidate);
      points_.copy_to_column(chosen[d], C_, c);
    }
    nearest.swap(best);
  }
  prepare_centers();
  assign();
}

// A point with probability proportional to its weight; any point if all weights are zero (fewer
// distinct points than centers).
template <class T>
Index Lloyd<T>::draw_point(const Array<double> &weights, Rng &rng,
                           const Array<std::int32_t> *order) const {
  const auto at = [order](Index i) { return order != nullptr ? Index{(*order)[i]} : i; };
  double total = 0;
  for (Index i = 0; i < weights.size(); ++i) total += weights[at(i)];
  double target = rng.uniform() * total;
  Index drawn = -1;
  for (Index i = 0; i < weights.size(); ++i) {
    if (!(weights[at(i)] > 0)) continue;
    drawn = at(i);
    if ((target -= weights[drawn]) < 0) break;
  }
  return drawn < 0 ? at(rng.below(weights.size())) : drawn;
}

// Rounding must not give duplicates of a point a positive distance.
template <class T>
double Lloyd<T>::distance_between(Index i, Index j, double product) const {
  if (geometry_ == Geometry::euclidean) {
    const double distance = squares_[i] - 2 * product + squares_[j];
    return distance > rounding * (squares_[i] + squares_[j]) ? distance : 0;
  }
  const double lengths = std::sqrt(squares_[i]) * std::sqrt(squares_[j]);
  const double distance = lengths > 0 ? 1 - product / lengths : 1;
  return distance > rounding ? distance : 0;
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template void Lloyd<T>::start_plus_plus(Rng &, const Array<std::int32_t> *);                   \
  template Index Lloyd<T>::draw_point(const Array<double> &, Rng &, const Array<std::int32_t> *) \
      const;                                                                                     \
  template double Lloyd<T>::distance_between(Index, Index, double) const;
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
