#include "model/predict/mixture_posterior.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/data/products.hpp"
#include "linalg/dense/products.hpp"
#include "model/model.hpp"
#include "model/predict/memberships.hpp"
#include "model/predictor.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index posterior_rows = 1024;  // rows per task
constexpr Index whitened_rows = 4096;   // rows whose products with all H are stored at once

// exp(x - max x), normalized to sum 1. Returns the logarithm of the sum of exp(x).
double to_probabilities(double *x, Index k) noexcept {
  const double most = *std::max_element(x, x + k);
  double sum = 0;
  for (Index c = 0; c < k; ++c) sum += x[c] = std::exp(x[c] - most);
  for (Index c = 0; c < k; ++c) x[c] /= sum;
  return most + std::log(sum);
}

// R -= |H_c'z|^2 / 2, a block of rows at a time.
void take_off_lengths(const Posterior &mixture, const Dense<double> &Z, Dense<double> &R,
                      ExecutionContext &run) {
  const Index n = Z.rows(), r = mixture.r, k = mixture.bias.size();
  const Dense<double> H = unpacked(mixture.whitening, r, k * r, run.memory);
  constexpr Index values = Index{1} << 22;  // of y
  const Index at_once = std::clamp(values / (k * r) / 64 * 64, Index{64}, whitened_rows);
  for (Index first = 0; first < n; first += at_once) {
    const Index rows = std::min(at_once, n - first);
    Dense<double> z(run.memory, rows, r), y(run.memory, rows, k * r);
    for (Index i = 0; i < rows; ++i) std::copy_n(Z.row(first + i), r, z.row(i));
    multiply(z, H, y, run.pool);
    run.pool.blocks(rows, posterior_rows / 16, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < k; ++c) {
          double square = 0;
          for (Index d = c * r; d < (c + 1) * r; ++d) square += y(i, d) * y(i, d);
          R(first + i, c) -= square / 2;
        }
    });
  }
}

}  // namespace

double posteriors(const Posterior &mixture, const Dense<double> &Z, const Array<bool> &skip,
                  Dense<double> &R, ExecutionContext &run, const Dense<double> *by_vectors) {
  const Index n = Z.rows(), k = mixture.bias.size();
  multiply(Z, unpacked(mixture.linear, mixture.r, k, run.memory), R, run.pool);
  if (!mixture.quadratic.empty()) {
    Dense<double> squares = Z.copy(), away(run.memory, n, k);
    for (Index e = 0; e < squares.size(); ++e) squares.data()[e] *= squares.data()[e];
    multiply(squares, unpacked(mixture.quadratic, mixture.r, k, run.memory), away, run.pool);
    for (Index e = 0; e < R.size(); ++e) R.data()[e] -= away.data()[e];
  }
  if (!mixture.whitening.empty()) take_off_lengths(mixture, Z, R, run);
  if (by_vectors != nullptr)
    for (Index e = 0; e < R.size(); ++e) R.data()[e] += by_vectors->data()[e];
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

ScoreRule MixturePosterior::score_rule(const Model &) const noexcept {
  if (mixture_.quadratic.empty() && mixture_.whitening.empty())
    return {true,
            "ln p(c | x) minus its mean over the clusters, p the posterior probability, which is "
            "the membership"};
  return {
      false,
      "the log posterior of a mixture whose clusters have different covariances is quadratic in "
      "the document, not a sum over its features; covariance=shared has an additive score"};
}

std::unique_ptr<AdditiveScore> MixturePosterior::additive_score(const Model &model,
                                                                const NewDocuments &,
                                                                const double *,
                                                                ExecutionContext &run) const {
  const Index r = mixture_.r, k = model.k;
  Dense<double> linear = unpacked(mixture_.linear, r, k, run.memory);
  const auto around_mean = [k](double *row) {
    double mean = 0;
    for (Index c = 0; c < k; ++c) mean += row[c] / static_cast<double>(k);
    for (Index c = 0; c < k; ++c) row[c] -= mean;
  };
  for (Index d = 0; d < r; ++d) around_mean(linear.row(d));
  Array<double> rests = mixture_.bias.copy();
  around_mean(rests.data());
  for (Index d = 0; d < r && !mixture_.origin.empty(); ++d)
    for (Index c = 0; c < k; ++c) rests[c] -= mixture_.origin[d] * linear(d, c);
  Dense<double> B(run.memory, model.m, k);
  multiply(unpacked(mixture_.basis, model.m, r, run.memory), linear, B, run.pool);
  return std::make_unique<ColumnScore>(packed(B, run.memory), k, Array<double>(), std::move(rests));
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
  const DataView<double> *const vectors = mixture.vectors.empty() ? nullptr : documents.vectors;
  Dense<double> U;
  if (vectors != nullptr) U = unpacked(mixture.vectors, vectors->columns, k, run.memory);
  run.monitor.enter("assigning", X.rows);
  for (Index first = 0; first < X.rows; first += batch) {
    const Index rows = std::min(batch, X.rows - first);
    const DataView<double> part = some_rows(X, first, first + rows);
    Dense<double> Z(run.memory, rows, r), R(run.memory, rows, k);
    multiply(part, P, Z, run);
    Array<bool> skip(run.memory, rows);
    Dense<double> by_vectors;
    if (vectors != nullptr) {
      by_vectors = Dense<double>(run.memory, rows, k);
      multiply(some_rows(*vectors, first, first + rows), U, by_vectors, run);
    }
    const auto is_zero = [](const Dense<double> &A, Index i) {
      return std::all_of(A.row(i), A.row(i) + A.columns(), [](double x) { return x == 0; });
    };
    for (Index i = 0; i < rows && unit_rows; ++i)
      skip[i] = is_zero(Z, i) && (vectors == nullptr || is_zero(by_vectors, i));
    for (Index i = 0; i < rows && !mixture.origin.empty(); ++i)
      for (Index d = 0; d < r; ++d) Z(i, d) -= mixture.origin[d];
    posteriors(mixture, Z, skip, R, run, vectors != nullptr ? &by_vectors : nullptr);
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
  for (Array<double> *of_clusters :
       {&mixture_.linear, &mixture_.quadratic, &mixture_.bias, &mixture_.vectors})
    permute_columns(*of_clusters, order);
  std::vector<Index> of_columns;
  for (const Index c : order)
    for (Index d = 0; d < mixture_.r; ++d) of_columns.push_back(c * mixture_.r + d);
  permute_columns(mixture_.whitening, of_columns);
}

std::vector<PredictorPart> MixturePosterior::parts(Index k) const {
  return {{"mixture_basis", "mixture basis", &mixture_.basis, mixture_.r},
          {"mixture_linear", "linear terms of the mixture", &mixture_.linear, k},
          {"mixture_quadratic", "quadratic terms of the mixture", &mixture_.quadratic, k},
          {"mixture_bias", "mixture biases", &mixture_.bias},
          {"mixture_origin", "mixture origin", &mixture_.origin},
          {"mixture_whitening", "inverse roots of the covariances of the mixture",
           &mixture_.whitening, k * mixture_.r},
          {"mixture_vectors", "vectors of the clusters", &mixture_.vectors, k}};
}

std::unique_ptr<Predictor> read_mixture_posterior(const FactReader &facts, const Model &model) {
  facts.require_agreement(model.training.kernel.kind == KernelKind::linear, "rule", "kernel");
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
  mixture.vectors = facts.optional("mixture_vectors", model.training.vector_columns, k);
  if (facts.text("rule") == "full-mixture")
    mixture.whitening = facts.finite("mixture_whitening", r, k * r);
  return std::make_unique<MixturePosterior>(std::move(mixture));
}

}  // namespace manifact
