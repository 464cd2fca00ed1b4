#include "model/predict/rules.hpp"

#include "model/model.hpp"
#include "model/predict/memberships.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

class NeighborAverage final : public Predictor {
 public:
  const char *word() const noexcept override { return "vote"; }
  bool uses_basis() const noexcept override { return false; }
  bool compares_documents(const KernelSpec &) const noexcept override { return true; }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    if (model.training.X.empty())
      fail(Status::argument,
           "the model was fitted with keep-data=no: new documents are predicted from their "
           "neighbors "
           "among the training documents");
    const Index k = model.k;
    const Neighbors neighbors = new_neighbors(model.training, documents.X, {}, run);
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
