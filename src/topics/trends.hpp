// Topics over time, from the period of each document, 0 .. n_periods - 1, -1: not known.
//
// A term rises or falls among the documents of a topic by the test for a linear trend in
// proportions (Cochran 1954, Armitage 1955): with t_i the period of document i and x_i = 1 if it
// has the term,
//
//   z = sum_i x_i (t_i - mean t) / sqrt(p (1 - p) sum_i (t_i - mean t)^2),   p = mean x
//
// which is approximately standard normal without a trend. Terms with |z| below 4.5 are not listed:
// among ten thousand terms without a trend, one exceeds it in 7 % of all cases.
#pragma once

#include <cstdint>

#include "model/model.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/term_documents.hpp"

namespace manifact {

inline constexpr double least_trend = 4.5;

// n_periods x k: the documents of each topic.
void count_periods(const Model &model, const std::int32_t *periods, Index n_periods, Index *counts);

// z of each column of X for the documents of a topic; 0 for terms in fewer than 5 of them. X: the
// documents of the model, in their order.
Array<double> term_trends(const Model &model, const TermDocuments &X, const std::int32_t *periods,
                          Index topic, ExecutionContext &run);

}  // namespace manifact
