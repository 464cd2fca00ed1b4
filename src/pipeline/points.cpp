#include "pipeline/points.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "methods/start/points/point_clustering.hpp"
#include "pipeline/derived_options.hpp"
#include "text/weighted_data.hpp"

namespace manifact {
namespace {

constexpr Index most_features = 50;
constexpr double similar = 3, unlike = 20;  // spread ratios
constexpr Index compared_rows = 4000;
constexpr double same_length = 1e-3;

// Options that only the other pipelines of auto use.
constexpr Key of_documents[] = {
    Key::start,          Key::max_iterations, Key::neighbors,    Key::graph_weight,
    Key::graph_rule,     Key::lambda,         Key::svd_rank,     Key::smoothing,
    Key::duplicates,     Key::refine,         Key::update,       Key::ncw,
    Key::readout,        Key::graph_search,   Key::metric,       Key::bandwidth,
    Key::search_recall,  Key::select,         Key::lambda_scale, Key::ncw_power,
    Key::merge_exponent,
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

Rows rows_of(const Matrix &X) {
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

bool are_points(const Matrix &X, const Options &requested, const FitInputs &inputs) {
  if (!X.dense || X.columns > most_features || inputs.has_start() ||
      (inputs.weights != nullptr && inputs.weights->unit_rows()) || inputs.graph != nullptr ||
      (requested.is_set(Key::weighting) && requested.choice<Weighting>() != Weighting::none) ||
      requested.choice<KernelKind>() != KernelKind::linear ||
      requested.choice<Scaling>() == Scaling::unit_rows)
    return false;
  for (const Key key : of_documents)
    if (requested.uses(key) && requested.is_set(key)) return false;
  const Rows rows = rows_of(X);
  return !rows.one_length && !rows.counts;
}

double spread_ratio(const Matrix &X, ExecutionContext &run) {
  Array<double> mean(run.memory, X.columns), square(run.memory, X.columns);
  const double n = static_cast<double>(X.rows);
  const int exponent = exponent_of(X);
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) mean[j] += std::ldexp(value_of(X, i, j), -exponent) / n;
  for (Index i = 0; i < X.rows; ++i)
    for (Index j = 0; j < X.columns; ++j) {
      const double off = std::ldexp(value_of(X, i, j), -exponent) - mean[j];
      square[j] += off * off / n;
    }
  std::vector<double> spreads;
  for (Index j = 0; j < X.columns; ++j) {
    const double rounding = 1e-7 * std::fabs(mean[j]);
    if (std::sqrt(square[j]) > rounding) spreads.push_back(std::sqrt(square[j]));
  }
  if (spreads.empty()) return 1;
  std::sort(spreads.begin(), spreads.end());
  return spreads.back() / spreads[(spreads.size() - 1) / 2];
}

template <class T>
Options choose_points(const Matrix &X, Index k, const Options &requested, const FitInputs &inputs,
                      Report &report, ExecutionContext &run) {
  if (!has_points(requested)) return requested;
  Options options = requested;
  const bool by_views =
      requested.is_set(Key::preset) &&
      (requested.choice<Preset>() == Preset::quality || requested.choice<Preset>() == Preset::best);
  if (!requested.is_set(Key::preset) || by_views) {
    if (!are_points(X, requested, inputs)) return requested;
    options = derive_points(requested, report);
  }
  if (options.choice<Preset>() != Preset::points) return requested;
  check(X, options, inputs);
  if (requested.choice<Scaling>() != Scaling::automatic) return options;
  if (inputs.weights != nullptr)  // a refit keeps the scaling of its model
    return derive_scaling_of_points(options, inputs.weights->scaling == Scaling::z_score);
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
                                      Report &, ExecutionContext &);
template Options choose_points<double>(const Matrix &, Index, const Options &, const FitInputs &,
                                       Report &, ExecutionContext &);

}  // namespace manifact
