#include "model/predict/multiplicative_rows.hpp"

#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predict/equation_terms.hpp"
#include "model/predict/memberships.hpp"

namespace manifact {
namespace {

constexpr double negligible_change = 1e-10;  // largest change of v', relative to its largest entry

double dot(const double *a, const double *b, Index k) noexcept {
  double sum = 0;
  for (Index c = 0; c < k; ++c) sum += a[c] * b[c];
  return sum;
}

double ratio(double numerator, double denominator) noexcept {
  return denominator > 0 ? numerator / denominator : 0;
}

// Values shared by all documents, and V'k of each document.
struct Shared {
  Array<double> G;               // V'V
  Array<double> mean_w, mean_v;  // the start: the mean rows of W and V
  Dense<double> ZX;              // row i: V'k, weighted by diag(g) with ncw

  Shared(const NormalEquations &equations, const Model &model, const DataView<double> &X,
         ExecutionContext &run)
      : mean_w(run.memory, model.k), mean_v(run.memory, model.k) {
    const Index n = model.n, k = model.k;
    Dense<double> V = unpacked(model.V, n, k, run.memory);
    G = packed(gram(V, V, run), run.memory);
    for (Index i = 0; i < n; ++i)
      for (Index c = 0; c < k; ++c) {
        mean_w[c] += model.W[i * k + c] / static_cast<double>(n);
        mean_v[c] += model.V[i * k + c] / static_cast<double>(n);
        V(i, c) *= equations.ncw() ? equations.g[i] : 1;
      }
    Dense<double> Z(run.memory, model.m, k);
    DataProducts<double>(model.training.X.view(), run).transposed_times(V, Z, run);
    ZX = Dense<double>(run.memory, X.rows, k);
    multiply(X, Z, ZX, run);
  }
};

// Workspace of one thread: u, z, w and the scratch of place_row.
struct RowScratch {
  Quadratic quadratic;
  Array<double> u, z, w, scratch;

  RowScratch(const NormalEquations &equations, const Model &model, ExecutionContext &run)
      : quadratic(equations, model, unit_of(equations, model.training.lambda), run),
        u(run.memory, model.k),
        z(run.memory, model.k),
        w(run.memory, model.k),
        scratch(run.memory, 2 * model.k) {}
};

class MultiplicativeRows final : public Predictor, public ScoredRule {
 public:
  explicit MultiplicativeRows(NormalEquations equations) : equations_(std::move(equations)) {}

  const char *word() const noexcept override { return "iterative"; }
  ScoreRule score_rule(const Model &) const noexcept override {
    return {
        false,
        "the memberships of out-of-sample=iterative end multiplicative updates, which are not a "
        "sum over the features of a document; out-of-sample=exact has an additive score"};
  }
  bool compares_documents(const KernelSpec &) const noexcept override { return true; }

  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override {
    const NewTerms terms = terms_of(equations_, model, documents, run);
    if (model.training.X.empty())
      fail(Status::argument,
           "the model was fitted with keep-data=no: out-of-sample=iterative needs the training "
           "documents");
    const Shared shared(equations_, model, documents.X, run);
    const Array<double> V = solve_documents<RowScratch>(
        terms.skip, model.k, run, [&] { return RowScratch(equations_, model, run); },
        [&](RowScratch &scratch, Index i) {
          place(model, documents.X, terms, shared, scratch, i);
          return true;
        });
    read_out_memberships(model.readout, model.k, V, labels, memberships, run);
  }

  const Array<double> *document_weights() const noexcept override { return &equations_.g; }
  void permute(const std::vector<Index> &order) override { equations_.permute(order); }
  void set_facts(KeyValues &facts) const override { equations_.set_facts(facts); }
  std::vector<PredictorPart> parts(Index k) const override { return equations_.parts(k); }

 private:
  void place(const Model &model, const DataView<double> &X, const NewTerms &terms,
             const Shared &shared, RowScratch &s, Index i) const noexcept {
    constexpr int updates = 500;
    const Index k = model.k;
    s.quadratic.set(equations_, model, terms, i);
    const double own = terms.g.empty() ? 1 : terms.g[i];
    const DataRow<double> x = X.row(i);
    double square = 0;
    for (Index e = 0; e < x.size(); ++e) square += x[e] * x[e];
    for (Index c = 0; c < k; ++c) {
      s.u[c] = own * terms.UX(i, c);
      s.z[c] = own * shared.ZX(i, c);
      s.w[c] = shared.mean_w[c];
      s.quadratic.v[c] = shared.mean_v[c];
    }
    place_row({.k = k,
               .M = equations_.M.data(),
               .G = shared.G.data(),
               .u = s.u.data(),
               .z = s.z.data(),
               .b = s.quadratic.b.data(),
               .edges = s.quadratic.edges,
               .own = own * own * square,
               .unit = s.quadratic.unit()},
              updates, s.w.data(), s.quadratic.v.data(), s.scratch.data());
  }

  NormalEquations equations_;
};

}  // namespace

void place_row(const MultiplicativeRow &row, int updates, double *w, double *v,
               double *scratch) noexcept {
  const Index k = row.k;
  double *const sums = scratch, *const next = scratch + k;
  for (int t = 0; t < updates; ++t) {
    for (Index c = 0; c < k; ++c) sums[c] = row.u[c] + row.own * w[c];
    const double along = dot(sums, v, k);
    for (Index c = 0; c < k; ++c)
      next[c] = w[c] * ratio(row.z[c] + row.own * v[c], dot(sums, row.G + c * k, k) + along * v[c]);
    for (Index c = 0; c < k; ++c) w[c] = next[c];

    const double vu = dot(v, row.u, k), vw = dot(v, w, k);
    double most = 0, change = 0;
    for (Index c = 0; c < k; ++c) {
      const double denominator =
          row.unit * (dot(v, row.M + c * k, k) + vu * w[c] + vw * (row.u[c] + row.own * w[c])) +
          row.edges * v[c];
      next[c] = v[c] * ratio(row.b[c] + row.unit * row.own * w[c], denominator);
    }
    for (Index c = 0; c < k; ++c) {
      most = std::fmax(most, next[c]);
      change = std::fmax(change, std::fabs(next[c] - v[c]));
      v[c] = next[c];
    }
    if (change <= negligible_change * most) return;
  }
}

std::unique_ptr<Predictor> multiplicative_rows(NormalEquations equations) {
  return std::make_unique<MultiplicativeRows>(std::move(equations));
}

std::unique_ptr<Predictor> read_multiplicative_rows(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  facts.require_section(!model.W.empty(), "W");
  return multiplicative_rows(read_normal_equations(facts, model));
}

}  // namespace manifact
