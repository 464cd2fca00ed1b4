#include "text/dense_features.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

constexpr Index rows_per_look = 256;  // between two looks at the monitor

}  // namespace

DenseCounts dense_counts(const Matrix &X) {
  constexpr Index few_columns = 32;
  // Of the values that are not 0. Words of texts have a mean of 1 to 3, and most of them are 1.
  constexpr double large = 32, least_ones = 0.25;
  if (!X.dense || X.nonzeros == 0 || X.nonzeros > X.rows * X.columns / 2) return DenseCounts::none;
  double sum = 0;
  Index ones = 0;
  std::vector<bool> is_used(static_cast<std::size_t>(X.columns));
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) {
      const double x = X.value(i * X.stride + j);
      if (!(x >= 0) || std::trunc(x) != x) return DenseCounts::none;
      sum += x;
      ones += x == 1 ? 1 : 0;
      if (x > 0) is_used[static_cast<std::size_t>(j)] = true;
    }
  const Index columns = std::count(is_used.begin(), is_used.end(), true);
  if (X.nonzeros > X.rows * columns / 2) return DenseCounts::none;
  const auto nonzeros = static_cast<double>(X.nonzeros);
  const bool are_words =
      sum <= large * nonzeros && static_cast<double>(ones) >= least_ones * nonzeros;
  return columns > few_columns && are_words ? DenseCounts::likely : DenseCounts::possible;
}

std::unique_ptr<Matrix> as_sparse(const Matrix &X, const std::shared_ptr<Memory> &memory) {
  return matrix_from_parts(sparse_copy(X, memory));
}

FeatureScales feature_scales(const Matrix &X, ExecutionContext &run) {
  FeatureScales scales;
  Array<double> origin(run.memory, X.columns), sum(run.memory, X.columns),
      squares(run.memory, X.columns);
  Array<Index> stored(run.memory, X.columns);
  bool negative = false, fraction = false;
  X.each([&](std::int32_t j, double value) {
    if (stored[j]++ == 0) origin[j] = value;
    const double from_first = value - origin[j];  // avoids cancellation if the mean is large
    sum[j] += from_first;
    squares[j] += from_first * from_first;
    negative = negative || value < 0;
    fraction = fraction || value != std::floor(value);
  });
  scales.measurements = fraction && !negative;
  const double n = static_cast<double>(X.rows);
  std::vector<double> variances;
  for (Index j = 0; j < X.columns; ++j) {
    const auto zeros = static_cast<double>(X.rows - stored[j]);
    sum[j] -= zeros * origin[j];
    squares[j] += zeros * origin[j] * origin[j];
    const double mean = sum[j] / n, variance = squares[j] / n - mean * mean;
    if (variance > 1e-14 * squares[j] / n) variances.push_back(variance);
  }
  if (variances.empty()) return scales;
  const auto middle = variances.begin() + static_cast<std::ptrdiff_t>(variances.size() / 2);
  std::nth_element(variances.begin(), middle, variances.end());
  const double ratio = std::sqrt(*std::max_element(middle, variances.end()) / *middle);
  if (std::isfinite(ratio)) scales.ratio = ratio;
  return scales;
}

SparsePoints sparse_points(const Matrix &X, ExecutionContext &run) {
  constexpr Index fewest = 4;
  constexpr double nearly_all = 0.9, half = 0.5;  // of the values are stored
  constexpr double same_length = 1e-3;            // of the squared length
  // The deviation of the lengths over their mean. Cells of logarithms of normalized counts and
  // tf-idf without unit rows store less than half.
  constexpr double uneven = 0.4;
  const Index n = run.total(X.rows), entries = run.total(X.entries());
  if (X.dense || n < fewest) return SparsePoints::none;
  bool fraction = false, negative = false;
  double least = HUGE_VAL, most = 0, lengths = 0, squares = 0;
  const Index rows = X.mapped() ? 0 : X.rows;  // mapped values are counts
  for (Index i = 0; i < rows; ++i) {
    if (i % rows_per_look == 0) run.monitor.check();
    double square = 0;
    X.each(i, [&](std::int32_t, double x) {
      fraction = fraction || x != std::floor(x);
      negative = negative || x < 0;
      square += x * x;
    });
    if (square > 0) least = std::fmin(least, square);
    most = std::fmax(most, square);
    lengths += std::sqrt(square);
    squares += square;
  }
  const bool any_fraction = run.any(fraction), any_negative = run.any(negative);
  if (!run.any(least < most * (1 - same_length))) return SparsePoints::none;
  if (any_negative) return SparsePoints::negative;
  if (!any_fraction) return SparsePoints::none;
  double sums[] = {lengths, squares};
  run.sum(sums, 2);
  const double mean = sums[0] / static_cast<double>(n);
  const double variance = sums[1] / static_cast<double>(n) - mean * mean;
  const double stored =
      static_cast<double>(entries) / static_cast<double>(n) / static_cast<double>(X.columns);
  if (stored >= nearly_all) return SparsePoints::full;
  return stored >= half && variance > uneven * uneven * mean * mean ? SparsePoints::uneven
                                                                    : SparsePoints::possible;
}

// With numbers h_j at random, sum_j x_ij h_j and sum_j x_ji h_j are equal for every i if X is
// symmetric, and else for nearly no h: no entry is looked up, whatever stores X.
Pairwise pairwise_values(const Matrix &X, const Index *places, ExecutionContext &run) {
  constexpr Index fewest = 4;
  constexpr double rounding = 1e-6;  // of a distance by inner products in single precision
  const Index n = run.total(X.rows), before = run.rows_before(X.rows);
  if (n != X.columns || n < fewest) return Pairwise::none;
  const bool is_dealt = run.divided() && places != nullptr;
  const auto place = [&](Index r) { return is_dealt ? places[r] : before + r; };
  bool is_whole = true;
  for (Index r = 0; r < X.rows; ++r) is_whole = is_whole && place(r) < n;
  if (run.any(!is_whole)) return Pairwise::none;
  Array<double> diagonal(run.memory, n), largest(run.memory, n), h(run.memory, n);
  bool others = false;
  Rng rng(0);
  for (double &x : h) x = 1 + rng.uniform();
  run.together([&] {
    for (Index r = 0; r < X.rows; ++r) {
      if (r % rows_per_look == 0) run.monitor.check();
      const Index i = place(r);
      X.each(r, [&](std::int32_t j, double x) {
        double &value = j == i ? diagonal[i] : largest[i];
        value = j == i ? x : std::max(value, std::fabs(x));
        others = others || j != i;
      });
    }
  });
  run.sum(diagonal.data(), n);
  run.sum(largest.data(), n);
  bool distances = run.any(others), similarities = distances;
  for (Index i = 0; i < n; ++i) {
    distances = distances && std::fabs(diagonal[i]) <= rounding * largest[i];
    similarities = similarities && diagonal[i] > 0;
  }
  if (!distances && !similarities) return Pairwise::none;
  Array<double> difference(run.memory, n), size(run.memory, n);
  run.together([&] {
    for (Index r = 0; r < X.rows && (distances || similarities); ++r) {
      if (r % rows_per_look == 0) run.monitor.check();
      const Index i = place(r);
      X.each(r, [&](std::int32_t j, double x) {
        if (j == i) return;
        difference[i] += x * h[j];
        difference[j] -= x * h[i];
        size[i] += std::fabs(x);
        size[j] += std::fabs(x);
        distances = distances && x > 0;
        similarities = similarities && x * x <= (1 + rounding) * diagonal[i] * diagonal[j];
      });
    }
  });
  run.sum(difference.data(), n);
  run.sum(size.data(), n);
  distances = !run.any(!distances);
  similarities = !run.any(!similarities);
  for (Index i = 0; i < n; ++i)
    if (!(std::fabs(difference[i]) <= rounding * size[i])) return Pairwise::none;
  return distances ? Pairwise::distances : similarities ? Pairwise::similarities : Pairwise::none;
}

}  // namespace manifact
