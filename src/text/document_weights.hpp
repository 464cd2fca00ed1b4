// Weighted documents before normalization to unit length, row by row. For the sources of
// text/weighting.hpp and text/weighted_data.hpp only.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"
#include "text/feature_weights.hpp"

namespace manifact {

inline double term_weight(Weighting weighting, double tf) {
  if (!(tf > 0)) return 0;
  return weighting == Weighting::log_tfidf ? std::fmax(0, 1 + std::log(tf)) : tf;
}

inline double scaled(const FeatureWeights &weights, Index j, double value) noexcept {
  return weights.spread[j] > 0 ? (value - weights.shift[j]) / weights.spread[j] : 0;
}

// The stored values, and the scaled value of zeros.
class WeightedRows {
 public:
  WeightedRows(const Matrix &X, const FeatureWeights &weights) : X_(X), weights_(weights) {
    for (Index j = 0; j < weights.shift.size(); ++j)
      if (scaled(weights, j, 0) != 0) moved_.push_back(static_cast<std::int32_t>(j));
  }

  // The number of features whose zeros become nonzero.
  Index moved() const noexcept { return static_cast<Index>(moved_.size()); }

  double weighed(Index j, double value) const noexcept {
    return weights_.idf.empty() ? value : term_weight(weights_.weighting, value) * weights_.idf[j];
  }

  // visit(feature, value) for the nonzero values of row i, features ascending.
  template <class Visit>
  void visit(Index i, Visit &&visit) const {
    if (weights_.exponent == 0) return visit_plain(i, visit);
    visit_plain(
        i, [&](std::int32_t j, double value) { visit(j, std::ldexp(value, weights_.exponent)); });
  }

 private:
  template <class Visit>
  void visit_plain(Index i, Visit &&visit) const {
    auto next = moved_.begin();
    X_.each(i, [&](std::int32_t j, double stored) {
      for (; next != moved_.end() && *next < j; ++next) visit(*next, scaled(weights_, *next, 0));
      if (next != moved_.end() && *next == j) ++next;
      const double value =
          weights_.shift.empty() ? weighed(j, stored) : scaled(weights_, j, weighed(j, stored));
      if (value != 0) visit(j, value);
    });
    for (; next != moved_.end(); ++next) visit(*next, scaled(weights_, *next, 0));
  }

  const Matrix &X_;
  const FeatureWeights &weights_;
  std::vector<std::int32_t> moved_;
};

}  // namespace manifact
