#include "model/predict/rules.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "embedding/local_predictors.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "model/model.hpp"
#include "model/predict/additive_score.hpp"
#include "readout/readout.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index batch = 4096;  // documents between two checks for progress and cancellation

// The weights alpha = G^-1 s of the neighbors are linear in their cosines s: v'alpha = (G^-1 v)'s.
class RidgeScore final : public AdditiveScore {
 public:
  RidgeScore(const Model &model, double ridge, const DataView<double> &X, ExecutionContext &run)
      : model_(model),
        ridge_(ridge),
        neighbors_(nearest_neighbors(X, model.training.X.view(), model.training.neighbors, run,
                                     {.metric = model.training.metric})),
        rows_(unit_rows(model.training.X.view(), run)),
        cosines_(X, model.training.X.view(), run) {}

  void prepare(Index workers, ExecutionContext &run) override {
    values_ = Array<double>(run.memory, workers * neighbors_.p * 2);
    for (Index w = 0; w < workers; ++w)
      predictors_.push_back(
          std::make_unique<LocalPredictor<double>>(rows_, ridge_, neighbors_.p, false, run));
  }

  void set(Index worker, Index i, Index c, ScoreTerms &terms) override {
    const Index count = neighbors_.count[i], p = neighbors_.p;
    const std::int32_t *const index = neighbors_.index.data() + i * p;
    double *const v = values_.data() + worker * p * 2, *const factor = v + p;
    for (Index q = 0; q < count; ++q) v[q] = model_.V[index[q] * model_.k + c];
    predictors_[static_cast<std::size_t>(worker)]->solve(index, v, count, factor);
    for (Index q = 0; q < count; ++q) cosines_.add(i, index[q], factor[q], terms);
  }

 private:
  const Model &model_;
  double ridge_;
  Neighbors neighbors_;
  UnitRows<double> rows_;
  CosineTerms cosines_;
  Array<double> values_;
  std::vector<std::unique_ptr<LocalPredictor<double>>> predictors_;
};

class LocalRidge final : public Predictor, public ScoredRule {
 public:
  explicit LocalRidge(double ridge) : ridge_(ridge) {}

  const char *word() const noexcept override { return "prediction"; }
  bool compares_documents(const KernelSpec &) const noexcept override { return true; }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }

  ScoreRule score_rule(const Model &model) const noexcept override {
    if (model.training.metric == Metric::cosine)
      return {true,
              "sum_q a_q v_q, the prediction from the memberships v_q of the neighbors before "
              "negative values become 0; a = G^-1 s, s the cosines with the neighbors, which are "
              "held"};
    return {false,
            "the local predictor by Euclidean distance is not a sum over the features of a "
            "document; out-of-sample=centroid has an additive score"};
  }

  std::unique_ptr<AdditiveScore> additive_score(const Model &model, const NewDocuments &documents,
                                                const double *,
                                                ExecutionContext &run) const override {
    return std::make_unique<RidgeScore>(model, ridge_, documents.X, run);
  }

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
    const Neighbors neighbors = training_neighbors(training, documents.X, run);
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
