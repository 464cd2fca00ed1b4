#include "text/weighting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "linalg/dense/range.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "text/document_weights.hpp"

namespace manifact {
namespace {

// A range smaller than this, relative to the values, is rounding error.
constexpr double same = 16 * std::numeric_limits<double>::epsilon();
constexpr Index fewest_features = 50;  // minimum that the df limits leave

// Whether the values of a sparse matrix are counts.
bool are_counts(const Matrix &X, ExecutionContext &run) {
  bool counts = true;
  for (Index e = 0; X.packed == nullptr && counts && e < X.entries(); ++e) {
    const double value = X.value(e);
    counts = value >= 0 && value == std::floor(value);
  }
  return !run.any(!counts);
}

void refuse_negative(const Matrix &X, const Index *places) {
  for (Index i = 0; i < X.rows; ++i)
    X.each(i, [&](std::int32_t j, double value) {
      if (value < 0)
        fail(Status::value, "row %lld, column %d is negative (%g): tf-idf requires counts",
             static_cast<long long>(place_of(i, places)), j, value);
    });
}

Index drop_by_df(const Array<Index> &df, const DfLimits &limits, Array<double> &idf) {
  Index dropped = 0;
  for (Index j = 0; j < df.size(); ++j) {
    if (df[j] == 0 || limits.keep(df[j])) continue;
    idf[j] = 0;
    ++dropped;
  }
  return dropped;
}

// The root mean square of x_ij - mean_j, scaled by the largest: squares of tiny or huge values
// would underflow or overflow.
void learn_deviations(const Matrix &X, const WeightedRows &rows, const Array<Index> &stored,
                      const Array<double> &largest, FeatureWeights &weights) {
  const double n = static_cast<double>(X.rows);
  for (double &x : weights.spread) x = 0;
  const auto square = [&](Index j, double value) {
    const double off = largest[j] > 0 ? (value - weights.shift[j]) / largest[j] : 0;
    return off * off;
  };
  X.each([&](std::int32_t j, double value) {
    weights.spread[j] += square(j, rows.weighed(j, value));
  });
  for (Index j = 0; j < X.columns; ++j) {
    const double sum = weights.spread[j] + static_cast<double>(X.rows - stored[j]) * square(j, 0);
    weights.spread[j] = largest[j] > 0 ? largest[j] * std::sqrt(sum / n) : 1;
  }
}

// Accurate even if the values are far from 0 and close to each other, where the plain sum is not.
// Zeros are only counted.
void center(const Matrix &X, const WeightedRows &rows, Array<double> &mean, ExecutionContext &run) {
  const double n = static_cast<double>(X.rows);
  Array<Index> filled(run.memory, X.columns);
  Array<double> off(run.memory, X.columns);
  X.each([&](std::int32_t j, double stored) {
    const double value = rows.weighed(j, stored);
    if (value == 0) return;
    off[j] += (value - mean[j]) / n;
    ++filled[j];
  });
  for (Index j = 0; j < X.columns; ++j)
    mean[j] += off[j] - static_cast<double>(X.rows - filled[j]) / n * mean[j];
}

void learn_scaling(const Matrix &X, FeatureWeights &weights, ExecutionContext &run) {
  const WeightedRows rows(X, weights);
  const Index m = X.columns;
  Array<Index> stored(run.memory, m);
  Array<double> low(run.memory, m), high(run.memory, m), mean(run.memory, m);
  X.each([&](std::int32_t j, double count) {
    const double value = rows.weighed(j, count);
    low[j] = stored[j] > 0 ? std::fmin(low[j], value) : value;
    high[j] = stored[j] > 0 ? std::fmax(high[j], value) : value;
    mean[j] += value / static_cast<double>(X.rows);
    ++stored[j];
  });
  for (Index j = 0; j < m; ++j) {
    if (stored[j] < X.rows) low[j] = std::fmin(low[j], 0), high[j] = std::fmax(high[j], 0);
    if (!std::isfinite(high[j] - low[j]))
      fail(Status::value,
           "column %lld ranges from %g to %g, which exceeds the range of a double: it cannot be "
           "scaled",
           static_cast<long long>(j), low[j], high[j]);
  }
  const bool by_range = weights.scaling == Scaling::min_max;
  if (!by_range) center(X, rows, mean, run);
  weights.shift = Array<double>(run.memory, m);
  weights.spread = Array<double>(run.memory, m);
  // The largest distance from the mean; 0 if the feature has a single value.
  Array<double> largest(run.memory, m);
  for (Index j = 0; j < m; ++j) {
    const double size = std::fmax(std::fabs(low[j]), std::fabs(high[j]));
    const bool one_value = high[j] - low[j] <= same * size;
    weights.shift[j] = by_range || one_value ? low[j] : std::clamp(mean[j], low[j], high[j]);
    weights.spread[j] = one_value ? 0 : high[j] - low[j];
    largest[j] = one_value ? 0 : std::fmax(high[j] - weights.shift[j], weights.shift[j] - low[j]);
  }
  if (!by_range) learn_deviations(X, rows, stored, largest, weights);
  for (Index j = 0; j < m && !by_range; ++j)
    if (largest[j] == 0 && low[j] < high[j])
      weights.spread[j] =
          std::fmax(1, std::fmax(std::fabs(low[j]), std::fabs(high[j])));  // limits rounding
}

void learn_weighting(const Matrix &X, const WeightingRequest &request, FeatureWeights &weights,
                     ExecutionContext &run) {
  run.together([&] { refuse_negative(X, request.places); });
  Array<Index> df(run.memory, X.columns);
  X.each([&](std::int32_t j, double value) { df[j] += value > 0 ? 1 : 0; });
  run.sum(df.data(), X.columns);
  const Index documents = run.total(X.rows);
  weights.idf = Array<double>(run.memory, X.columns);
  const DocumentFrequencies *const background = request.background;
  const double n = static_cast<double>(background != nullptr ? background->documents : documents);
  for (Index j = 0; j < X.columns; ++j) {
    const Index known = background != nullptr ? std::max<Index>(background->of[j], 1) : df[j];
    weights.idf[j] = df[j] > 0 ? std::log(n / static_cast<double>(known)) : 0;
  }
  weights.dropped =
      drop_by_df(df, df_limits(df, request.min_df, request.max_df, documents), weights.idf);
}

// Unit rows need no scaling. Non-finite values are left to the code that rejects them.
int learn_exponent(const Matrix &X, const FeatureWeights &weights, int range,
                   ExecutionContext &run) {
  if (range == 0 || weights.unit_rows()) return 0;
  const WeightedRows rows(X, weights);
  constexpr Index step = 4096;
  Array<double> largest(run.memory, (X.rows + step - 1) / step);  // of each block
  run.pool.blocks(X.rows, step, [&](Index begin, Index end) {
    double &most = largest[begin / step];
    for (Index i = begin; i < end; ++i)
      rows.visit(i, [&](std::int32_t, double value) { most = std::max(most, std::fabs(value)); });
  });
  double most = largest.size() > 0 ? *std::max_element(largest.begin(), largest.end()) : 0;
  most = run.largest(most);
  const int exponent = exponent_to_one(most);
  return std::abs(exponent) > range ? exponent : 0;
}

constexpr struct {
  Scaling scaling;
  std::string_view name;
} scalings[] = {{Scaling::automatic, "auto"},
                {Scaling::none, "none"},
                {Scaling::unit_rows, "unit-rows"},
                {Scaling::min_max, "min-max"},
                {Scaling::z_score, "z-score"}};

}  // namespace

Weighting weighting_named(std::string_view word) {
  if (word == "auto") return Weighting::automatic;
  if (word == "none") return Weighting::none;
  if (word == "tfidf") return Weighting::tfidf;
  if (word == "log-tfidf") return Weighting::log_tfidf;
  fail(Status::option, "weighting must be one of: auto none tfidf log-tfidf; not '%.*s'",
       static_cast<int>(word.size()), word.data());
}

Scaling scaling_named(std::string_view word) {
  for (const auto &one : scalings)
    if (word == one.name) return one.scaling;
  fail(Status::option, "scaling must be one of: auto none unit-rows min-max z-score; not '%.*s'",
       static_cast<int>(word.size()), word.data());
}

const char *name_of(Scaling scaling) noexcept {
  return scalings[static_cast<int>(scaling)].name.data();
}

TermsByDf terms_by_df(const Array<Index> &df) {
  std::vector<Index> rare(1024);
  TermsByDf terms;
  for (const Index d : df) ++(d < std::ssize(rare) ? rare[static_cast<std::size_t>(d)] : terms[d]);
  for (std::size_t d = 0; d < rare.size(); ++d)
    if (rare[d] > 0) terms[static_cast<Index>(d)] = rare[d];
  return terms;
}

DfLimits df_limits(const Array<Index> &df, Index min_df, double max_df, Index n) {
  return df_limits(terms_by_df(df), min_df, max_df, n);
}

DfLimits df_limits(const TermsByDf &terms, Index min_df, double max_df, Index n) {
  const auto kept = [&](const DfLimits &limits) {
    Index count = 0;
    for (const auto &[df, some] : terms) count += limits.keep(df) ? some : 0;
    return count;
  };
  const DfLimits none{1, static_cast<double>(n)};
  const DfLimits requested{min_df,
                           max_df * static_cast<double>(n) * (1 + 1e-12)};  // 0.29 * 100 is 29
  const Index wanted = std::min(fewest_features, kept(none));
  if (kept(requested) >= wanted) return requested;
  Index least = 1, found = 0;  // of the `wanted` most frequent terms
  for (auto term = terms.rbegin(); term != terms.rend() && found < wanted; ++term) {
    least = term->first;
    found += term->second;
  }
  return {std::min(min_df, least), none.most};
}

FeatureWeights learn_weights(const Matrix &X, const WeightingRequest &request,
                             ExecutionContext &run) {
  FeatureWeights weights;
  weights.scaling = request.scaling;
  if (request.scaling == Scaling::automatic)
    weights.scaling = X.dense ? request.dense : Scaling::unit_rows;
  weights.weighting = request.weighting;
  if (request.weighting == Weighting::automatic)
    weights.weighting = !X.dense && are_counts(X, run) ? request.counts : Weighting::none;
  if (weights.weighting != Weighting::none) learn_weighting(X, request, weights, run);
  if (weights.scaling == Scaling::min_max || weights.scaling == Scaling::z_score)
    learn_scaling(X, weights, run);
  weights.exponent = learn_exponent(X, weights, request.range, run);
  return weights;
}

void check_scaled_budget(const Matrix &X, const FeatureWeights &weights,
                         std::optional<Index> budget) {
  if (X.dense) return;  // it had this size before
  const double moved = static_cast<double>(WeightedRows(X, weights).moved());
  const double bytes =
      static_cast<double>(X.rows) * moved * (sizeof(double) + sizeof(std::int32_t));
  if (bytes <= static_cast<double>(budget.value_or(2'147'483'648))) return;
  const std::string limit = budget ? "the memory-budget of " + std::to_string(*budget)
                                   : "2 GiB: use fewer documents at once";
  fail(Status::budget,
       "scaling=%s makes the zeros in %.0f features of %lld sparse documents nonzero, which needs "
       "%.0f bytes, more than %s",
       name_of(weights.scaling), moved, static_cast<long long>(X.rows), bytes, limit.c_str());
}

}  // namespace manifact
