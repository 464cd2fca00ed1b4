#include "model/predict/rules.hpp"

#include <cmath>

#include "linalg/dense/small_systems.hpp"
#include "model/predict/memberships.hpp"

namespace manifact {
namespace {

// Workspace of one thread.
struct Scratch {
  Quadratic quadratic;
  Nnls nnls;

  Scratch(Index k, ExecutionContext &run) : quadratic(k, run), nnls(k, run.memory) {}
};

class LeastSquares final : public Predictor {
 public:
  explicit LeastSquares(NormalEquations equations) : equations_(std::move(equations)) {}

  const char *word() const noexcept override { return "least-squares"; }

  bool compares_documents(const KernelSpec &kernel) const noexcept override {
    return kernel.kind == KernelKind::polynomial || kernel.kind == KernelKind::rbf;
  }
  bool separates_origin(const KernelSpec &kernel) const noexcept override {
    return kernel.kind == KernelKind::rbf ||
           (kernel.kind == KernelKind::polynomial && kernel.offset > 0);
  }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const NewTerms terms = terms_of(equations_, model, documents, run);
    // Both sides are multiplied by a power of two, to stay within the range of a double.
    const double lambda = equations_.largest_strength(model.training.lambda);
    const double unit = lambda > 0x1p200 ? std::ldexp(1.0, -std::ilogb(lambda)) : 1;
    const Array<double> V =
        solve_documents<Scratch>(terms.skip, model.k, run, [&](Scratch &scratch, Index i) {
          Quadratic &quadratic = scratch.quadratic;
          quadratic.set(equations_, model, terms, i, unit);
          return scratch.nnls.solve(quadratic.A.data(), quadratic.b.data(), quadratic.v.data());
        });
    read_out_memberships(model.readout, model.k, V, labels, memberships, run);
  }

  const Array<double> *document_weights() const noexcept override { return &equations_.g; }
  void permute(const std::vector<Index> &order) override { equations_.permute(order); }
  void set_facts(KeyValues &facts) const override { equations_.set_facts(facts); }
  std::vector<PredictorPart> parts(Index k) const override { return equations_.parts(k); }

 private:
  NormalEquations equations_;
};

}  // namespace

std::unique_ptr<Predictor> least_squares(NormalEquations equations) {
  return std::make_unique<LeastSquares>(std::move(equations));
}

std::unique_ptr<Predictor> read_least_squares(const FactReader &facts, const Model &model) {
  return least_squares(read_normal_equations(facts, model));
}

}  // namespace manifact
