#include "readout/lloyd.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/dense/products.hpp"
#include "runtime/index.hpp"

namespace manifact {

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

template <class T>
Lloyd<T>::Lloyd(const Points<T> &points, Index k, Geometry geometry, bool skip_zeros,
                ExecutionContext &run, const Array<double> *masses, bool late_objective)
    : points_(points),
      k_(k),
      geometry_(geometry),
      skip_zeros_(skip_zeros),
      run_(run),
      masses_(masses),
      C_(run.memory, points.dimension(), k),
      products_(run.memory, points.size(), k),
      labels_(run.memory, points.size()),
      sums_(run.memory, points.keeps_sums() && !run.divided() ? k : 0, points.dimension()),
      summed_(run.memory, points.keeps_sums() && !run.divided() ? points.size() : 0),
      squares_(run.memory, points.size()),
      weights_(run.memory,
               geometry == Geometry::spherical || masses != nullptr ? points.size() : 0),
      center_squares_(run.memory, k),
      distances_(run.memory, points.size()),
      counts_(run.memory, k) {
  if (late_objective && geometry == Geometry::euclidean && k > 1) rows_ = points.rows();
  // All processes take the same way, also those without points.
  has_bounds_ = late_objective && geometry == Geometry::euclidean && k > 1 &&
                !run.any(points.size() > 0 && rows_.values == nullptr);
  if (has_bounds_) {
    upper_ = Array<double>(run.memory, points.size());
    lower_ = Array<double>(run.memory, points.size());
    shifts_ = Array<double>(run.memory, k);
    centers_by_row_ = Dense<T>(run.memory, k, points.dimension());
  }
  const bool skip = skip_zeros || geometry == Geometry::spherical;
  for (Index i = 0; i < points.size(); ++i) {
    squares_[i] = points.square(i);
    labels_[i] = skip && !(squares_[i] > 0) ? -1 : 0;
    if (!weights_.empty())
      weights_[i] = geometry == Geometry::euclidean ? mass(i)
                    : squares_[i] > 0               ? mass(i) / std::sqrt(squares_[i])
                                                    : 0;
    if (labels_[i] >= 0) all_squares_ += mass(i) * squares_[i];
  }
}

template <class T>
void Lloyd<T>::start_labels(const std::int32_t *labels) {
  forget_sums();
  for (Index i = 0; i < labels_.size(); ++i)
    if (labels_[i] >= 0)
      labels_[i] = labels[i] < 0 ? -2 : labels[i];  // -2: takes part, but has no cluster yet
  for (double &d : distances_) d = 0;
  move_centers();
  for (std::int32_t &label : labels_) label = label == -2 ? 0 : label;
  const bool any =
      std::any_of(counts_.begin(), counts_.end(), [](Index count) { return count > 0; });
  // A cluster without points has no center yet and must not attract points.
  for (Index c = 0; any && c < k_; ++c)
    if (counts_[c] == 0) center_squares_[c] = INFINITY;
  assign();
}

template <class T>
bool Lloyd<T>::update() {
  refill();
  move_centers();
  if (bounded_ ? assign_some() : assign()) {
    if (!settled_) follow_objective();
    return true;
  }
  if (summations_ <= 1) {
    settle();
    return false;
  }
  // Sums updated by moving points accumulate rounding errors: the final ones are recomputed.
  forget_sums();
  move_centers();
  return assign();
}

// Of clusters with the sums s_c and the masses m_c, after assign_some():
//
//   sum_i mass_i |x_i - c_{z_i}|^2 = sum_i mass_i |x_i|^2 - sum_c (2 s_c - m_c c)'c
//
// refill() needs the distances and moves points: then they are computed.
template <class T>
void Lloyd<T>::follow_objective() {
  if (sums_.empty()) return;
  count_points();
  if (std::any_of(counts_.begin(), counts_.end(), [](Index n) { return n == 0; })) return settle();
  update_sums();
  Array<double> masses(run_.memory, k_);
  for (Index i = 0; i < labels_.size(); ++i)
    if (labels_[i] >= 0) masses[labels_[i]] += mass(i);
  objective_ = all_squares_;
  for (Index c = 0; c < k_; ++c) {
    double product = 0;
    for (Index j = 0; j < C_.rows(); ++j) product += static_cast<double>(C_(j, c)) * sums_(c, j);
    objective_ += masses[c] * center_squares_[c] - 2 * product;
  }
  objective_ = std::fmax(0, objective_);
}

template <class T>
void Lloyd<T>::settle() {
  if (!settled_) assign();
}

template <class T>
void Lloyd<T>::start_centers(const Dense<T> &centers) {
  forget_sums();
  C_ = centers.copy();
  prepare_centers();
  assign();
}

template <class T>
void Lloyd<T>::restore(const Array<std::int32_t> &labels, const Dense<T> &centers) {
  labels_ = labels.copy();
  start_centers(centers);
}

template <class T>
void Lloyd<T>::prepare_centers() {
  center_squares_ = column_dots<T>(C_, C_, nullptr, run_);
  if (geometry_ == Geometry::euclidean) return;
  Array<double> inverse(run_.memory, k_);
  for (Index c = 0; c < k_; ++c)
    inverse[c] = center_squares_[c] > 0 ? 1 / std::sqrt(center_squares_[c]) : 1;
  scale_columns(C_, inverse, run_);
}

template <class T>
void Lloyd<T>::forget_sums() {
  summations_ = 0;
  for (std::int32_t &label : summed_) label = -1;
  std::fill_n(sums_.data(), sums_.size(), 0.0);
}

template <class T>
void Lloyd<T>::update_sums() {
  ++summations_;
  points_.move(summed_, labels_, weights_, sums_, run_);
  std::copy(labels_.begin(), labels_.end(), summed_.begin());
}

template <class T>
Dense<T> Lloyd<T>::cluster_sums() {
  if (summed_.empty()) return points_.sums(labels_, weights_, k_, run_);
  update_sums();
  Dense<T> sums(run_.memory, points_.dimension(), k_);
  for (Index c = 0; c < k_; ++c)
    for (Index j = 0; j < sums.rows(); ++j) sums(j, c) = static_cast<T>(sums_(c, j));
  return sums;
}

template <class T>
void Lloyd<T>::move_centers() {
  for (Index &count : counts_) count = 0;
  Array<double> inverse(run_.memory, k_);
  for (Index i = 0; i < labels_.size(); ++i) {
    if (labels_[i] < 0) continue;
    ++counts_[labels_[i]];
    inverse[labels_[i]] += mass(i);
  }
  run_.sum(counts_.data(), k_);
  run_.sum(inverse.data(), k_);
  for (double &x : inverse) x = x > 0 ? 1 / x : 0;
  Dense<T> sums = cluster_sums();
  scale_columns(sums, inverse, run_);
  for (Index c = 0; c < k_; ++c)
    if (!(inverse[c] > 0))  // an empty cluster keeps its center
      for (Index j = 0; j < sums.rows(); ++j) sums(j, c) = C_(j, c);
  std::swap(C_, sums);
  prepare_centers();
  if (bounded_) move_bounds(sums);
}

// How far the centers are from those before. The bounds move with them in assign_some().
template <class T>
void Lloyd<T>::move_bounds(const Dense<T> &before) {
  constexpr double rounded_up = 1 + 1e-12;
  for (Index c = 0; c < k_; ++c) {
    double square = 0;
    for (Index j = 0; j < C_.rows(); ++j) {
      const double by = static_cast<double>(C_(j, c)) - static_cast<double>(before(j, c));
      square += by * by;
    }
    shifts_[c] = std::sqrt(square) * rounded_up;
  }
}

// The error of a computed |x_i|^2 - 2 x_i c + |c|^2, for every c.
template <class T>
double Lloyd<T>::error_of_products(Index i) const noexcept {
  constexpr double epsilon = sizeof(T) == 8 ? 0x1p-52 : 0x1p-23;
  const auto terms = static_cast<double>(C_.rows() + 16);
  return 4 * epsilon * terms * (squares_[i] + most_square_);
}

template <class T>
void Lloyd<T>::count_points() {
  for (Index &count : counts_) count = 0;
  for (const std::int32_t label : labels_)
    if (label >= 0) ++counts_[label];
  run_.sum(counts_.data(), k_);
}

// An empty cluster takes the point farthest from its center from a cluster with other points; ties
// to the lower index. A point whose distance to its center is only rounding is not moved: otherwise
// equal points would be moved between empty clusters forever.
template <class T>
void Lloyd<T>::refill() {
  count_points();
  const bool any = std::any_of(counts_.begin(), counts_.end(), [](Index n) { return n == 0; });
  if (!any) return;
  settle();
  bounded_ = false;
  for (Index c = 0; c < k_; ++c) {
    if (counts_[c] > 0) continue;
    const Index farthest = farthest_point();
    const double far = farthest < 0 ? 0 : mass(farthest) * distances_[farthest];
    const bool mine = run_.collective->has_largest(farthest < 0 ? -1 : far);
    Index from = mine ? labels_[farthest] + 1 : 0;  // from the process that has the point
    from = run_.total(from) - 1;
    if (from < 0) return;
    --counts_[from];
    ++counts_[c];
    if (!mine) continue;
    labels_[farthest] = static_cast<std::int32_t>(c);
    distances_[farthest] = 0;
  }
}

// -1: no point of this process can be moved.
template <class T>
Index Lloyd<T>::farthest_point() const noexcept {
  Index farthest = -1;
  for (Index i = 0; i < labels_.size(); ++i) {
    if (labels_[i] < 0 || counts_[labels_[i]] < 2) continue;
    const double least = rounding * (geometry_ == Geometry::euclidean ? squares_[i] : 1);
    if (distances_[i] > least &&
        (farthest < 0 || mass(i) * distances_[i] > mass(farthest) * distances_[farthest]))
      farthest = i;
  }
  return farthest;
}

template <class T>
bool Lloyd<T>::assign() {
  points_.products(C_, products_, run_);
  most_square_ = 0;
  for (const double square : center_squares_) most_square_ = std::fmax(most_square_, square);
  settled_ = true;
  bounded_ = has_bounds_ && std::isfinite(most_square_);
  const Index n = points_.size(), blocks = (n + step - 1) / step;
  Array<double> sums(run_.memory, blocks);
  Array<std::int32_t> changes(run_.memory, blocks);
  run_.pool.blocks(n, step, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (labels_[i] < 0) continue;
      const T *product = products_.row(i);
      std::int32_t best = 0;
      double least = INFINITY;
      if (bounded_) {
        changes[begin / step] |= assign_point(i, product) ? 1 : 0;
        best = labels_[i];
        least = center_squares_[best] - 2 * static_cast<double>(product[best]);
      }
      for (Index c = 0; !bounded_ && c < k_; ++c) {
        const double dot = static_cast<double>(product[c]);
        const double value = geometry_ == Geometry::euclidean ? center_squares_[c] - 2 * dot : -dot;
        if (value < least) {
          least = value;
          best = static_cast<std::int32_t>(c);
        }
      }
      distances_[i] =
          std::max(0.0, geometry_ == Geometry::euclidean ? squares_[i] + least
                                                         : 1 + least / std::sqrt(squares_[i]));
      changes[begin / step] |= best != labels_[i] ? 1 : 0;
      labels_[i] = best;
      sums[begin / step] += mass(i) * distances_[i];
    }
  });
  objective_ = 0;
  bool changed = false;
  for (Index b = 0; b < blocks; ++b) {
    objective_ += sums[b];
    changed = changed || changes[b] != 0;
  }
  objective_ = run_.total(objective_);
  return run_.any(changed);
}

template <class T>
bool Lloyd<T>::assign_point(Index i, const T *product) {
  std::int32_t best = 0;
  double least = INFINITY, second = INFINITY;
  for (Index c = 0; c < k_; ++c) {
    const double value = center_squares_[c] - 2 * static_cast<double>(product[c]);
    if (value < least) {
      second = least;
      least = value;
      best = static_cast<std::int32_t>(c);
    } else if (value < second) {
      second = value;
    }
  }
  const double error = error_of_products(i);
  upper_[i] = std::sqrt(std::fmax(0, squares_[i] + least + error));
  lower_[i] = std::sqrt(std::fmax(0, squares_[i] + second - error));
  const bool changed = labels_[i] != best;
  labels_[i] = best;
  return changed;
}

// Several sums, which a processor adds at the same time.
template <class T>
double product_of(const T *x, const T *y, Index size) noexcept {
  constexpr Index lanes = 8;
  double sums[lanes] = {};
  Index j = 0;
  for (; j + lanes <= size; j += lanes)
    for (Index l = 0; l < lanes; ++l)
      sums[l] += static_cast<double>(x[j + l]) * static_cast<double>(y[j + l]);
  for (; j < size; ++j) sums[0] += static_cast<double>(x[j]) * static_cast<double>(y[j]);
  double sum = 0;
  for (const double x_l : sums) sum += x_l;
  return sum;
}

// False if the own center remains the nearest for certain, by bounds that have moved.
template <class T>
bool Lloyd<T>::may_change(Index i, const T *x, double error) {
  const auto certain = [&] { return upper_[i] * upper_[i] + 2 * error < lower_[i] * lower_[i]; };
  if (certain()) return false;
  const std::int32_t c = labels_[i];
  const double product = product_of(x, centers_by_row_.row(c), C_.rows());
  upper_[i] = std::sqrt(std::fmax(0, squares_[i] + center_squares_[c] - 2 * product + error));
  return !certain();
}

template <class T>
bool Lloyd<T>::assign_some() {
  constexpr Index together = 64;  // rows whose products are computed at once
  constexpr double up = 1 + 0x1p-52, down = 1 - 0x1p-52;  // bounds are rounded outward
  settled_ = false;
  most_square_ = 0;
  double most = 0, next = 0;  // shifts
  for (Index c = 0; c < k_; ++c) {
    most_square_ = std::fmax(most_square_, center_squares_[c]);
    if (shifts_[c] > most)
      next = std::exchange(most, shifts_[c]);
    else
      next = std::fmax(next, shifts_[c]);
  }
  for (Index c = 0; c < k_; ++c)
    for (Index j = 0; j < C_.rows(); ++j) centers_by_row_(c, j) = C_(j, c);
  const Index n = points_.size(), workers = run_.pool.threads(), width = C_.stride();
  const Index inner = centers_by_row_.stride();
  const Array<T> packed = points_.packed(C_, run_);
  Array<T> some(run_.memory, workers * together * inner),
      products(run_.memory, workers * together * width);
  Array<std::int32_t> changes(run_.memory, workers), which(run_.memory, workers * together);
  parallel_rows(run_, workers, 0, n, step, [&](Index t, Index begin, Index end) {
    T *const x = some.data() + t * together * inner, *const out =
                                                         products.data() + t * together * width;
    std::int32_t *const list = which.data() + t * together;
    Index count = 0;
    const auto reassign = [&] {
      points_.multiply_rows(x, count, C_, packed, out);
      for (Index r = 0; r < count; ++r)
        changes[t] |= assign_point(list[r], out + r * width) ? 1 : 0;
      count = 0;
    };
    for (Index i = begin; i < end; ++i) {
      if (labels_[i] < 0) continue;
      upper_[i] = (upper_[i] + shifts_[labels_[i]]) * up;
      lower_[i] = (lower_[i] - (shifts_[labels_[i]] == most ? next : most)) * down;
      lower_[i] = std::fmax(0, lower_[i]);
      if (!may_change(i, rows_.row(i), error_of_products(i))) continue;
      std::copy_n(rows_.row(i), C_.rows(), x + count * inner);
      list[count++] = static_cast<std::int32_t>(i);
      if (count == together) reassign();
    }
    if (count > 0) reassign();
  });
  return run_.any(std::any_of(changes.begin(), changes.end(), [](std::int32_t c) { return c; }));
}

template class Lloyd<float>;
template class Lloyd<double>;

}  // namespace manifact
