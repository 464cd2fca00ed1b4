#include "model/predict/rules.hpp"

#include <memory>
#include <vector>

#include "linalg/dense/small_systems.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predict/equation_terms.hpp"
#include "model/predict/memberships.hpp"

namespace manifact {
namespace {

// Workspace of one thread.
struct Scratch {
  Quadratic quadratic;
  Nnls nnls;

  Scratch(const NormalEquations &equations, const Model &model, double unit, ExecutionContext &run)
      : quadratic(equations, model, unit, run), nnls(model.k, run.memory) {}
};

// The free memberships P of a document, those that are not 0, solve A_PP v_P = b_P. A sum r'v over
// them is y'b_P with A_PP y = r, and b is linear in the document.
class LeastSquaresScore final : public AdditiveScore {
 public:
  LeastSquaresScore(const NormalEquations &equations, const Model &model,
                    const NewDocuments &documents, const double *V, ExecutionContext &run)
      : equations_(equations),
        model_(model),
        V_(V),
        terms_(terms_of(equations, model, documents, run)),
        cosines_(documents.X, model.training.X.view(), run),
        proportions_(model.readout, model.k) {
    share(model.basis, model.k);
  }

  void prepare(Index workers, ExecutionContext &run) override {
    for (Index w = 0; w < workers; ++w)
      workers_.push_back(std::make_unique<Own>(equations_, model_, run));
  }

  void set(Index worker, Index i, Index c, ScoreTerms &terms) override {
    Own &own = *workers_[static_cast<std::size_t>(worker)];
    const Index k = model_.k;
    own.quadratic.set(equations_, model_, terms_, i);
    own.count = 0;
    for (Index d = 0; d < k; ++d)
      if (V_[i * k + d] > 0) own.place[own.count++] = d;
    solve(own, c);
    const double unit = unit_of(equations_, model_.training.lambda);
    const double g = terms_.g.empty() ? 1 : terms_.g[i];
    for (Index a = 0; a < own.count; ++a)
      terms.t[static_cast<std::size_t>(own.place[a])] = unit * g * own.y[a];
    add_neighbors(own, i, terms);
  }

 private:
  struct Own {
    Quadratic quadratic;
    Array<double> A, y, residual;
    Array<Index> place;  // the free memberships
    Index count = 0;

    Own(const NormalEquations &equations, const Model &model, ExecutionContext &run)
        : quadratic(equations, model, unit_of(equations, model.training.lambda), run),
          A(run.memory, model.k * model.k),
          y(run.memory, model.k),
          residual(run.memory, model.k),
          place(run.memory, model.k) {}
  };

  // y, refined once.
  void solve(Own &own, Index c) const noexcept {
    const Index k = model_.k, n = own.count;
    const Array<double> &A = own.quadratic.A;
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < n; ++b) own.A[a * n + b] = A[own.place[a] * k + own.place[b]];
      own.y[a] = 0;
    }
    const bool solvable = cholesky_factor(own.A.data(), n);
    for (int step = 0; step < 2 && solvable; ++step) {
      for (Index a = 0; a < n; ++a) {
        double rest = proportions_.direction(own.place[a], c);
        for (Index b = 0; b < n; ++b) rest -= A[own.place[a] * k + own.place[b]] * own.y[b];
        own.residual[a] = rest;
      }
      cholesky_solve(own.A.data(), n, own.residual.data());
      for (Index a = 0; a < n; ++a) own.y[a] += own.residual[a];
    }
  }

  // lambda V's in b: sums over features too if the edges s are cosines.
  void add_neighbors(const Own &own, Index i, ScoreTerms &terms) const {
    const Neighbors &neighbors = *terms_.neighbors;
    const TrainingData &training = model_.training;
    const Index k = model_.k, count = neighbors.n > 0 ? neighbors.count[i] : 0;
    for (Index q = 0; q < count; ++q) {
      const Index row = neighbors.index[i * neighbors.p + q];
      double factor = 0;
      for (Index a = 0; a < own.count; ++a) {
        const Index d = own.place[a];
        factor += own.y[a] * own.quadratic.strengths[d] * model_.V[row * k + d];
      }
      factor /= edge_scale(equations_, terms_, i, row);
      if (has_cosine_edges(training))
        cosines_.add(i, row, factor, terms);
      else
        terms.rest += factor * new_edge_weight(training, neighbors, i, q);
    }
  }

  const NormalEquations &equations_;
  const Model &model_;
  const double *V_;
  NewTerms terms_;
  CosineTerms cosines_;
  Proportions proportions_;
  std::vector<std::unique_ptr<Own>> workers_;
};

class LeastSquares final : public Predictor, public ScoredRule {
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

  ScoreRule score_rule(const Model &model) const noexcept override {
    if (model.basis.empty())
      return {false,
              "the values of this kernel are not sums over the features of a document; "
              "kernel=linear has an additive score"};
    if (!model.readout.centers.empty())
      return {
          true,
          "v'z / |z| for the center z of the cluster among the memberships v; the weight of the "
          "document, its neighbors and which memberships are 0 are held"};
    return {
        true,
        "w v, the membership of the cluster times its weight in the read-out; the weight of the "
        "document, its neighbors and which memberships are 0 are held"};
  }

  std::unique_ptr<AdditiveScore> additive_score(const Model &model, const NewDocuments &documents,
                                                const double *V,
                                                ExecutionContext &run) const override {
    return std::make_unique<LeastSquaresScore>(equations_, model, documents, V, run);
  }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const NewTerms terms = terms_of(equations_, model, documents, run);
    const double unit = unit_of(equations_, model.training.lambda);
    const Array<double> V = solve_documents<Scratch>(
        terms.skip, model.k, run, [&] { return Scratch(equations_, model, unit, run); },
        [&](Scratch &scratch, Index i) {
          Quadratic &quadratic = scratch.quadratic;
          quadratic.set(equations_, model, terms, i);
          return quadratic.is_finite() &&
                 scratch.nnls.solve_finite(quadratic.A.data(), quadratic.b.data(),
                                           quadratic.v.data());
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
