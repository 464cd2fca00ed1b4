#include "model/predict/rules.hpp"

#include <cmath>
#include <utility>

#include "linalg/data/centered.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/model.hpp"
#include "model/predict/additive_score.hpp"

namespace manifact {
namespace {

// Whether no training document has any feature of the document.
bool is_unknown(const Model &model, const DataView<double> &X, Index i) {
  const DataRow<double> x = X.row(i);
  for (Index e = 0; e < x.size(); ++e)
    for (Index c = 0; c < model.k && x[e] != 0; ++c)
      if (model.basis[x.column(e) * model.k + c] != 0) return false;
  return true;
}

// Dense X minus the mean of the columns of C, and C likewise, if they are far from the origin.
CenteredRows around_mean(const DataView<double> &X, Dense<double> &C, ExecutionContext &run) {
  if (!X.is_dense() || X.dense().factor != nullptr || X.dense().part != 0) return {};
  const double k = static_cast<double>(C.columns());
  Array<double> mean(run.memory, C.rows());
  double square = 0, around = 0;
  for (Index j = 0; j < C.rows(); ++j) {
    for (Index c = 0; c < C.columns(); ++c) mean[j] += C(j, c) / k;
    for (Index c = 0; c < C.columns(); ++c) around += (C(j, c) - mean[j]) * (C(j, c) - mean[j]) / k;
    square += mean[j] * mean[j];
  }
  if (!is_far_from_origin<double>(square, around)) return {};
  CenteredRows centered = minus(X.dense(), std::move(mean), run);
  for (Index j = 0; j < C.rows(); ++j)
    for (Index c = 0; c < C.columns(); ++c) C(j, c) -= centered.center[j];
  return centered;
}

class NearestCenter final : public Predictor, public ScoredRule {
 public:
  const char *word() const noexcept override { return "centre"; }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }

  ScoreRule score_rule(const Model &model) const noexcept override {
    if (model.readout.geometry == Geometry::spherical)
      return {true, "x'u, the product of the document with the center u of the cluster"};
    return {true,
            "(x - a)'(u - a) - |u - a|^2 / 2 for the center u of the cluster; a is the mean of the "
            "centers for dense data, otherwise 0"};
  }

  std::unique_ptr<AdditiveScore> additive_score(const Model &model, const NewDocuments &documents,
                                                const double *,
                                                ExecutionContext &run) const override {
    const Index m = model.m, k = model.k;
    Array<double> C = model.basis.copy(), center, rests;
    if (model.readout.geometry == Geometry::spherical)
      return std::make_unique<ColumnScore>(std::move(C), k, Array<double>(), std::move(rests));
    rests = Array<double>(run.memory, k);
    if (documents.X.is_dense()) center = Array<double>(run.memory, m);
    for (Index j = 0; j < m; ++j) {
      double *const row = C.data() + j * k;
      for (Index c = 0; c < k && !center.empty(); ++c) center[j] += row[c] / static_cast<double>(k);
      for (Index c = 0; c < k; ++c) {
        if (!center.empty()) row[c] -= center[j];
        rests[c] -= row[c] * row[c] / 2;
      }
    }
    return std::make_unique<ColumnScore>(std::move(C), k, Array<double>(), std::move(rests),
                                         std::move(center));
  }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const Geometry geometry = model.readout.geometry;
    const Index k = model.k;
    Dense<double> C = unpacked(model.basis, model.m, k, run.memory);
    const CenteredRows centered =
        geometry == Geometry::euclidean ? around_mean(documents.X, C, run) : CenteredRows();
    const DataView<double> X =
        centered.center.empty() ? documents.X : DataView<double>(centered.rows);
    Dense<double> XC(run.memory, X.rows, k);
    multiply(X, C, XC, run);
    const Array<double> squares = column_dots<double>(C, C, nullptr, run);
    for (Index i = 0; i < X.rows; ++i) {
      const bool skip = (model.training.weights.unit_rows() || geometry == Geometry::spherical) &&
                        is_unknown(model, X, i);
      labels[i] = -1;
      double least = INFINITY;
      for (Index c = 0; c < k && !skip; ++c) {
        const double value =
            geometry == Geometry::euclidean ? squares[c] - 2 * XC(i, c) : -XC(i, c);
        if (!(value < least)) continue;
        least = value;
        labels[i] = static_cast<std::int32_t>(c);
      }
      if (memberships != nullptr)
        for (Index c = 0; c < k; ++c) memberships[i * k + c] = labels[i] == c ? 1 : 0;
    }
  }
};

}  // namespace

std::unique_ptr<Predictor> nearest_center() { return std::make_unique<NearestCenter>(); }

std::unique_ptr<Predictor> read_nearest_center(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  facts.require_section(!model.basis.empty(), "U");
  return nearest_center();
}

}  // namespace manifact
