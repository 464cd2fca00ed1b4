// With u_ij = (x_ij - low_j) / (high_j - low_j), which neither overflows nor loses digits if the
// values are far from 0, n rows, n_c of them in cluster c:
//
//   mu_j = sum_i u_ij / n     mu_jc = sum_{i in c} u_ij / n_c     s_j^2 = sum_i (u_ij - mu_j)^2 / n
//
//   z_jc = (mu_jc - mu_j) / s_j
#include "topics/point_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/grown_documents.hpp"
#include "runtime/error.hpp"
#include "text/dense_counts.hpp"

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
    low = std::fmin(low, x);
    high = std::fmax(high, x);
  }
  bool is_one_value() const noexcept {
    const double size = std::fmax(std::fabs(low), std::fabs(high));
    return !(high / 2 - low / 2 > one_value * (size / 2));
  }
  double part(double x) const noexcept { return (x / 2 - low / 2) / (high / 2 - low / 2); }
  // The mean of x, which may have overflowed, and of u.
  double value(double mean, double u) const noexcept {
    if (is_one_value()) return low;
    return std::isfinite(mean) ? std::clamp(mean, low, high) : low + 2 * ((high / 2 - low / 2) * u);
  }
  double length(double u) const noexcept {
    return is_one_value() ? 0 : 2 * ((high / 2 - low / 2) * u);
  }
};

// visit(i, j, x) for every value.
template <class Visit>
void each_value(const Matrix &X, ExecutionContext &run, const Visit &visit) {
  for (Index i = 0; i < X.rows; ++i) {
    if (i % rows_per_look == 0) run.monitor.check();
    for (Index j = 0; j < X.columns; ++j) visit(i, j, X.value(i * X.stride + j));
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
  each_value(X, run, [&](Index, Index j, double x) { ranges[at_feature(j)].add(x); });
  PointFeatures found{std::vector<double>(at_feature(m * k)),
                      std::vector<double>(at_feature(m * k)), std::vector<double>(at_feature(m)),
                      std::vector<double>(at_feature(m))};
  const auto part = [&](Index j, double x) {
    return ranges[at_feature(j)].is_one_value() ? 0 : ranges[at_feature(j)].part(x);
  };
  std::vector<double> parts(
      at_feature(m));  // the means of u; those of the clusters are in found.scores
  each_value(X, run, [&](Index i, Index j, double x) {
    const double u = part(j, x);
    parts[at_feature(j)] += u / n;
    found.mean[at_feature(j)] += x;
    if (model.labels[i] < 0) return;
    found.scores[at_feature(j * k + model.labels[i])] += u;
    found.means[at_feature(j * k + model.labels[i])] += x;
  });
  each_value(X, run, [&](Index, Index j, double x) {
    const double off = part(j, x) - parts[at_feature(j)];
    found.deviation[at_feature(j)] += off * off / n;
  });
  for (Index j = 0; j < m; ++j) {
    const Range &range = ranges[at_feature(j)];
    double &deviation = found.deviation[at_feature(j)];
    deviation = std::sqrt(deviation);
    for (Index c = 0; c < k; ++c) {
      double &mean = found.means[at_feature(j * k + c)],
             &score = found.scores[at_feature(j * k + c)];
      const auto size = static_cast<double>(model.sizes[c]);
      const double u = score / size, off = u - parts[at_feature(j)];
      score = std::fabs(off) > rounding && deviation > 0 ? off / deviation : 0;
      mean = size > 0 ? range.value(mean / size, u) : NAN;
    }
    found.mean[at_feature(j)] = range.value(found.mean[at_feature(j)] / n, parts[at_feature(j)]);
    deviation = range.length(deviation);
  }
  return found;
}

}  // namespace manifact
