// What a rule for new documents holds, by the names of its sections in a model file.
#pragma once

#include <string_view>

#include "model/predictor.hpp"
#include "support/numbers.hpp"

namespace manifact {

// Of k clusters; empty where the rule holds none of that name.
inline Plain part_of(const Predictor &predictor, Index k, std::string_view section) {
  for (const PredictorPart &part : predictor.parts(k)) {
    if (part.section != section) continue;
    Plain A(part.values->size() / part.columns, part.columns);
    std::copy(part.values->begin(), part.values->end(), A.values.begin());
    return A;
  }
  return {0, 0};
}

}  // namespace manifact
