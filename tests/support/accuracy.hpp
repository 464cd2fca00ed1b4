// The accuracy of a model's labels.
#pragma once

#include "support/handles.hpp"

struct Scores {
  double accuracy = 0, nmi = 0;
};

inline Scores scores(manifact_context *context, const std::vector<int32_t> &truth,
                     const manifact_model *model) {
  const std::vector<int32_t> predicted = support::labels(model);
  Scores scores;
  EXPECT_EQ(
      manifact_evaluate(context, truth.data(), predicted.data(), static_cast<int64_t>(truth.size()),
                        &scores.accuracy, &scores.nmi, nullptr, nullptr, nullptr),
      0);
  return scores;
}

inline double accuracy(manifact_context *context, const std::vector<int32_t> &truth,
                       const manifact_model *model) {
  return scores(context, truth, model).accuracy;
}
