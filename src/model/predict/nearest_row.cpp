#include "model/predict/rules.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "graph/neighbors/euclidean/near_points.hpp"
#include "model/model.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predict/memberships.hpp"

namespace manifact {
namespace {

constexpr Index rows_at_once = 65536;

// The stored labels are numbers: a model file has sections of doubles.
class NearestRow final : public Predictor, public ScoredRule {
 public:
  NearestRow(Array<double> rows, Array<double> labels) noexcept
      : rows_(std::move(rows)), labels_(std::move(labels)) {}

  const char *word() const noexcept override { return "nearest-row"; }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }
  bool uses_basis() const noexcept override { return false; }
  ScoreRule score_rule(const Model &) const noexcept override {
    return {false, "the label of the nearest row is not a sum over the features of a document"};
  }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const DataView<double> &X = documents.X;
    const Index k = model.k;
    check_near(X);
    DenseRows rows;
    rows.rows = labels_.size();
    rows.columns = rows.stride = X.columns;
    rows.reals = rows_.data();
    run.monitor.enter("assigning", X.rows);
    for (Index first = 0; first < X.rows; first += rows_at_once) {
      const DataView<double> part = some_rows(X, first, std::min(X.rows, first + rows_at_once));
      const DataPoints<double> points(part, nullptr, std::numeric_limits<Index>::max(), run.memory);
      const Array<NearPoint> near = nearest_points_of(points.view(), rows, 1, run);
      for (Index i = 0; i < part.rows; ++i)
        labels[first + i] = static_cast<std::int32_t>(labels_[near[i].index]);
      run.monitor.report(first + part.rows, X.rows);
    }
    for (Index i = 0; i < X.rows && memberships != nullptr; ++i)
      for (Index c = 0; c < k; ++c) memberships[i * k + c] = labels[i] == c ? 1 : 0;
  }

  void permute(const std::vector<Index> &order) override {
    std::vector<double> number(order.size());
    for (std::size_t c = 0; c < order.size(); ++c)
      number[static_cast<std::size_t>(order[c])] = static_cast<double>(c);
    for (double &label : labels_) label = number[static_cast<std::size_t>(label)];
  }

  void set_facts(KeyValues &facts) const override {
    facts.emplace_back("rule_rows", print(labels_.size()));
  }

  std::vector<PredictorPart> parts(Index) const override {
    return {{"nearest_rows", "rows of the rule", &rows_,
             labels_.empty() ? 1 : rows_.size() / labels_.size()},
            {"nearest_labels", "labels of the rows of the rule", &labels_}};
  }

 private:
  Array<double> rows_, labels_;
};

}  // namespace

std::unique_ptr<Predictor> nearest_row(Array<double> rows, const Array<std::int32_t> &labels,
                                       const std::shared_ptr<Memory> &memory) {
  Array<double> numbers(memory, labels.size());
  for (Index i = 0; i < labels.size(); ++i) numbers[i] = labels[i];
  return std::make_unique<NearestRow>(std::move(rows), std::move(numbers));
}

std::unique_ptr<Predictor> read_nearest_row(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  const Index n = facts.integer("rule_rows", 1, std::numeric_limits<std::int32_t>::max());
  Array<double> rows = facts.finite("nearest_rows", n, model.m),
                labels = facts.finite("nearest_labels", n, 1);
  for (const double label : labels)
    if (!(label >= 0 && label < static_cast<double>(model.k)) ||
        label != static_cast<double>(static_cast<Index>(label)))
      facts.archive().refuse("section 'nearest_labels' has a label that is not a cluster");
  return std::make_unique<NearestRow>(std::move(rows), std::move(labels));
}

}  // namespace manifact
