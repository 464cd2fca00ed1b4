#include "model/predict/normal_equations.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/blocks.hpp"
#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/dense/small_systems.hpp"
#include "model/predict/equation_terms.hpp"
#include "model/predict/memberships.hpp"
#include "model/predictor.hpp"

namespace manifact {
namespace {

// The weights g' from the feature sums.
Array<double> new_weights(const NormalEquations &equations, double power, const DataView<double> &X,
                          ExecutionContext &run) {
  Array<double> g(run.memory, X.rows);
  for (Index i = 0; i < X.rows; ++i) {
    double sum = 0;
    const DataRow<double> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) sum += x[e] * (equations.feature_sums[x.column(e)] + x[e]);
    g[i] = sum > 0 ? std::pow(sum, -power) : 0;
  }
  return g;
}

// [diag(g) W, 1]: multiplied by k it gives W'k and the sum of k.
Dense<double> associations(const NormalEquations &equations, const Model &model,
                           ExecutionContext &run) {
  const Array<double> &g = equations.g;
  Dense<double> B(run.memory, model.n, model.k + 1);
  for (Index j = 0; j < model.n; ++j) {
    for (Index c = 0; c < model.k; ++c) B(j, c) = (g.empty() ? 1 : g[j]) * model.W[j * model.k + c];
    B(j, model.k) = 1;
  }
  return B;
}

// Computes W'k, own and g' if the concepts are not vectors of features.
void compare(const NormalEquations &equations, const Model &model, const DataView<double> &X,
             NewTerms &terms, ExecutionContext &run) {
  const TrainingData &training = model.training;
  const Index n = X.rows;
  if (training.kernel.kind != KernelKind::precomputed) {
    if (training.X.empty())
      fail(
          Status::argument,
          "the model was fitted with keep-data=no: with its kernel, new documents must be compared "
          "with the training documents");
    CrossProducts cross = cross_products(X, training.X.view(), training.kernel,
                                         associations(equations, model, run), run);
    terms.UX = std::move(cross.KB);
    terms.own = std::move(cross.own);
    for (Index i = 0; i < n; ++i)
      terms.skip[i] = training.weights.unit_rows() ? !cross.known[i] : !(terms.own[i] > 0);
  } else {
    terms.UX = Dense<double>(run.memory, n, model.k + 1);
    multiply(X, associations(equations, model, run), terms.UX, run);
    double mean = 0;
    for (const double x : training.kernel_diagonal) mean += x / static_cast<double>(model.n);
    terms.own = Array<double>(run.memory, n);
    for (double &x : terms.own) x = mean;
  }
  if (!equations.ncw()) return;
  terms.g = Array<double>(run.memory, n);
  for (Index i = 0; i < n; ++i) {
    const double sum = terms.UX(i, model.k) + terms.own[i];
    terms.g[i] = sum > 0 ? std::pow(sum, -training.ncw_power) : 0;
  }
}

}  // namespace

void NormalEquations::permute(const std::vector<Index> &order) {
  const Index k = static_cast<Index>(order.size());
  permute_columns(M, order);
  if (!strengths.empty()) permute_columns(strengths, order);
  for (Index d = 0; d < k; ++d)
    manifact::permute(order, [&](Index c) -> double & { return M[c * k + d]; });
}

void NormalEquations::set_facts(KeyValues &facts) const {
  for (auto &[name, value] : facts) {
    if (name == "ncw") value = print(Index{ncw()});
    if (name == "ncw_appendix") value = print(Index{transformed_graph});
  }
}

std::vector<PredictorPart> NormalEquations::parts(Index k) const {
  return {{"M", "matrix W'KW", &M, k},
          {"g", "document weights", &g},
          {"feature_sums", "feature sums", &feature_sums},
          {"strengths", "strengths of the graph term", &strengths}};
}

NormalEquations read_normal_equations(const FactReader &facts, const Model &model) {
  const bool linear = model.training.kernel.kind == KernelKind::linear, ncw = facts.flag("ncw");
  const bool transformed_graph = facts.flag("ncw_appendix");
  facts.require_agreement(ncw || !transformed_graph, "ncw", "ncw_appendix");
  facts.require_section(linear ? !model.basis.empty() : !model.W.empty(), linear ? "U" : "W");
  require_readout(facts, model);
  NormalEquations equations{facts.finite("M", model.k, model.k)};
  equations.transformed_graph = transformed_graph;
  equations.strengths = facts.optional("strengths", model.k, 1);
  for (const double strength : equations.strengths)
    if (strength < 0) facts.archive().refuse("a strength of the graph term is negative");
  if (ncw) equations.g = facts.finite("g", model.n, 1);
  if (ncw && linear) equations.feature_sums = facts.finite("feature_sums", model.m, 1);
  return equations;
}

NewTerms terms_of(const NormalEquations &equations, const Model &model,
                  const NewDocuments &documents, ExecutionContext &run) {
  NewTerms terms;
  terms.skip = documents.empty.copy();
  if (model.basis.empty()) {
    compare(equations, model, documents.X, terms, run);
  } else {
    terms.UX = Dense<double>(run.memory, documents.X.rows, model.k);
    multiply(documents.X, unpacked(model.basis, model.m, model.k, run.memory), terms.UX, run);
    if (equations.ncw())
      terms.g = new_weights(equations, model.training.ncw_power, documents.X, run);
  }
  terms.neighbors = new_neighbors(model.training, documents, terms.own, run);
  return terms;
}

double unit_of(const NormalEquations &equations, double lambda) noexcept {
  const double most = equations.largest_strength(lambda);
  return most > 0x1p200 ? std::ldexp(1.0, -std::ilogb(most)) : 1;
}

double edge_scale(const NormalEquations &equations, const NewTerms &terms, Index i,
                  Index j) noexcept {
  const double own = terms.g.empty() ? 1 : terms.g[i];
  return equations.transformed_graph && own > 0 && equations.g[j] > 0 ? own * equations.g[j] : 1;
}

Quadratic::Quadratic(const NormalEquations &equations, const Model &model, double unit,
                     ExecutionContext &run)
    : A(equations.M.copy()),
      b(run.memory, model.k),
      v(run.memory, model.k),
      strengths(run.memory, model.k),
      unit_(unit),
      diagonal_(run.memory, model.k) {
  const Index k = model.k;
  double most = 0;
  for (double &x : A) x *= unit;
  has_finite_M_ = std::all_of(A.begin(), A.end(), [](double x) { return std::isfinite(x); });
  for (Index c = 0; c < k; ++c) most = std::fmax(most, A[c * k + c]);
  for (Index c = 0; c < k; ++c) {
    strengths[c] =
        unit * (equations.strengths.empty() ? model.training.lambda : equations.strengths[c]);
    diagonal_[c] = A[c * k + c] + nnls_ridge * most;
  }
}

void Quadratic::set(const NormalEquations &equations, const Model &model, const NewTerms &terms,
                    Index i) noexcept {
  const TrainingData &training = model.training;
  const bool transformed = equations.transformed_graph;
  const Index k = model.k;
  const double own = terms.g.empty() ? 1 : terms.g[i];
  const Neighbors &neighbors = *terms.neighbors;
  for (Index c = 0; c < k; ++c) b[c] = unit_ * own * terms.UX(i, c);
  double sum = 0;
  const Index count = neighbors.n > 0 ? neighbors.count[i] : 0;
  for (Index q = 0; q < count; ++q) {
    const Index j = neighbors.index[i * neighbors.p + q];
    const double s = new_edge_weight(training, neighbors, i, q);
    const double scale = edge_scale(equations, terms, i, j);
    for (Index c = 0; c < k; ++c) b[c] += strengths[c] * s / scale * model.V[j * k + c];
    sum += transformed && own > 0 ? s / (own * own) : s;
  }
  edges = unit_ * training.lambda * sum;
  is_finite_ = has_finite_M_;
  for (Index c = 0; c < k; ++c) {
    A[c * k + c] = diagonal_[c] + strengths[c] * sum;
    is_finite_ = is_finite_ && std::isfinite(A[c * k + c]);
  }
}

}  // namespace manifact
