#include "pipeline/left_out.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "model/left_out.hpp"
#include "model/proportions.hpp"
#include "pipeline/cluster_means.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// If two sets of documents alternate, fewer are left out until the set is stable, eventually none.
constexpr int rounds_per_count = 10, patient_rounds = 60;

// Removes the labels of documents whose proportion of their cluster is below `least`; returns their
// number.
template <class T>
Index leave_out_mixed(Array<std::int32_t> &labels, const Dense<T> &V,
                      const MembershipReadout &readout, double least) {
  const Index k = V.columns();
  const Proportions proportions(readout, k);
  std::vector<double> row(static_cast<std::size_t>(k)), shares(row);
  Index left_out = 0;
  for (Index i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    std::copy_n(V.row(i), k, row.begin());
    proportions.row(row.data(), shares.data());
    if (!(shares[static_cast<std::size_t>(labels[i])] < least)) continue;
    labels[i] = -1;
    ++left_out;
  }
  return left_out;
}

// A score above that of `count` documents, or of fewer if several equal the next one.
double threshold_of(const Array<double> &scores, const Array<std::int32_t> &labels, Index count) {
  std::vector<double> sorted;
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) sorted.push_back(scores[i]);
  const auto next = sorted.begin() + count;
  std::nth_element(sorted.begin(), next, sorted.end());
  if (count == 0) return *next;
  const double last = *std::max_element(sorted.begin(), next), middle = std::midpoint(last, *next);
  return last < middle ? middle : *next;  // far from both: new documents round differently
}

template <class T>
double leave_out_far(Array<std::int32_t> &labels, FitScore kind, double share, const DataView<T> &X,
                     Index k, ExecutionContext &run) {
  const Array<std::int32_t> all = labels.copy();
  const auto points = data_points<T>(X, run);
  const auto assigned =
      std::count_if(all.begin(), all.end(), [](std::int32_t label) { return label >= 0; });
  auto count = static_cast<Index>(std::floor(share * static_cast<double>(assigned)));
  double threshold = 0;
  bool changed = assigned > 0;
  for (int round = 0; changed; ++round) {
    run.monitor.check();
    if (round > 0 && round % rounds_per_count == 0)
      count -= std::min(count, std::max<Index>(1, count / (round < patient_rounds ? 100 : 2)));
    Array<Index> sizes(run.memory, k);
    for (const std::int32_t label : labels)
      if (label >= 0) ++sizes[label];
    const Dense<T> means = cluster_means(*points, labels, sizes, run);
    const Array<double> scores = fit_scores<T>(kind, X, all.data(), means, sizes, run);
    threshold = threshold_of(scores, all, count);
    changed = false;
    for (Index i = 0; i < labels.size(); ++i) {
      const std::int32_t now = all[i] >= 0 && scores[i] < threshold ? -1 : all[i];
      changed = changed || labels[i] != now;
      labels[i] = now;
    }
  }
  return threshold;
}

}  // namespace

template <class T>
void leave_out_documents(Model &model, const Factors<T> &factors, const FitState<T> &state,
                         const Options &options, Report &report, ExecutionContext &run) {
  LeftOutRule &rule = model.left_out;
  rule.min_membership = options.real(Key::min_membership);
  if (rule.min_membership > 0) {
    MembershipReadout readout;
    readout.weights = factors.readout_weights.copy();
    readout.centers = model.readout.centers.copy();
    report.below_min_membership(
        run.total(leave_out_mixed(model.labels, factors.V, readout, rule.min_membership)));
  }
  const double share = options.real(Key::outliers);
  if (!(share > 0)) return;
  const bool cosines = !state.X.is_dense() || model.training.weights.unit_rows();
  rule.score = cosines ? FitScore::cosine : FitScore::distance;
  const auto unassigned = [&] {
    return std::count_if(model.labels.begin(), model.labels.end(),
                         [](std::int32_t label) { return label < 0; });
  };
  const auto before = unassigned();
  rule.least_score = leave_out_far(model.labels, rule.score, share, state.X, state.k, run);
  report.outliers(unassigned() - before, rule.least_score);
}

#define MANIFACT_INSTANTIATE(T)                                                          \
  template void leave_out_documents<T>(Model &, const Factors<T> &, const FitState<T> &, \
                                       const Options &, Report &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
