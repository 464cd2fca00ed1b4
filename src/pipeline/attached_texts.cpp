// Vectors of the clusters in the space of the terms, from the weighted counts T, documents x terms:
//
//   centroids   mean of the rows of T in each cluster
//   concepts    T' diag(g) W, for methods with W; g: weights of the documents (normalized cut)
//
// These are the vectors of a fit of T itself with the same labels and W.
#include "pipeline/attached_texts.hpp"

#include "kernels/kernel.hpp"
#include "pipeline/cluster_means.hpp"
#include "runtime/budget.hpp"
#include "runtime/error.hpp"
#include "text/weighted_data.hpp"

namespace manifact {
namespace {

// diag(g) W
Dense<double> weighted_associations(const Model &model, ExecutionContext &run) {
  Dense<double> W = unpacked(model.W, model.n, model.k, run.memory);
  const Array<double> *const g = model.predictor->document_weights();
  if (g == nullptr || g->empty()) return W;
  for (Index i = 0; i < W.rows(); ++i)
    for (Index c = 0; c < W.columns(); ++c) W(i, c) *= (*g)[i];
  return W;
}

}  // namespace

void check_texts(const Matrix &counts, Index documents, Index k, Index budget) {
  if (counts.rows != documents)
    fail(Status::mismatch, "the counts of the texts have %lld rows, but there are %lld documents",
         static_cast<long long>(counts.rows), static_cast<long long>(documents));
  const double bytes =
      static_cast<double>(counts.columns) * static_cast<double>(k) * sizeof(double);
  check_budget(bytes, budget, "clusters in the terms of the texts, %lld x %lld, need",
               number(counts.columns), number(k));
}

void describe_texts(Model &model, const Matrix &counts, const WeightingRequest &request,
                    Report &report, ExecutionContext &run) {
  constexpr Index steps = 3;
  run.monitor.enter("texts", steps);
  const FeatureWeights weights = learn_weights(counts, request, run);
  const Csr<double> T = weighted_rows<double>(counts, weights, run);
  run.monitor.report(1, steps);
  report.texts(T, weights);
  model.texts.centroids = packed(
      cluster_means(*data_points<double>(DataView<double>(T), run), model.labels, model.sizes, run),
      run.memory);
  run.monitor.report(2, steps);
  if (!model.W.empty())
    model.texts.concepts = packed(linear_kernel<double>(DataView<double>(T), run)
                                      ->concepts(weighted_associations(model, run), run),
                                  run.memory);
  run.monitor.report(steps, steps);
}

}  // namespace manifact
