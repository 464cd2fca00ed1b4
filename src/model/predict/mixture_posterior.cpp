#include "model/predict/mixture_posterior.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/model.hpp"
#include "model/permute.hpp"
#include "model/predict/memberships.hpp"
#include "model/predict/zero_rows.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index posterior_rows = 1024;  // rows per task

// exp(x - max x), normalized to sum 1. Returns the logarithm of the sum of exp(x).
double to_probabilities(double *x, Index k) noexcept {
  const double most = *std::max_element(x, x + k);
  double sum = 0;
  for (Index c = 0; c < k; ++c) sum += x[c] = std::exp(x[c] - most);
  for (Index c = 0; c < k; ++c) x[c] /= sum;
  return most + std::log(sum);
}

}  // namespace

double posteriors(const Posterior &mixture, const Dense<double> &Z, const Array<bool> &skip,
                  Dense<double> &R, ExecutionContext &run) {
  const Index n = Z.rows(), k = mixture.bias.size();
  multiply(Z, unpacked(mixture.linear, mixture.r, k, run.memory), R, run.pool);
  if (!mixture.quadratic.empty()) {
    Dense<double> squares = Z.copy(), away(run.memory, n, k);
    for (Index e = 0; e < squares.size(); ++e) squares.data()[e] *= squares.data()[e];
    multiply(squares, unpacked(mixture.quadratic, mixture.r, k, run.memory), away, run.pool);
    for (Index e = 0; e < R.size(); ++e) R.data()[e] -= away.data()[e];
  }
  Array<double> sums(run.memory, (n + posterior_rows - 1) / posterior_rows);
  run.pool.blocks(n, posterior_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double *const row = R.row(i);
      for (Index c = 0; c < k; ++c) row[c] = skip[i] ? 0 : row[c] + mixture.bias[c];
      if (!skip[i]) sums[begin / posterior_rows] += to_probabilities(row, k);
    }
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

void MixturePosterior::predict(const Model &model, const NewDocuments &documents,
                               std::int32_t *labels, double *memberships,
                               ExecutionContext &run) const {
  constexpr Index batch = 65536;
  const Posterior &mixture = mixture_;
  const DataView<double> &X = documents.X;
  const bool unit_rows = model.training.weights.unit_rows();
  const Index k = model.k, r = mixture.r;
  const Dense<double> P = unpacked(mixture.basis, X.columns, r, run.memory);
  run.monitor.enter("assigning", X.rows);
  for (Index first = 0; first < X.rows; first += batch) {
    const Index rows = std::min(batch, X.rows - first);
    const DataView<double> part = some_rows(X, first, first + rows);
    Dense<double> Z(run.memory, rows, r), R(run.memory, rows, k);
    multiply(part, P, Z, run);
    Array<bool> skip(run.memory, rows);
    for (Index i = 0; i < rows && unit_rows; ++i)
      skip[i] = std::all_of(Z.row(i), Z.row(i) + r, [](double z) { return z == 0; });
    for (Index i = 0; i < rows && !mixture.origin.empty(); ++i)
      for (Index d = 0; d < r; ++d) Z(i, d) -= mixture.origin[d];
    posteriors(mixture, Z, skip, R, run);
    for (Index i = 0; i < rows; ++i)
      if (!std::isfinite(R(i, 0))) refuse_far(first + i);
    for (Index i = 0; i < rows; ++i) {
      labels[first + i] =
          skip[i] ? -1
                  : static_cast<std::int32_t>(std::max_element(R.row(i), R.row(i) + k) - R.row(i));
      if (memberships != nullptr) std::copy_n(R.row(i), k, memberships + (first + i) * k);
    }
    run.monitor.report(first + rows, X.rows);
  }
}

void MixturePosterior::permute(const std::vector<Index> &order) {
  for (Array<double> *of_clusters : {&mixture_.linear, &mixture_.quadratic, &mixture_.bias})
    permute_columns(*of_clusters, order);
}

std::vector<PredictorPart> MixturePosterior::parts(Index k) const {
  return {{"mixture_basis", "mixture basis", &mixture_.basis, mixture_.r},
          {"mixture_linear", "linear terms of the mixture", &mixture_.linear, k},
          {"mixture_quadratic", "quadratic terms of the mixture", &mixture_.quadratic, k},
          {"mixture_bias", "mixture biases", &mixture_.bias},
          {"mixture_origin", "mixture origin", &mixture_.origin}};
}

std::unique_ptr<Predictor> read_mixture_posterior(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
  require_readout(facts, model);
  const Index r = facts.archive().columns("mixture_basis"), k = model.k;
  // Coordinates of the data, or the directions of the clusters (refine=sizes).
  if (r < 1 || (r > model.m && r != k))
    facts.archive().refuse("section 'mixture_basis' has %lld columns for %lld features",
                           static_cast<long long>(r), static_cast<long long>(model.m));
  Posterior mixture;
  mixture.r = r;
  mixture.basis = facts.finite("mixture_basis", model.m, r);
  mixture.linear = facts.finite("mixture_linear", r, k);
  mixture.quadratic = facts.optional("mixture_quadratic", r, k);
  mixture.bias = facts.finite("mixture_bias", k, 1);
  mixture.origin = facts.optional("mixture_origin", r, 1);
  return std::make_unique<MixturePosterior>(std::move(mixture));
}

}  // namespace manifact
