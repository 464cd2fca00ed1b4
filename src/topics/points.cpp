// With u_ij = (x_ij - low_j) / (high_j - low_j), which neither overflows nor loses digits if the
// values are far from 0, n rows, n_c of them in cluster c:
//
//   mu_j = sum_i u_ij / n     mu_jc = sum_{i in c} u_ij / n_c     s_j^2 = sum_i (u_ij - mu_j)^2 / n
//
//   z_jc = (mu_jc - mu_j) / s_j
#include "topics/points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linalg/data/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "model/grown_documents.hpp"
#include "runtime/error.hpp"
#include "runtime/rng.hpp"
#include "text/dense_features.hpp"
#include "topics/map.hpp"

namespace manifact {
namespace {

constexpr double one_value = 16 * std::numeric_limits<double>::epsilon();  // a range of rounding
constexpr double rounding = 1e-13;        // of a mean of values from 0 to 1
constexpr Index rows_per_look = 1 << 14;  // rows between two looks at the monitor

// Null if there are none.
const Matrix *rows_of(const Model &model, const Matrix *X) {
  return X != nullptr || !model.kept().is_dense() ? X : &kept_values(model);
}

const Matrix *rows_of_points(const Model &model, const Matrix *X) {
  const TrainingData &training = model.fitted().training;
  const Matrix *const rows = rows_of(model, X);
  if (rows == nullptr && model.kept().empty())
    fail(Status::argument, "the model does not keep its documents: they must be given again");
  if (rows == nullptr || !rows->dense || training.kernel.kind == KernelKind::precomputed ||
      training.weights.unit_rows() || training.weights.weighting != Weighting::none ||
      dense_counts(*rows) != DenseCounts::none)
    fail(Status::argument,
         "the documents are not points, which are dense rows of any length and no counts");
  if (rows->rows != model.n || rows->columns != model.m)
    fail(Status::mismatch, "the rows are %lld x %lld, but the model was fitted to %lld x %lld",
         number(rows->rows), number(rows->columns), number(model.n), number(model.m));
  return rows;
}

// A feature, from 0 to 1.
struct Range {
  double low = INFINITY, high = -INFINITY;

  void add(double x) noexcept {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  bool is_one_value() const noexcept {
    const double size = std::fmax(std::fabs(low), std::fabs(high));
    return !(high / 2 - low / 2 > one_value * (size / 2));
  }
  // The mean of x, which may have overflowed, and of u.
  double value(double mean, double u) const noexcept {
    if (is_one_value()) return low;
    return std::isfinite(mean) ? std::clamp(mean, low, high) : low + 2 * ((high / 2 - low / 2) * u);
  }
  double length(double u) const noexcept {
    return is_one_value() ? 0 : 2 * ((high / 2 - low / 2) * u);
  }
};

// visit(i, begin, end, x) for every row and block of features, x its values: of each feature, the
// rows from top to bottom.
template <class Visit>
void each_block(const Matrix &X, ExecutionContext &run, const Visit &visit) {
  constexpr Index width = 64;
  for (Index first = 0; first < X.rows; first += rows_per_look) {
    run.monitor.check();
    const Index last = std::min(first + rows_per_look, X.rows);
    run.pool.blocks(X.columns, width, [&](Index begin, Index end) {
      std::array<double, width> x;
      for (Index i = first; i < last; ++i) {
        for (Index j = begin; j < end; ++j)
          x[static_cast<std::size_t>(j - begin)] = X.value(i * X.stride + j);
        visit(i, begin, end, x.data());
      }
    });
  }
}

std::size_t at_feature(Index i) noexcept { return static_cast<std::size_t>(i); }

}  // namespace

PointRows::PointRows(const Model &model, const Matrix *X, ExecutionContext &run)
    : unscaled_(rows_of_points(model, X)) {
  if (X != nullptr) own_ = weighted_data<double>(*X, model.fitted().training.weights, run);
  fitted_ = X != nullptr ? own_.dense.rows : model.kept().dense.rows;
}

PointFeatures point_features(const Model &model, const Matrix &X, ExecutionContext &run) {
  const Index m = X.columns, k = model.k;
  const auto n = static_cast<double>(X.rows);
  std::vector<Range> ranges(at_feature(m));
  each_block(X, run, [&](Index, Index begin, Index end, const double *x) {
    for (Index j = begin; j < end; ++j) ranges[at_feature(j)].add(x[j - begin]);
  });
  PointFeatures found{std::vector<double>(at_feature(m * k)),
                      std::vector<double>(at_feature(m * k)), std::vector<double>(at_feature(m)),
                      std::vector<double>(at_feature(m))};
  Array<double> low(run.memory, m), length(run.memory, m);  // halves: differences may overflow
  for (Index j = 0; j < m; ++j) {
    const Range &range = ranges[at_feature(j)];
    low[j] = range.low / 2;
    length[j] = range.is_one_value() ? INFINITY : range.high / 2 - range.low / 2;  // u is 0
  }
  Array<double> parts(run.memory, m);                                   // the means of u
  Dense<double> in_cluster(run.memory, k, m), x_sum(run.memory, k, m);  // sums of u and of x
  each_block(X, run, [&](Index i, Index begin, Index end, const double *x) {
    const Index c = model.labels[i];
    double *const of_u = in_cluster.row(std::max<Index>(c, 0)), *const of_x = x_sum.row(
                                                                    std::max<Index>(c, 0));
    for (Index j = begin; j < end; ++j) {
      const double value = x[j - begin], u = (value / 2 - low[j]) / length[j];
      parts[j] += u / n;
      found.mean[at_feature(j)] += value;
      if (c < 0) continue;
      of_u[j] += u;
      of_x[j] += value;
    }
  });
  each_block(X, run, [&](Index, Index begin, Index end, const double *x) {
    for (Index j = begin; j < end; ++j) {
      const double off = (x[j - begin] / 2 - low[j]) / length[j] - parts[j];
      found.deviation[at_feature(j)] += off * off / n;
    }
  });
  for (Index j = 0; j < m; ++j) {
    const Range &range = ranges[at_feature(j)];
    double &deviation = found.deviation[at_feature(j)];
    deviation = std::sqrt(deviation);
    for (Index c = 0; c < k; ++c) {
      const auto size = static_cast<double>(model.sizes[c]);
      const double u = in_cluster(c, j) / size, off = u - parts[j];
      found.scores[at_feature(j * k + c)] =
          std::fabs(off) > rounding && deviation > 0 ? off / deviation : 0;
      found.means[at_feature(j * k + c)] = size > 0 ? range.value(x_sum(c, j) / size, u) : NAN;
    }
    found.mean[at_feature(j)] = range.value(found.mean[at_feature(j)] / n, parts[j]);
    deviation = range.length(deviation);
  }
  return found;
}

namespace {

// The principal axes: with the singular value decomposition X - 1 m' ~ U S P' of rank 2, m the mean
// row, the places are U S, the axes P, and the share of axis a is s_a^2 / |X - 1 m'|^2.

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

// Of few features by the eigenvectors of (X - 1 m')'(X - 1 m'), which need no memory for each row.
// False if they are not found.
bool take_axes_of_covariance(const DenseRows &X, double total, Scatter &scatter,
                             ExecutionContext &run) {
  constexpr Index few = 64;
  const Index m = X.columns;
  if (m > few) return false;
  Array<double> C(run.memory, m * m), values(run.memory, m), x(run.memory, m);
  for (Index i = 0; i < X.rows; ++i) {
    if (i % rows_of_a_look == 0) run.monitor.check();
    for (Index j = 0; j < m; ++j) x[j] = X.value(i, j);
    for (Index j = 0; j < m; ++j)
      for (Index h = 0; h <= j; ++h) C[j * m + h] += x[j] * x[h];
  }
  for (Index j = 0; j < m; ++j)
    for (Index h = 0; h < j; ++h) C[h * m + j] = C[j * m + h];
  if (!symmetric_eigen(m, C.data(), values.data(), run)) return false;
  for (Index a = 0; a < 2; ++a) {
    for (Index j = 0; j < m; ++j) scatter.axes[at_row(2 * j + a)] = C[j * m + a];
    const double sign = sign_of(scatter.axes, a);
    for (Index j = 0; j < m; ++j) scatter.axes[at_row(2 * j + a)] *= values[a] > 0 ? sign : 0;
    scatter.shares[at_row(a)] = std::clamp(values[a] / total, 0.0, 1.0);
  }
  for (Index i = 0; i < X.rows; ++i) {
    if (i % rows_of_a_look == 0) run.monitor.check();
    for (Index j = 0; j < m; ++j)
      for (Index a = 0; a < 2; ++a)
        scatter.positions[at_row(2 * i + a)] += X.value(i, j) * scatter.axes[at_row(2 * j + a)];
  }
  return true;
}

void take_principal_axes(const DenseRows &X, double total, Scatter &scatter,
                         ExecutionContext &run) {
  if (take_axes_of_covariance(X, total, scatter, run)) return;
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
  for (Index first = 0; first < rows.rows; first += rows_of_a_look) {
    run.monitor.check();
    run.pool.blocks(std::min(rows_of_a_look, rows.rows - first), 1024, [&](Index begin, Index end) {
      for (Index i = first + begin; i < first + end; ++i) {
        const std::int32_t c = model.labels[i];
        double sum = 0;
        for (Index j = 0; c >= 0 && j < rows.columns; ++j) {
          const double off = rows.value(i, j) - model.centroids[j * model.k + c];
          sum += off * off;
        }
        distances[at_row(i)] = std::sqrt(sum);
      }
    });
  }
  return distances;
}

}  // namespace manifact
