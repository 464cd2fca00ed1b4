#include "pipeline/points.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "methods/start/points/point_clustering.hpp"
#include "pipeline/derived_options.hpp"
#include "text/dense_features.hpp"
#include "text/weighted_data.hpp"

namespace manifact {
namespace {

constexpr Index most_features = 50;
constexpr double similar = 3, unlike = 20;  // spread ratios
constexpr Index compared_rows = 4000;
constexpr double same_length = 1e-3, least_spread = 1e-2;  // relative to the length

// Options that only the other pipelines of auto use.
constexpr Key of_documents[] = {
    Key::start,          Key::max_iterations, Key::neighbors,    Key::graph_weight,
    Key::graph_rule,     Key::lambda,         Key::svd_rank,     Key::smoothing,
    Key::duplicates,     Key::refine,         Key::update,       Key::ncw,
    Key::readout,        Key::graph_search,   Key::metric,       Key::bandwidth,
    Key::search_recall,  Key::select,         Key::lambda_scale, Key::ncw_power,
    Key::merge_exponent, Key::vector_weight,
};

bool has_points(const Options &options) {
  return options.uses(Key::preset) &&
         std::string_view(options.words_of(*find_option(Key::preset))).find("points") !=
             std::string_view::npos;
}

// Whether all rows have the same length, and whether all values are counts of which most are zero.
struct Rows {
  bool one_length = true, counts = true;
};

double value_of(const Matrix &X, Index i, Index j) noexcept {
  const Index e = i * X.stride + j;
  return X.singles != nullptr ? static_cast<double>(X.singles[e]) : X.reals[e];
}

// The exponent of the largest value: without it, squares neither overflow nor vanish.
int exponent_of(const Matrix &X) noexcept {
  double most = 0;
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) most = std::max(most, std::fabs(value_of(X, i, j)));
  return most > 0 ? std::ilogb(most) : 0;
}

// The standard deviations of the features times 2^-exponent, 0 for rounding. Differences from the
// first row come first: squares of values far from the origin would lose all digits.
Array<double> deviations(const Matrix &X, int exponent, ExecutionContext &run) {
  const double n = static_cast<double>(X.rows), rounding = X.singles != nullptr ? 1e-6 : 1e-13;
  const auto off = [&](Index i, Index j) {
    return std::ldexp(value_of(X, i, j), -exponent) - std::ldexp(value_of(X, 0, j), -exponent);
  };
  Array<double> mean(run.memory, X.columns), found(run.memory, X.columns);
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) mean[j] += off(i, j) / n;
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) {
      const double from_mean = off(i, j) - mean[j];
      found[j] += from_mean * from_mean / n;
    }
  for (Index j = 0; j < X.columns; ++j) {
    const double size = std::fabs(std::ldexp(value_of(X, 0, j), -exponent) + mean[j]);
    found[j] = std::sqrt(found[j]) > rounding * size ? std::sqrt(found[j]) : 0;
  }
  return found;
}

// Rows of one length that are far from the origin, compared with their spread, are points as well.
Rows rows_of(const Matrix &X, ExecutionContext &run) {
  Rows found;
  const int exponent = exponent_of(X);
  double least = INFINITY, most = 0;
  Index zeros = 0;
  for (Index i = 0; i < X.rows; ++i) {
    double square = 0;
    for (Index j = 0; j < X.columns; ++j) {
      const double x = value_of(X, i, j);
      const double scaled = std::ldexp(x, -exponent);
      square += scaled * scaled;
      zeros += x == 0 ? 1 : 0;
      found.counts = found.counts && x >= 0 && x == std::floor(x);
    }
    least = std::min(least, square);
    most = std::max(most, square);
  }
  found.counts = found.counts && 2 * zeros > X.rows * X.columns;
  found.one_length = X.columns > 1 && least >= most * (1 - same_length);
  if (!found.one_length) return found;
  double around = 0;
  for (const double deviation : deviations(X, exponent, run)) around += deviation * deviation;
  found.one_length = around >= least_spread * least_spread * most;
  return found;
}

template <class T>
double score_with(Scaling scaling, const Matrix &X, Index k, const Options &options,
                  ExecutionContext &run) {
  WeightingRequest request;
  request.weighting = Weighting::none;
  request.scaling = scaling;
  const FeatureWeights weights = learn_weights(X, request, run);
  const WeightedData<T> data = weighted_data<T>(X, weights, run);
  return best_shape_score(data.view(), k, compared_rows,
                          static_cast<std::uint64_t>(options.integer(Key::seed)), run);
}

void check(const Matrix &X, const Options &options, const FitInputs &inputs) {
  if (inputs.has_start())
    fail(Status::option, "preset=points makes its own clusters: it takes no start");
  if (!X.dense)
    fail(Status::option, "preset=points needs dense data; omit it to cluster sparse data");
  if (options.choice<KernelKind>() != KernelKind::linear)
    fail(Status::option, "preset=points needs the linear kernel");
}

}  // namespace

bool may_be_points(const Matrix &X, const Options &requested, const FitInputs &inputs,
                   ExecutionContext &run) {
  if (!X.dense || inputs.has_start() ||
      (inputs.weights != nullptr && inputs.weights->unit_rows()) || inputs.graph != nullptr ||
      (requested.is_set(Key::weighting) && requested.choice<Weighting>() != Weighting::none) ||
      requested.choice<KernelKind>() != KernelKind::linear ||
      requested.choice<Scaling>() == Scaling::unit_rows)
    return false;
  for (const Key key : of_documents)
    if (requested.uses(key) && requested.is_set(key)) return false;
  const Rows rows = rows_of(X, run);
  return !rows.one_length && !rows.counts;
}

double spread_ratio(const Matrix &X, ExecutionContext &run) {
  std::vector<double> spreads;
  for (const double deviation : deviations(X, exponent_of(X), run))
    if (deviation > 0) spreads.push_back(deviation);
  if (spreads.empty()) return 1;
  std::sort(spreads.begin(), spreads.end());
  return spreads.back() / spreads[(spreads.size() - 1) / 2];
}

template <class T>
Options choose_points(const Matrix &X, Index k, const Options &requested, const FitInputs &inputs,
                      LabelsOfFit labels_of_fit, Report &report, ExecutionContext &run) {
  if (!has_points(requested)) return requested;
  Options options = requested;
  const bool by_views =
      requested.is_set(Key::preset) &&
      (requested.choice<Preset>() == Preset::quality || requested.choice<Preset>() == Preset::best);
  if (!requested.is_set(Key::preset) || by_views) {
    if (!may_be_points(X, requested, inputs, run)) return requested;
    if (X.columns > most_features) {
      if (run.divided() || !are_wide_points<T>(X, k, requested, labels_of_fit, report, run))
        return requested;
      report.warn(
          "clusters by cosines cut through groups that distances separate: preset=points; "
          "preset=dense clusters by cosines");
    }
    options = derive_points(requested, report);
  }
  if (options.choice<Preset>() != Preset::points) return requested;
  check(X, options, inputs);
  if (requested.choice<Scaling>() != Scaling::automatic) return options;
  if (inputs.weights != nullptr)  // a refit keeps the scaling of its model
    return derive_scaling_of_points(options, inputs.weights->scaling == Scaling::z_score);
  if (X.columns > most_features)
    return derive_scaling_of_points(options, feature_scales(X, run).unlike_units());
  const double ratio = spread_ratio(X, run);
  Findings findings;
  findings.note("spread_ratio", ratio);
  bool standardize = ratio > unlike;
  if (ratio > similar && ratio <= unlike) {
    run.monitor.enter("scaling");
    const double given_scales = score_with<T>(Scaling::none, X, k, options, run),
                 unit_scales = score_with<T>(Scaling::z_score, X, k, options, run);
    findings.note("score_scaling_none", given_scales);
    findings.note("score_scaling_z_score", unit_scales);
    standardize = unit_scales > given_scales;
  }
  report.findings(findings);
  if (standardize)
    report.warn(
        "the features have very different scales (the largest standard deviation is %.0f times the "
        "median): they were standardized; scaling=none keeps them as they are",
        ratio);
  return derive_scaling_of_points(options, standardize);
}

template Options choose_points<float>(const Matrix &, Index, const Options &, const FitInputs &,
                                      LabelsOfFit, Report &, ExecutionContext &);
template Options choose_points<double>(const Matrix &, Index, const Options &, const FitInputs &,
                                       LabelsOfFit, Report &, ExecutionContext &);

}  // namespace manifact
