#include "model/predict/rules.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/model.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predictor.hpp"
#include "readout/readout.hpp"

namespace manifact {
namespace {

class LinearMemberships final : public Predictor, public ScoredRule {
 public:
  explicit LinearMemberships(Array<double> M) : M_(std::move(M)) {}

  const char *word() const noexcept override { return "linear"; }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }

  ScoreRule score_rule(const Model &) const noexcept override {
    return {true,
            "x'm / |x'M|, the membership before negative values become 0; m is the column of the "
            "cluster, and the length |x'M| is held"};
  }

  std::unique_ptr<AdditiveScore> additive_score(const Model &model, const NewDocuments &documents,
                                                const double *,
                                                ExecutionContext &run) const override {
    const DataView<double> &X = documents.X;
    Dense<double> along(run.memory, X.rows, model.k);
    multiply(X, unpacked(M_, model.m, model.k, run.memory), along, run);
    Array<double> factors(run.memory, X.rows);
    for (Index i = 0; i < X.rows; ++i) {
      double square = 0;
      for (Index c = 0; c < model.k; ++c) square += along(i, c) * along(i, c);
      factors[i] = square > 0 ? 1 / std::sqrt(square) : 0;
    }
    return std::make_unique<ColumnScore>(M_.copy(), model.k, std::move(factors), Array<double>());
  }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const DataView<double> &X = documents.X;
    const Index k = model.k;
    Dense<double> along(run.memory, X.rows, k);
    multiply(X, unpacked(M_, model.m, k, run.memory), along, run);
    const Dense<double> V = unit_rows(std::move(along), run);
    for (Index i = 0; i < X.rows; ++i) {
      const double *const v = V.row(i), *const most = std::max_element(v, v + k);
      const bool none = std::all_of(v, v + k, [](double x) { return x == 0; });
      labels[i] = none ? -1 : static_cast<std::int32_t>(most - v);
      for (Index c = 0; memberships != nullptr && c < k; ++c)
        memberships[i * k + c] = std::max(0.0, v[c]);
    }
  }

  void permute(const std::vector<Index> &order) override { permute_columns(M_, order); }
  std::vector<PredictorPart> parts(Index k) const override {
    return {{"membership_map", "map to memberships", &M_, k}};
  }

 private:
  Array<double> M_;
};

}  // namespace

std::unique_ptr<Predictor> linear_memberships(Array<double> M) {
  return std::make_unique<LinearMemberships>(std::move(M));
}

std::unique_ptr<Predictor> read_linear_memberships(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  return linear_memberships(facts.finite("membership_map", model.m, model.k));
}

}  // namespace manifact
