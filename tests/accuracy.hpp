// The accuracy of a model's labels against the truth.
#pragma once

#include "support.hpp"

inline double accuracy(manifact_context *context, const std::vector<int64_t> &truth, const manifact_model *model) {
  const std::vector<int32_t> found = support::labels(model);
  const std::vector<int64_t> predicted(found.begin(), found.end());
  double value = 0;
  EXPECT_EQ(manifact_evaluate(context, truth.data(), predicted.data(), static_cast<int64_t>(truth.size()), &value, nullptr, nullptr, nullptr, nullptr), 0);
  return value;
}
