// Counts -> weighted, scaled rows. What is learned from the training counts (the idf of each
// feature) is kept, so that new documents are weighted as the old ones were.
//
//   tfidf      x_ij = tf_ij ln(n / df_j)             log-tfidf   x_ij = (1 + ln tf_ij) ln(n / df_j)
//
// then rows to unit length, or features to one range (zeros are values like others):
//
//   min-max    (x_ij - min_j) / (max_j - min_j)     z-score   (x_ij - mean_j) / deviation_j
//
// n documents, df_j of them with feature j. A feature in every document weighs nothing. Last, where
// a fit asks for it, values of extreme magnitude times a power of two, one for all: squares
// of kernel values must stay within the range of numbers.
#pragma once

#include <optional>
#include <string_view>

#include "linalg/sparse/csr.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class Weighting { automatic, none, tfidf, log_tfidf };
enum class Scaling { automatic, none, unit_rows, min_max, z_score };

// By the words of the options. Throw Error(option) for others.
Weighting weighting_named(std::string_view word);
Scaling scaling_named(std::string_view word);
const char *name_of(Scaling scaling) noexcept;

struct WeightingRequest {
  Weighting weighting = Weighting::automatic;
  Scaling scaling = Scaling::automatic;
  Index min_df = 1;   // fewest documents, and
  double max_df = 1;  // largest share of the documents with a feature, for counts only
  Weighting counts = Weighting::tfidf;  // what automatic gives counts
  Scaling dense = Scaling::none;        // what automatic gives dense input
  int range = 0;  // a largest magnitude beyond 2^-range .. 2^range is brought near 1; 0: none is
};

struct FeatureWeights {
  Weighting weighting = Weighting::none;  // never automatic
  Scaling scaling = Scaling::none;        // never automatic
  Array<double> idf;                      // m; empty for none; 0 = dropped
  Index dropped = 0;                      // features dropped by min-df, max-df
  Array<double> shift,
      // m, of the features: x becomes (x - shift) / spread, and 0 where spread is 0; empty for the
      // other scalings
      spread;
  std::int32_t exponent = 0;  // of the power of two

  bool unit_rows() const noexcept { return scaling == Scaling::unit_rows; }
};

// Numbers of documents between which a term is kept.
struct DfLimits {
  Index least;
  double most;
  bool keep(Index df) const noexcept {
    return df > 0 && df >= least && static_cast<double>(df) <= most;
  }
};

// [min_df, max_df n]; with a lower min_df and no max_df where fewer than 50 terms would stay. df 0:
// a term nobody uses.
DfLimits df_limits(const Array<Index> &df, Index min_df, double max_df, Index n);

// Decide and learn. Automatic: `counts` for sparse, whole, non-negative values (judged by value);
// unit rows for sparse input. A feature of one value only, but for rounding: min-max makes 0 of it,
// in new documents too; z-score takes that value off. Throws Error(value) for weighting of negative
// values, and where a feature spans more than a double holds.
FeatureWeights learn_weights(const Matrix &X, const WeightingRequest &request,
                             ExecutionContext &run);

// Throws Error(budget) where sparse documents would lose so many of their zeros to the scaling that
// they need more than `budget` bytes; 2 GiB where nobody gave one.
void check_scaled_budget(const Matrix &X, const FeatureWeights &weights,
                         std::optional<Index> budget = {});

// Apply to any documents with the same features. Entries of weight zero are left out.
template <class T>
Csr<T> weighted_rows(const Matrix &X, const FeatureWeights &weights, ExecutionContext &run);

}  // namespace manifact
