// The principal axes: with the singular value decomposition X - 1 m' ~ U S P' of rank 2, m the mean
// row, the places are U S, the axes P, and the share of axis a is s_a^2 / |X - 1 m'|^2.
#include "topics/scatter.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "runtime/rng.hpp"
#include "topics/map.hpp"

namespace manifact {
namespace {

constexpr Index rows_of_a_look = 1 << 14;  // rows between two looks at the monitor
constexpr double tolerance = 1e-8;

std::size_t at_row(Index i) noexcept { return static_cast<std::size_t>(i); }

// The rows minus their mean: the mean joins the shift, so that digits of values far from 0 are not
// lost.
class Centered {
 public:
  Centered(const DenseRows &X, ExecutionContext &run)
      : rows_(X), shift_(at_row(X.columns)), spread_(at_row(X.columns), 1.0) {
    const double factor = X.factor != nullptr && X.rows > 0 ? X.factor[X.place(0)] : 1;
    for (Index j = 0; j < X.columns && X.shift != nullptr; ++j) {
      shift_[at_row(j)] = X.shift[j];
      spread_[at_row(j)] = X.spread[j];
    }
    const std::vector<double> mean = mean_of(X, run);
    for (Index j = 0; j < X.columns; ++j)
      if (mean[at_row(j)] != 0) shift_[at_row(j)] += mean[at_row(j)] / factor * spread_[at_row(j)];
    rows_.shift = shift_.data();
    rows_.spread = spread_.data();
  }

  const DenseRows &rows() const noexcept { return rows_; }

 private:
  static std::vector<double> mean_of(const DenseRows &X, ExecutionContext &run) {
    std::vector<double> first(at_row(X.columns)), mean(at_row(X.columns));
    for (Index i = 0; i < X.rows; ++i) {
      if (i % rows_of_a_look == 0) run.monitor.check();
      for (Index j = 0; j < X.columns; ++j) {
        const double x = X.value(i, j);
        if (i == 0) first[at_row(j)] = x;
        mean[at_row(j)] += (x - first[at_row(j)]) / static_cast<double>(X.rows);
      }
    }
    for (Index j = 0; j < X.columns; ++j) mean[at_row(j)] += first[at_row(j)];
    return mean;
  }

  DenseRows rows_;
  std::vector<double> shift_, spread_;
};

// The variance of each feature, times the number of rows.
std::vector<double> squares_of(const DenseRows &X, ExecutionContext &run) {
  std::vector<double> squares(at_row(X.columns));
  for (Index i = 0; i < X.rows; ++i) {
    if (i % rows_of_a_look == 0) run.monitor.check();
    for (Index j = 0; j < X.columns; ++j) {
      const double x = X.value(i, j);
      squares[at_row(j)] += x * x;
    }
  }
  return squares;
}

// Positive where the axis has its largest weight; of nearly equal ones, the first.
double sign_of(const std::vector<double> &axes, Index axis) {
  double most = 0;
  for (std::size_t j = 0; j < axes.size() / 2; ++j)
    most = std::max(most, std::fabs(axes[2 * j + at_row(axis)]));
  for (std::size_t j = 0; j < axes.size() / 2; ++j)
    if (const double weight = axes[2 * j + at_row(axis)]; std::fabs(weight) >= (1 - 1e-6) * most)
      return weight < 0 ? -1 : 1;
  return 1;
}

void take_principal_axes(const DenseRows &X, double total, Scatter &scatter,
                         ExecutionContext &run) {
  const Index rank = std::min<Index>({2, X.rows, X.columns});
  const Svd<double> svd = truncated_svd<double>(DataProducts<double>(DataView<double>(X), run),
                                                rank, tolerance, Rng(0, 0x5ca7), run);
  for (Index i = 0; i < X.rows; ++i)
    for (Index a = 0; a < rank; ++a) scatter.positions[at_row(2 * i + a)] = svd.coordinates(i, a);
  for (Index i = 0; i < X.rows; ++i) {
    if (i % rows_of_a_look == 0) run.monitor.check();
    for (Index j = 0; j < X.columns; ++j)
      for (Index a = 0; a < rank; ++a)
        scatter.axes[at_row(2 * j + a)] += X.value(i, j) * scatter.positions[at_row(2 * i + a)];
  }
  for (Index a = 0; a < rank; ++a) {
    const double square = svd.sigma[a] * svd.sigma[a], sign = sign_of(scatter.axes, a);
    scatter.shares[at_row(a)] = std::clamp(square / total, 0.0, 1.0);
    for (Index j = 0; j < X.columns; ++j)
      scatter.axes[at_row(2 * j + a)] *= square > 0 ? sign / square : 0;
    for (Index i = 0; i < X.rows; ++i) scatter.positions[at_row(2 * i + a)] *= sign;
  }
}

}  // namespace

Scatter scatter(const PointRows &rows, ExecutionContext &run) {
  const Matrix &unscaled = rows.unscaled();
  const Index n = unscaled.rows, m = unscaled.columns;
  Scatter found{std::vector<double>(at_row(2 * n)), std::vector<double>(at_row(2 * m))};
  const Centered centered(rows.fitted(), run);
  const std::vector<double> squares = squares_of(centered.rows(), run);
  double total = 0;
  for (const double square : squares) total += square;
  if (m > 2) {
    if (total > 0) take_principal_axes(centered.rows(), total, found, run);
    return found;
  }
  for (Index i = 0; i < n; ++i)
    for (Index a = 0; a < 2; ++a)
      found.positions[at_row(2 * i + a)] =
          a < m ? unscaled.value(i * unscaled.stride + a) : noise(at_row(i));
  for (Index a = 0; a < m; ++a) {
    found.axes[at_row(2 * a + a)] = 1;
    found.shares[at_row(a)] = total > 0 ? squares[at_row(a)] / total : 0;
  }
  return found;
}

std::vector<double> center_distances(const Model &model, const DenseRows &rows,
                                     ExecutionContext &run) {
  std::vector<double> distances(at_row(rows.rows));
  for (Index i = 0; i < rows.rows; ++i) {
    if (i % rows_of_a_look == 0) run.monitor.check();
    const std::int32_t c = model.labels[i];
    if (c < 0) continue;
    double sum = 0;
    for (Index j = 0; j < rows.columns; ++j) {
      const double off = rows.value(i, j) - model.centroids[j * model.k + c];
      sum += off * off;
    }
    distances[at_row(i)] = std::sqrt(sum);
  }
  return distances;
}

}  // namespace manifact
