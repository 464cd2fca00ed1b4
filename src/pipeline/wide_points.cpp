#include "pipeline/wide_points.hpp"

#include <algorithm>
#include <memory>

#include "methods/start/points/candidates.hpp"
#include "methods/start/points/criteria.hpp"
#include "text/dense_features.hpp"
#include "text/weighted_data.hpp"

namespace manifact {
namespace {

constexpr Index sampled = 2000, starts = 3;
constexpr double worse = 1.5;

double value_in(const Matrix &X, Index i, Index j) noexcept {
  const Index e = i * X.stride + j;
  return X.singles != nullptr ? static_cast<double>(X.singles[e]) : X.reals[e];
}

// The rows with these numbers; all if there are none.
std::unique_ptr<Matrix> rows_in(const Matrix &X, const Array<std::int32_t> &kept,
                                ExecutionContext &run) {
  const Index rows = kept.empty() ? X.rows : kept.size();
  Array<double> values(run.memory, rows * X.columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < X.columns; ++j)
      values[i * X.columns + j] = value_in(X, kept.empty() ? i : kept[i], j);
  bool borrowed = false;
  return matrix_from_dense(rows, X.columns, X.columns, 1, values.data(), ValueType::real, false,
                           &borrowed, run.memory);
}

// The clusters of preset=dense.
Array<std::int32_t> labels_by_cosines(const Matrix &X, Index k, const Options &requested,
                                      LabelsOfFit labels_of_fit, ExecutionContext &run) {
  Options options = requested;
  options.set_text(*find_option(Key::preset), "dense");
  Monitor quiet;
  ExecutionContext silent{run.memory, run.pool, quiet};
  return labels_of_fit(X, k, options, silent);
}

}  // namespace

template <class T>
bool are_wide_points(const Matrix &X, Index k, const Options &requested, LabelsOfFit labels_of_fit,
                     Report &report, ExecutionContext &run) {
  run.monitor.enter("geometry");
  WeightingRequest request{.weighting = Weighting::none, .scaling = Scaling::none};
  if (feature_scales(X, run).unlike_units()) request.scaling = Scaling::z_score;
  const WeightedData<T> data = weighted_data<T>(X, learn_weights(X, request, run), run);
  Array<std::int32_t> kept;
  const PointSet points = point_set(data.view(), sampled, kept, run);
  if (k < 2 || points.size() <= k) return false;
  const PointGraph made = point_graph(points.Y, run, false);
  const PointCandidate means = means_candidate(
      points, made, k, starts, Rng(static_cast<std::uint64_t>(requested.integer(Key::seed))), run);
  const Array<std::int32_t> by_cosines =
      labels_by_cosines(*rows_in(X, kept, run), k, requested, labels_of_fit, run);
  Array<std::int32_t> labels(run.memory, points.size());
  Index clusters = k;
  for (Index i = 0; i < by_cosines.size(); ++i) {
    if (by_cosines[i] < 0) clusters = k + 1;  // a row at the origin
    labels[points.point[i]] = by_cosines[i] < 0 ? static_cast<std::int32_t>(k) : by_cosines[i];
  }
  const double cut = normalized_cut(made.graph, labels, clusters);
  Findings findings;
  findings.note("cut_by_cosines", cut);
  findings.note("cut_by_means", means.cut);
  report.findings(findings);
  return cut > worse * means.cut;
}

template bool are_wide_points<float>(const Matrix &, Index, const Options &, LabelsOfFit, Report &,
                                     ExecutionContext &);
template bool are_wide_points<double>(const Matrix &, Index, const Options &, LabelsOfFit, Report &,
                                      ExecutionContext &);

}  // namespace manifact
