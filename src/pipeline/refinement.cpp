// A refinement corrects few documents of a read-out that is right about most. By
//
//   label_i = argmax_c  cos(x_i, m_c) + ln(n_c / n) / 60
//
// (refine=sizes) a document of cluster a moves to c if  cos(x_i, m_a) - cos(x_i, m_c)  is less than
// ln(n_c / n_a) / 60, which is .023 for n_c = 4 n_a. If most differences are larger, the few
// documents between the clusters move. In short texts, of few words each, and where classes share
// their words, many are smaller: the sizes decide instead of the words, and since n_c then grows,
// so does its term in the next round. The largest cluster takes what is loose. The same happens to
// a cut (refine=cut) of a graph without clear parts. So neither is taken where more than a tenth of
// the documents would move: in accuracy it lost at most .001 on whole collections where up to 8 %
// move, and .014 to .088 from 13 % on (docs/default-study.md).
#include "pipeline/refinement.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "graph/conductance.hpp"
#include "linalg/data/products.hpp"
#include "model/predict/mixture_posterior.hpp"
#include "pipeline/clusters.hpp"
#include "readout/logistic.hpp"
#include "readout/size_refinement.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"
#include "supervision/linked_documents.hpp"

namespace manifact {
namespace {

// Chosen on seven collections, with labels of 1 to 20 % of the documents (docs/default-study.md).
constexpr double most_weight = 0.03, most_share = 0.002, logistic_C = 30;

constexpr int most_cut_rounds = 20;

// More than a tenth of the documents, of all processes.
bool are_too_many(Index moved, Index documents) { return moved > documents / 10; }

// exp(bias_c + factor x'basis_c), normalized.
template <class T>
Posterior posterior_of(const Dense<T> &basis, double factor, const Array<double> &bias,
                       ExecutionContext &run) {
  const Index k = basis.columns();
  Posterior posterior;
  posterior.r = k;
  posterior.basis = packed(basis, run.memory);
  posterior.linear = Array<double>(run.memory, k * k);
  for (Index c = 0; c < k; ++c) posterior.linear[c * k + c] = factor;
  posterior.bias = bias.copy();
  return posterior;
}

// The posteriors for these products with the basis, 0 for the documents that are skipped.
Dense<double> posteriors_by(const Posterior &rule, const Dense<double> &products,
                            const Array<bool> &skip, ExecutionContext &run,
                            const Dense<double> *by_vectors = nullptr) {
  Dense<double> R(run.memory, products.rows(), products.columns());
  posteriors(rule, products, skip, R, run, by_vectors);
  return R;
}

// The memberships become R, except for the documents that are skipped.
template <class T>
void take_rule(Posterior rule, const Dense<double> &R, const Array<bool> &skip, Factors<T> &factors,
               MembershipReadout &readout) {
  readout.centers = {};
  readout.geometry = factors.geometry;
  for (Index i = 0; i < R.rows(); ++i)
    for (Index c = 0; c < R.columns() && !skip[i]; ++c) factors.V(i, c) = static_cast<T>(R(i, c));
  factors.readout_weights = {};
  factors.predictor = std::make_unique<MixturePosterior>(std::move(rule));
}

template <class T>
void refine_sizes(Model &model, Factors<T> &factors, const FitState<T> &state,
                  const Options &options, Report &report, ExecutionContext &run) {
  Array<std::int32_t> &labels = model.labels;
  const bool has_vectors = !state.vectors.empty();
  std::unique_ptr<Points<T>> beside;
  if (has_vectors) beside = data_points<T>(state.vectors.view(), run);
  const double share = has_vectors ? options.real(Key::vector_weight) : 0;
  const std::optional<PointVectors<T>> vectors =
      has_vectors ? std::optional<PointVectors<T>>({*beside, share}) : std::nullopt;
  const Array<std::int32_t> before = labels.copy();
  SizeRefinement<T> refined = refine_by_sizes(*data_points<T>(state.X, run), labels, state.k, run,
                                              vectors ? &*vectors : nullptr);
  if (refined.directions.empty()) return report.refined(0);
  const Index moved = run.total(refined.moved), documents = run.total(labels.size());
  // Vectors enter the labels here alone, so that more may move.
  if (!has_vectors && are_too_many(moved, documents)) {
    std::copy(before.begin(), before.end(), labels.begin());
    return report.not_refined("sizes", moved, documents);
  }
  Array<bool> skip(run.memory, labels.size());
  for (Index i = 0; i < labels.size(); ++i) skip[i] = labels[i] < 0;
  Posterior rule = posterior_of(refined.directions, size_concentration * refined.word_factor,
                                refined.log_shares, run);
  Dense<double> &by_vectors = refined.vector_cosines;
  if (has_vectors) {
    const double factor = size_concentration * refined.vector_factor;
    rule.vectors = packed(refined.vector_directions, run.memory);
    for (double &value : rule.vectors) value *= factor;
    for (Index e = 0; e < by_vectors.size(); ++e) by_vectors.data()[e] *= factor;
  }
  const Dense<double> R =
      posteriors_by(rule, refined.cosines, skip, run, has_vectors ? &by_vectors : nullptr);
  take_rule(std::move(rule), R, skip, factors, model.readout);
  report.refined(moved);
}

// The cluster of each document with a known class, -1 for the others.
Array<std::int32_t> known_clusters(const Constraints &constraints,
                                   const Array<std::int32_t> &labels, Index k,
                                   ExecutionContext &run) {
  const std::vector<Index> cluster = clusters_of_classes(constraints, labels, k, false);
  Array<std::int32_t> known(run.memory, labels.size());
  for (Index i = 0; i < labels.size(); ++i) {
    const std::int32_t own = constraints.classes[i];
    known[i] = own < 0 ? -1 : static_cast<std::int32_t>(cluster[static_cast<std::size_t>(own)]);
  }
  return known;
}

// x'B for all documents.
template <class T>
Dense<double> products_with(const DataView<T> &X, const Dense<T> &B, ExecutionContext &run) {
  Dense<T> products(run.memory, X.rows, B.columns());
  multiply(X, B, products, run);
  Dense<double> scores(run.memory, X.rows, B.columns());
  for (Index i = 0; i < X.rows; ++i)
    for (Index c = 0; c < B.columns(); ++c) scores(i, c) = static_cast<double>(products(i, c));
  return scores;
}

template <class T>
void refine_logistic(Model &model, Factors<T> &factors, const FitState<T> &state, Report &report,
                     ExecutionContext &run) {
  Array<std::int32_t> &labels = model.labels;
  const Index n = labels.size(), k = state.k;
  const Array<std::int32_t> known = known_clusters(*state.constraints, labels, k, run),
                            before = labels.copy();
  Array<double> weights(run.memory, n);
  Array<bool> empty(run.memory, n);
  const auto labeled = static_cast<double>(state.constraints->labeled);
  const double small = std::min(most_weight, most_share * static_cast<double>(n) / labeled);
  for (Index i = 0; i < n; ++i) {
    empty[i] = state.X.is_empty(i);
    if (known[i] >= 0) labels[i] = known[i];
    weights[i] = empty[i] ? 0 : known[i] >= 0 ? 1 : small;
  }
  const LogisticFit<T> fit = fit_logistic(state.X.sparse(), labels, weights, k, logistic_C, run);
  Posterior rule = posterior_of(fit.B, 1, fit.bias, run);
  Dense<double> R = posteriors_by(rule, products_with(state.X, fit.B, run), empty, run);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < k && known[i] >= 0; ++c) R(i, c) = c == known[i] ? 1 : 0;
  combine_with_pairs(*state.constraints, R, run);
  Array<bool> skip(run.memory, n);
  for (Index i = 0; i < n; ++i) skip[i] = empty[i] && known[i] < 0;
  take_rule(std::move(rule), R, skip, factors, model.readout);
  Index moved = 0;
  for (Index i = 0; i < n; ++i) {
    if (known[i] < 0 && !empty[i])  // as new documents are assigned
      labels[i] = static_cast<std::int32_t>(std::max_element(R.row(i), R.row(i) + k) - R.row(i));
    moved += labels[i] != before[i] ? 1 : 0;
  }
  report.refined(moved);
  report.regression(fit.iterations);
}

bool uses_unit_rows(const FeatureWeights &weights, const Options &options) {
  return weights.unit_rows() && options.choice<KernelKind>() == KernelKind::linear;
}

}  // namespace

bool refines_by_sizes(const FeatureWeights &weights, const Options &options) {
  return options.uses(Key::refine) && options.choice<Refinement>() == Refinement::sizes &&
         uses_unit_rows(weights, options);
}

template <class T>
void refine_cut(Array<std::int32_t> &labels, Dense<T> &V, const FitState<T> &state,
                const Options &options, Report &report, ExecutionContext &run) {
  if (!options.uses(Key::refine) || options.choice<Refinement>() != Refinement::cut) return;
  if (state.graph == nullptr) {
    if (options.is_set(Key::refine))
      report.warn("refine=cut is ignored: it needs a graph of neighbors");
    return;
  }
  const Array<std::int32_t> before = labels.copy();
  const Index moved =
      lower_conductance(*state.graph, state.canonical_order, state.k, most_cut_rounds, labels, run);
  if (are_too_many(moved, labels.size())) {
    std::copy(before.begin(), before.end(), labels.begin());
    return report.not_refined("cut", moved, labels.size());
  }
  report.refined(moved);
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] != before[i]) std::swap(V(i, labels[i]), V(i, before[i]));
}

template <class T>
void refine(Model &model, Factors<T> &factors, const FitState<T> &state,
            const FeatureWeights &weights, const Options &options, Report &report,
            ExecutionContext &run) {
  if (!options.uses(Key::refine) || options.choice<Refinement>() == Refinement::none ||
      options.choice<Refinement>() == Refinement::cut)
    return;
  if (options.choice<Refinement>() == Refinement::sizes) {
    if (refines_by_sizes(weights, options))
      refine_sizes(model, factors, state, options, report, run);
    return;
  }
  const bool labeled = state.constraints != nullptr && state.constraints->labeled > 0;
  if (uses_unit_rows(weights, options) && labeled && !state.X.is_dense())
    refine_logistic(model, factors, state, report, run);
  else if (options.is_set(Key::refine))
    report.warn(
        "refine=logistic is ignored: it needs labels of some documents, sparse data of rows of "
        "unit length and the linear kernel");
}

#define MANIFACT_INSTANTIATE(T)                                                               \
  template void refine_cut<T>(Array<std::int32_t> &, Dense<T> &, const FitState<T> &,         \
                              const Options &, Report &, ExecutionContext &);                 \
  template void refine<T>(Model &, Factors<T> &, const FitState<T> &, const FeatureWeights &, \
                          const Options &, Report &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
