// Counts -> weighted, scaled rows. Values learned from the training counts (the idf of each
// feature) are stored, so that new documents are weighted in the same way.
//
//   tfidf      x_ij = tf_ij ln(n / df_j)             log-tfidf   x_ij = (1 + ln tf_ij) ln(n / df_j)
//
// then rows are normalized to unit length, or features are scaled to a common range (zeros are
// ordinary values):
//
//   min-max    (x_ij - min_j) / (max_j - min_j)     z-score   (x_ij - mean_j) / deviation_j
//
// n documents, df_j of them with feature j, here or in a background collection; df_j = 1 if no
// document there has it. A feature that occurs in every document has weight 0.
// Finally, if a fit requires it, values of extreme magnitude are multiplied by a common power of
// two: squares of kernel values must not overflow or underflow.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/feature_weights.hpp"

namespace manifact {

// Parses the words of the options. Throws Error(option) for others.
Weighting weighting_named(std::string_view word);
Scaling scaling_named(std::string_view word);
const char *name_of(Scaling scaling) noexcept;

struct WeightingRequest {
  Weighting weighting = Weighting::automatic;
  Scaling scaling = Scaling::automatic;
  Index min_df = 1;   // minimum number of documents, and
  double max_df = 1;  // maximum share of the documents with a feature, for counts only
  Weighting counts = Weighting::tfidf;  // the automatic weighting of counts
  Scaling dense = Scaling::none;        // the automatic scaling of dense input
  int range = 0;  // a largest magnitude outside 2^-range .. 2^range is scaled to about 1; 0: never
  const Index *places = nullptr;  // of the documents among those of the caller, for messages
  const DocumentFrequencies *background = nullptr;  // null: the documents' own
};

// The range of document frequencies of terms that are kept.
struct DfLimits {
  Index least;
  double most;
  bool keep(Index df) const noexcept {
    return df > 0 && df >= least && static_cast<double>(df) <= most;
  }
};

// [min_df, max_df n]; relaxed to a lower min_df and no max_df if fewer than 50 terms would be left.
// df 0: an unused term.
DfLimits df_limits(const Array<Index> &df, Index min_df, double max_df, Index n);

// The same from the number of terms with each document frequency.
using TermsByDf = std::map<Index, Index>;
TermsByDf terms_by_df(const Array<Index> &df);
DfLimits df_limits(const TermsByDf &terms, Index min_df, double max_df, Index n);

// Chooses and learns the weights. Automatic: `counts` for sparse non-negative integers (judged by
// value); unit rows for sparse input. A feature with a single value up to rounding: min-max maps it
// to 0, also in new documents; z-score subtracts that value. Throws Error(value) for weighting of
// negative values, and if the range of a feature overflows a double.
FeatureWeights learn_weights(const Matrix &X, const WeightingRequest &request,
                             ExecutionContext &run);

// Throws Error(budget) if the zeros of sparse documents that the scaling makes nonzero need more
// than `budget` bytes; 2 GiB if none is given.
void check_scaled_budget(const Matrix &X, const FeatureWeights &weights,
                         std::optional<Index> budget = {});

}  // namespace manifact
