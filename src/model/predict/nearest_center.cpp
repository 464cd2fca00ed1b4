#include "model/predict/rules.hpp"

#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/model.hpp"

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

class NearestCenter final : public Predictor {
 public:
  const char *word() const noexcept override { return "centre"; }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const DataView<double> &X = documents.X;
    const Geometry geometry = model.readout.geometry;
    const Index k = model.k;
    const Dense<double> C = unpacked(model.basis, model.m, k, run.memory);
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
