#include "methods/start/points/point_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace manifact {
namespace {

template <class T>
Array<double> lower_medians(const DataView<T> &X, ExecutionContext &run) {
  Array<double> medians(run.memory, X.columns);
  Array<double> all(run.memory, X.rows);
  for (Index c = 0; c < X.columns; ++c) {
    for (Index i = 0; i < X.rows; ++i) all[i] = X.dense().value(i, c);
    double *const middle = all.begin() + (X.rows - 1) / 2;
    std::nth_element(all.begin(), middle, all.end());
    medians[c] = *middle;
    run.monitor.check();
  }
  return medians;
}

// |x - center|^2 in units of 2^-30 of the mean, so that rounding hardly ever changes it.
template <class T>
Array<double> distances_to(const Array<double> &center, const DataView<T> &X,
                           ExecutionContext &run) {
  Array<double> squares(run.memory, X.rows);
  run.pool.blocks(X.rows, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < X.columns; ++c) {
        const double off = X.dense().value(i, c) - center[c];
        squares[i] += off * off;
      }
  });
  double mean = 0;
  for (const double s : squares) mean += s / static_cast<double>(X.rows);
  const double unit = mean > 0 ? std::exp2(std::floor(std::log2(mean)) - 30) : 1;
  for (double &s : squares) s = std::round(s / unit);
  return squares;
}

}  // namespace

template <class T>
PointSet point_set(const DataView<T> &X, Index most, Array<std::int32_t> &kept,
                   ExecutionContext &run) {
  const Index n = X.rows, d = X.columns;
  const DenseRows &rows = X.dense();
  PointSet set;
  set.center = lower_medians(X, run);
  const Array<double> squares = distances_to(set.center, X, run);
  Array<std::int32_t> order(run.memory, n);
  std::iota(order.begin(), order.end(), 0);
  const auto compare = [&](std::int32_t i, std::int32_t j) {
    if (squares[i] != squares[j]) return squares[i] < squares[j] ? -1 : 1;
    for (Index c = 0; c < d; ++c) {
      const double x = rows.value(i, c), y = rows.value(j, c);
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  };
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    const int by = compare(i, j);
    return by != 0 ? by < 0 : i < j;
  });
  run.monitor.check();
  if (n > most) {
    kept = Array<std::int32_t>(run.memory, most);
    for (Index r = 0; r < most; ++r) kept[r] = order[(2 * r + 1) * n / (2 * most)];
    order = kept.copy();
  } else {
    kept = {};
  }
  const Index used = order.size();
  set.point = Array<std::int32_t>(run.memory, used);
  Array<std::int32_t> first(run.memory, used);
  Index found = 0;
  for (Index r = 0; r < used; ++r) {
    if (r == 0 || compare(order[r - 1], order[r]) != 0) first[found++] = order[r];
    set.point[kept.empty() ? order[r] : r] = static_cast<std::int32_t>(found - 1);
  }
  set.row = Array<std::int32_t>(run.memory, found);
  std::copy_n(first.begin(), found, set.row.begin());
  set.Y = Dense<double>(run.memory, found, d);
  set.mass = Array<double>(run.memory, found);
  for (Index p = 0; p < found; ++p)
    for (Index c = 0; c < d; ++c) set.Y(p, c) = rows.value(first[p], c) - set.center[c];
  for (const std::int32_t p : set.point) set.mass[p] += 1;
  return set;
}

template PointSet point_set<float>(const DataView<float> &, Index, Array<std::int32_t> &,
                                   ExecutionContext &);
template PointSet point_set<double>(const DataView<double> &, Index, Array<std::int32_t> &,
                                    ExecutionContext &);

}  // namespace manifact
