#include "linalg/data/centered.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace manifact {

MeanRow mean_row(const DenseRows &X, ExecutionContext &run) {
  const double n = static_cast<double>(run.total(X.rows));
  MeanRow found{Array<double>(run.memory, X.columns), 0};
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) found.mean[j] += X.value(i, j) / n;
  run.sum(found.mean.data(), X.columns);
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) {
      const double off = X.value(i, j) - found.mean[j];
      found.around += off * off / n;
    }
  run.sum(&found.around, 1);
  return found;
}

template <class T>
bool is_far_from_origin(double square_of_mean, double mean_square) noexcept {
  constexpr double allowed = 1e-5;
  return std::numeric_limits<T>::epsilon() * square_of_mean > allowed * mean_square;
}

CenteredRows minus(const DenseRows &X, Array<double> center, ExecutionContext &run) {
  CenteredRows found;
  found.center = std::move(center);
  found.shift = Array<double>(run.memory, X.columns);
  found.spread = Array<double>(run.memory, X.columns);
  for (Index j = 0; j < X.columns; ++j) {
    found.spread[j] = X.shift != nullptr ? X.spread[j] : 1;
    if (!std::isfinite(found.spread[j])) found.center[j] = 0;  // the feature is 0 in every row
    const double off = found.center[j] == 0 ? 0 : found.center[j] * found.spread[j];
    found.shift[j] = (X.shift != nullptr ? X.shift[j] : 0) + off;
  }
  found.rows = X;
  found.rows.shift = found.shift.data();
  found.rows.spread = found.spread.data();
  return found;
}

template <class T>
CenteredRows centered_rows(const DenseRows &X, ExecutionContext &run) {
  if (X.factor == nullptr && X.part == 0) {
    MeanRow found = mean_row(X, run);
    double square = 0;
    for (const double x : found.mean) square += x * x;
    if (is_far_from_origin<T>(square, found.around)) return minus(X, std::move(found.mean), run);
  }
  CenteredRows as_given;
  as_given.rows = X;
  return as_given;
}

template bool is_far_from_origin<float>(double, double) noexcept;
template bool is_far_from_origin<double>(double, double) noexcept;
template CenteredRows centered_rows<float>(const DenseRows &, ExecutionContext &);
template CenteredRows centered_rows<double>(const DenseRows &, ExecutionContext &);

}  // namespace manifact
