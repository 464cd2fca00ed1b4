// Counts -> weighted, scaled rows. What is learned from the training counts (the idf of each feature) is kept, so that new
// documents are weighted as the old ones were.
//
//   tfidf      x_ij = tf_ij ln(n / df_j)             log-tfidf   x_ij = (1 + ln tf_ij) ln(n / df_j)
//
// then rows to unit length. n documents, df_j of them with feature j. A feature in every document weighs nothing.
#pragma once

#include <string_view>

#include "linalg/csr.hpp"
#include "linalg/matrix.hpp"
#include "runtime/run.hpp"

namespace manifact {

enum class Weighting { automatic, none, tfidf, log_tfidf };
enum class Scaling { automatic, none, unit_rows };

// By the words of the options. Throw Error(option) for others.
Weighting weighting_named(std::string_view word);
Scaling scaling_named(std::string_view word);

struct WeightingRequest {
  Weighting weighting = Weighting::automatic;
  Scaling scaling = Scaling::automatic;
  std::int64_t min_df = 1;  // fewest documents, and
  double max_df = 1;        // largest share of the documents with a feature, for counts only
  Weighting counts = Weighting::tfidf;  // what automatic gives counts
};

struct FeatureWeights {
  Weighting weighting = Weighting::none;  // never automatic
  bool unit_rows = false;
  Array<double> idf;             // m; empty for none; 0 = dropped
  std::int64_t dropped = 0;      // features dropped by min-df, max-df
};

// Numbers of documents between which a term is kept.
struct DfLimits {
  std::int64_t least;
  double most;
  bool keep(std::int64_t df) const noexcept { return df > 0 && df >= least && static_cast<double>(df) <= most; }
};

// [min_df, max_df n]; with a lower min_df and no max_df where fewer than 50 terms would stay. df 0: a term nobody uses.
DfLimits df_limits(const Array<std::int64_t> &df, std::int64_t min_df, double max_df, std::int64_t n);

// Decide and learn. Automatic: `counts` for sparse, whole, non-negative values (judged by value); unit rows for sparse input.
// Throws Error(value) for weighting of negative values.
FeatureWeights learn_weights(const Matrix &X, const WeightingRequest &request, Run &run);

// Apply to any documents with the same features. Entries of weight zero are left out.
template <class T>
Csr<T> weighted_rows(const Matrix &X, const FeatureWeights &weights, Run &run);

}  // namespace manifact
