#include "topics/trends.hpp"

#include <algorithm>
#include <cmath>

namespace manifact {

void count_periods(const Model &model, const std::int32_t *periods, Index n_periods,
                   Index *counts) {
  std::fill(counts, counts + n_periods * model.k, Index{0});
  for (Index i = 0; i < model.n; ++i)
    if (periods[i] >= 0 && model.labels[i] >= 0) ++counts[periods[i] * model.k + model.labels[i]];
}

Array<double> term_trends(const Model &model, const TermDocuments &X, const std::int32_t *periods,
                          Index topic, ExecutionContext &run) {
  constexpr double least_having = 5;
  constexpr Index portion = 4096;
  const auto takes_part = [&](Index i) { return model.labels[i] == topic && periods[i] >= 0; };
  run.monitor.enter("trends", model.n);
  double documents = 0, sum = 0, squares = 0;
  for (Index i = 0; i < model.n; ++i)
    if (takes_part(i)) {
      documents += 1;
      sum += periods[i];
    }
  const double mean = documents > 0 ? sum / documents : 0;
  Array<double> trend(run.memory, X.columns()), having(run.memory, X.columns());
  for (Index i = 0; i < model.n; ++i) {
    if (i % portion == 0) run.monitor.report(i, model.n);
    if (!takes_part(i)) continue;
    const double t = periods[i] - mean;
    squares += t * t;
    X.each_term(i, [&](std::int32_t j) {
      trend[j] += t;
      having[j] += 1;
    });
  }
  for (Index j = 0; j < trend.size(); ++j) {
    const double p = documents > 0 ? having[j] / documents : 0;
    const double variance = p * (1 - p) * squares;
    trend[j] = having[j] >= least_having && variance > 0 ? trend[j] / std::sqrt(variance) : 0;
  }
  return trend;
}

}  // namespace manifact
