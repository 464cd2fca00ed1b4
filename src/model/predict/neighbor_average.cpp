#include "model/predict/rules.hpp"

#include <memory>

#include "model/model.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predict/memberships.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

class AverageScore final : public AdditiveScore {
 public:
  AverageScore(const Model &model, const NewDocuments &documents, ExecutionContext &run)
      : model_(model),
        lists_(new_neighbors(model.training, documents, {}, run)),
        neighbors_(*lists_),
        cosines_(documents.X, model.training.X.view(), run),
        proportions_(model.readout, model.k) {}

  void set(Index, Index i, Index c, ScoreTerms &terms) override {
    const Index k = model_.k, p = neighbors_.p;
    double sum = 0;
    for (Index q = 0; q < neighbors_.count[i]; ++q)
      sum += new_edge_weight(model_.training, neighbors_, i, q);
    for (Index q = 0; q < neighbors_.count[i]; ++q) {
      const Index row = neighbors_.index[i * p + q];
      double v = 0;
      for (Index d = 0; d < k; ++d) v += model_.V[row * k + d] * proportions_.direction(d, c);
      if (v != 0) cosines_.add(i, row, v / sum, terms);
    }
  }

 private:
  const Model &model_;
  std::shared_ptr<const Neighbors> lists_;
  const Neighbors &neighbors_;
  CosineTerms cosines_;
  Proportions proportions_;
};

class NeighborAverage final : public Predictor, public ScoredRule {
 public:
  const char *word() const noexcept override { return "vote"; }
  bool uses_basis() const noexcept override { return false; }
  bool compares_documents(const KernelSpec &) const noexcept override { return true; }

  ScoreRule score_rule(const Model &model) const noexcept override {
    if (has_cosine_edges(model.training))
      return {true,
              "sum_q cos(x, y_q) v_q / sum_q cos(x, y_q) over the neighbors y_q, the mean of their "
              "memberships v_q in the cluster; the neighbors and the second sum are held"};
    return {false,
            "the weights of the edges to the neighbors are not sums over the features of a "
            "document; graph-weight=cosine has an additive score"};
  }

  std::unique_ptr<AdditiveScore> additive_score(const Model &model, const NewDocuments &documents,
                                                const double *,
                                                ExecutionContext &run) const override {
    return std::make_unique<AverageScore>(model, documents, run);
  }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    if (model.training.X.empty())
      fail(Status::argument,
           "the model was fitted with keep-data=no: new documents are predicted from their "
           "neighbors "
           "among the training documents");
    const Index k = model.k;
    const auto lists = new_neighbors(model.training, documents, {}, run);
    const Neighbors &neighbors = *lists;
    Array<double> V(run.memory, documents.X.rows * k);
    for (Index i = 0; i < neighbors.n; ++i) {
      double sum = 0;
      for (Index q = 0; q < neighbors.count[i]; ++q) {
        const double s = new_edge_weight(model.training, neighbors, i, q);
        const double *const v = model.V.data() + neighbors.index[i * neighbors.p + q] * k;
        for (Index c = 0; c < k; ++c) V[i * k + c] += s * v[c];
        sum += s;
      }
      for (Index c = 0; c < k && sum > 0; ++c) V[i * k + c] /= sum;
    }
    read_out_memberships(model.readout, k, V, labels, memberships, run);
  }
};

}  // namespace

std::unique_ptr<Predictor> neighbor_average() { return std::make_unique<NeighborAverage>(); }

std::unique_ptr<Predictor> read_neighbor_average(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  facts.require_positive(model.training.lambda, "lambda");
  require_readout(facts, model);
  return neighbor_average();
}

}  // namespace manifact
