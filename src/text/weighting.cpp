#include "text/weighting.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace manifact {
namespace {

constexpr std::int64_t step = 512;         // rows a task
constexpr std::int64_t fewest_features = 50;  // that df limits may leave

bool are_counts(const Matrix &X) {
  for (std::int64_t e = 0; e < X.entries(); ++e) {
    const double value = X.value(e);
    if (!(value >= 0) || value != std::floor(value)) return false;
  }
  return true;
}

void refuse_negative(const Matrix &X) {
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      if (X.value(e) < 0)
        fail(Status::value, "row %lld, column %lld is negative (%g): tf-idf weights counts", static_cast<long long>(i),
             static_cast<long long>(X.indices[e]), X.value(e));
}

double term_weight(Weighting weighting, double tf) {
  if (!(tf > 0)) return 0;
  return weighting == Weighting::log_tfidf ? std::fmax(0, 1 + std::log(tf)) : tf;
}

std::int64_t drop_by_df(const Array<std::int64_t> &df, const DfLimits &limits, Array<double> &idf) {
  std::int64_t dropped = 0;
  for (std::int64_t j = 0; j < df.size(); ++j) {
    if (df[j] == 0 || limits.keep(df[j])) continue;
    idf[j] = 0;
    ++dropped;
  }
  return dropped;
}

}  // namespace

Weighting weighting_named(std::string_view word) {
  if (word == "auto") return Weighting::automatic;
  if (word == "none") return Weighting::none;
  if (word == "tfidf") return Weighting::tfidf;
  if (word == "log-tfidf") return Weighting::log_tfidf;
  fail(Status::option, "weighting is one of: auto none tfidf log-tfidf; not '%.*s'", static_cast<int>(word.size()), word.data());
}

Scaling scaling_named(std::string_view word) {
  if (word == "auto") return Scaling::automatic;
  if (word == "none") return Scaling::none;
  if (word == "unit-rows") return Scaling::unit_rows;
  fail(Status::option, "scaling is one of: auto none unit-rows; not '%.*s'", static_cast<int>(word.size()), word.data());
}

DfLimits df_limits(const Array<std::int64_t> &df, std::int64_t min_df, double max_df, std::int64_t n) {
  const auto kept = [&](const DfLimits &limits) { return std::count_if(df.begin(), df.end(), [&](std::int64_t d) { return limits.keep(d); }); };
  const DfLimits none{1, static_cast<double>(n)};
  const DfLimits asked{min_df, max_df * static_cast<double>(n) * (1 + 1e-12)};  // 0.29 * 100 is 29
  const std::int64_t wanted = std::min(fewest_features, static_cast<std::int64_t>(kept(none)));
  if (kept(asked) >= wanted) return asked;
  Array<std::int64_t> falling = df.copy();
  std::nth_element(falling.begin(), falling.begin() + wanted - 1, falling.end(), std::greater<>());
  return {std::min(min_df, falling[wanted - 1]), none.most};
}

FeatureWeights learn_weights(const Matrix &X, const WeightingRequest &request, Run &run) {
  FeatureWeights weights;
  weights.unit_rows = request.scaling == Scaling::unit_rows || (request.scaling == Scaling::automatic && !X.dense);
  weights.weighting = request.weighting;
  if (request.weighting == Weighting::automatic) weights.weighting = !X.dense && are_counts(X) ? request.counts : Weighting::none;
  if (weights.weighting == Weighting::none) return weights;
  refuse_negative(X);
  Array<std::int64_t> df(run.memory, X.columns);
  for (std::int64_t e = 0; e < X.entries(); ++e) df[X.indices[e]] += X.value(e) > 0 ? 1 : 0;
  weights.idf = Array<double>(run.memory, X.columns);
  const double n = static_cast<double>(X.rows);
  for (std::int64_t j = 0; j < X.columns; ++j) weights.idf[j] = df[j] > 0 ? std::log(n / static_cast<double>(df[j])) : 0;
  weights.dropped = drop_by_df(df, df_limits(df, request.min_df, request.max_df, X.rows), weights.idf);
  return weights;
}

template <class T>
Csr<T> weighted_rows(const Matrix &X, const FeatureWeights &weights, Run &run) {
  const auto weigh = [&](std::int64_t e) {
    const double value = X.value(e);
    return weights.idf.empty() ? value : term_weight(weights.weighting, value) * weights.idf[X.indices[e]];
  };
  Array<std::int64_t> indptr(run.memory, X.rows + 1);
  run.team.blocks(X.rows, step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) indptr[i + 1] += weigh(e) != 0 ? 1 : 0;
  });
  for (std::int64_t i = 0; i < X.rows; ++i) indptr[i + 1] += indptr[i];
  Csr<T> Y(run.memory, X.rows, X.columns, indptr[X.rows]);
  Y.indptr = std::move(indptr);
  run.team.blocks(X.rows, step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      double most = 0, sum = 0;  // by the largest first: squares of tiny or huge values are lost
      for (std::int64_t e = X.indptr[i]; weights.unit_rows && e < X.indptr[i + 1]; ++e) most = std::fmax(most, std::fabs(weigh(e)));
      for (std::int64_t e = X.indptr[i]; most > 0 && e < X.indptr[i + 1]; ++e) sum += (weigh(e) / most) * (weigh(e) / most);
      const double root = std::sqrt(sum);
      std::int64_t to = Y.indptr[i];
      for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
        const double value = weigh(e);
        if (value == 0) continue;
        Y.indices[to] = X.indices[e];
        Y.values[to++] = static_cast<T>(most > 0 ? value / most / root : value);
      }
    }
  });
  return Y;
}

template Csr<float> weighted_rows<float>(const Matrix &, const FeatureWeights &, Run &);
template Csr<double> weighted_rows<double>(const Matrix &, const FeatureWeights &, Run &);

}  // namespace manifact
