// What is learned about the features of the training documents (text/weighting.hpp).
#pragma once

#include <cstdint>

#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class Weighting { automatic, none, tfidf, log_tfidf };
enum class Scaling { automatic, none, unit_rows, min_max, z_score };

// Of another collection, by which counts are weighted instead of by their own.
struct DocumentFrequencies {
  Array<Index> of;      // m
  Index documents = 0;  // of that collection
};

struct FeatureWeights {
  Weighting weighting = Weighting::none;  // never automatic
  Scaling scaling = Scaling::none;        // never automatic
  Array<double> idf;                      // m; empty if not weighted; 0 = dropped
  Index dropped = 0;                      // features dropped by min-df, max-df
  Array<double> shift,
      // For each of the m features: x becomes (x - shift) / spread, and 0 if spread is 0; empty for
      // the other scalings
      spread;
  std::int32_t exponent = 0;  // of the power of two

  bool unit_rows() const noexcept { return scaling == Scaling::unit_rows; }
};

}  // namespace manifact
