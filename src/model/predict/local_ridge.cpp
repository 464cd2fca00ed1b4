#include "model/predict/rules.hpp"

#include <algorithm>

#include "embedding/local_predictors.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "model/model.hpp"
#include "readout/readout.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index batch = 4096;  // documents between two checks for progress and cancellation

class LocalRidge final : public Predictor {
 public:
  explicit LocalRidge(double ridge) : ridge_(ridge) {}

  const char *word() const noexcept override { return "prediction"; }
  bool compares_documents(const KernelSpec &) const noexcept override { return true; }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }
  void set_facts(KeyValues &facts) const override { facts.emplace_back("ridge", print(ridge_)); }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const TrainingData &training = model.training;
    const Index n = documents.X.rows, k = model.k;
    if (training.X.empty())
      fail(Status::argument,
           "the model was fitted with keep-data=no: out-of-sample=predictor needs the training "
           "documents");
    run.monitor.enter("graph", n);
    const Neighbors neighbors = nearest_neighbors(
        documents.X, training.X.view(), training.neighbors, run, {.metric = training.metric});
    const UnitRows<double> rows = unit_rows(training.X.view(), run);
    LocalPredictor<double> predictor(rows, ridge_, neighbors.p,
                                     training.metric == Metric::euclidean, run);
    Array<double> alpha(run.memory, neighbors.p);
    Dense<double> V(run.memory, n, k);
    run.monitor.enter("assigning", n);
    for (Index i = 0; i < n; ++i) {
      if (i % batch == 0) run.monitor.report(i, n);
      const Index count = neighbors.count[i];
      const std::int32_t *const index = neighbors.index.data() + i * neighbors.p;
      if (!(training.metric == Metric::euclidean
                ? predictor.solve_affine(documents.X.row(i), index, count, alpha.data())
                : predictor.solve(index, neighbors.cosine.data() + i * neighbors.p, count,
                                  alpha.data())))
        fail(Status::numerics, "the local predictor of new document %lld is not finite",
             static_cast<long long>(i));
      for (Index q = 0; q < count; ++q)
        for (Index c = 0; c < k; ++c) V(i, c) += alpha[q] * model.V[index[q] * k + c];
      for (Index c = 0; c < k; ++c) V(i, c) = std::max(0.0, V(i, c));
    }
    const Array<std::int32_t> found = argmax_labels(V, {}, run);
    std::copy(found.begin(), found.end(), labels);
    for (Index i = 0; memberships != nullptr && i < n; ++i)
      std::copy_n(V.row(i), k, memberships + i * k);
  }

 private:
  double ridge_;
};

}  // namespace

std::unique_ptr<Predictor> local_ridge(double ridge) { return std::make_unique<LocalRidge>(ridge); }

std::unique_ptr<Predictor> read_local_ridge(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  facts.require_section(!model.basis.empty(), "U");  // the mean directions
  facts.require_positive(static_cast<double>(model.training.neighbors), "neighbors");
  return local_ridge(facts.real("ridge", 1e-12, 1e300));
}

}  // namespace manifact
