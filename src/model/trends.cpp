#include "model/trends.hpp"

#include <algorithm>
#include <cmath>

namespace manifact {

void count_periods(const Model &model, const std::int32_t *periods, Index n_periods,
                   Index *counts) {
  std::fill(counts, counts + n_periods * model.k, Index{0});
  for (Index i = 0; i < model.n; ++i)
    if (periods[i] >= 0 && model.labels[i] >= 0) ++counts[periods[i] * model.k + model.labels[i]];
}

std::vector<double> term_trends(const Model &model, const DataView<double> &X,
                                const std::int32_t *periods, Index topic) {
  constexpr double least_documents = 5;
  const auto takes_part = [&](Index i) { return model.labels[i] == topic && periods[i] >= 0; };
  double documents = 0, sum = 0, squares = 0;
  for (Index i = 0; i < model.n; ++i)
    if (takes_part(i)) {
      documents += 1;
      sum += periods[i];
    }
  const double mean = documents > 0 ? sum / documents : 0;
  const auto m = static_cast<std::size_t>(X.columns);
  std::vector<double> trend(m), having(m);
  for (Index i = 0; i < model.n; ++i) {
    if (!takes_part(i)) continue;
    const double t = periods[i] - mean;
    squares += t * t;
    const DataRow<double> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) {
      if (x[e] == 0) continue;
      trend[static_cast<std::size_t>(x.column(e))] += t;
      having[static_cast<std::size_t>(x.column(e))] += 1;
    }
  }
  for (std::size_t j = 0; j < m; ++j) {
    const double p = documents > 0 ? having[j] / documents : 0;
    const double variance = p * (1 - p) * squares;
    trend[j] = having[j] >= least_documents && variance > 0 ? trend[j] / std::sqrt(variance) : 0;
  }
  return trend;
}

}  // namespace manifact
