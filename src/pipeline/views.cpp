#include "pipeline/views.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "evaluation/evaluation.hpp"
#include "methods/solver.hpp"
#include "methods/start/labels.hpp"
#include "pipeline/derived_options.hpp"
#include "pipeline/prepare.hpp"
#include "pipeline/refinement.hpp"
#include "readout/readout.hpp"
#include "readout/size_refinement.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index many_documents = 20'000, sampled_documents = 9'000;
constexpr std::uint64_t stream = 0x51e35;
using Labels = Array<std::int32_t>;

// The rows of X that are not 0 in `kept`, all for an empty one, with the terms of one half.
std::unique_ptr<Matrix> half_of(const Matrix &X, const Array<Index> &kept,
                                const Array<bool> &in_first, bool first, ExecutionContext &run) {
  const Index rows = kept.empty() ? X.rows : kept.size();
  const auto source = [&](Index i) { return kept.empty() ? i : kept[i]; };
  Csr<double> half;
  half.rows = rows;
  half.columns = X.columns;
  half.indptr = Array<Index>(run.memory, rows + 1);
  for (Index i = 0; i < rows; ++i) {
    Index count = 0;
    X.each(source(i), [&](std::int32_t j, double) { count += in_first[j] == first ? 1 : 0; });
    half.indptr[i + 1] = half.indptr[i] + count;
  }
  half.indices = Array<std::int32_t>(run.memory, half.indptr[rows]);
  half.values = Array<double>(run.memory, half.indptr[rows]);
  Index e = 0;
  for (Index i = 0; i < rows; ++i)
    X.each(source(i), [&](std::int32_t j, double x) {
      if (in_first[j] != first) return;
      half.indices[e] = j;
      half.values[e++] = x;
    });
  return matrix_from_parts(std::move(half));
}

// The labels of one candidate before its refinement, from the coordinates that its start uses.
template <class T>
Labels first_labels_of(const FitState<T> &state, const Options &options, const Dense<T> &Z,
                       ExecutionContext &run) {
  const Problem<T> problem = state.problem(options, run);
  run.monitor.enter("views");
  Labels first =
      content_labels(Z, problem, Rng(static_cast<std::uint64_t>(options.integer(Key::seed))));
  if (options.integer(Key::max_iterations) == 0) return first;
  const auto algorithm = state.method->make(problem);
  Start start{Rng(0)};
  start.labels = first.data();
  solve(*algorithm, schedule_of(*state.method, options, true), start, run);
  const Factors<T> factors = algorithm->factors();
  return argmax_labels(factors.V, factors.readout_weights, run);
}

// The labels of one candidate. What is compared must be what the fit would return: k-means makes
// clusters of more even sizes, which the refinement changes. Here any number of documents may move:
// a limit that acts on one of two candidates would compare unlike clusterings.
template <class T>
Labels labels_of(const FitState<T> &state, const Options &options, const Dense<T> &Z,
                 ExecutionContext &run) {
  Labels labels = first_labels_of(state, options, Z, run);
  if (refines_by_sizes(state.training.weights, options))
    refine_by_sizes(*data_points<T>(state.X, run), labels, state.k, run);
  return labels;
}

// The labels of all candidates by the given terms.
template <class T>
std::vector<Labels> cluster(const Matrix &X, Index k, const Method &method,
                            std::span<const Options> candidates,
                            const std::shared_ptr<const DocumentFrequencies> &background,
                            ExecutionContext &run) {
  Model unused;  // the report of the half fits is dropped
  Monitor quiet;
  ExecutionContext silent{run.memory, run.pool, quiet};
  Report report(unused, X.dense, silent);
  FitState<T> state(method);
  FitInputs inputs;
  inputs.background = background;
  const Options &first = candidates.front();
  const Options options = prepare_data(state, X, k, first, inputs, report, run);
  prepare_graph(state, options, inputs, report, run);
  std::vector<Labels> all;
  Dense<T> Z;
  Index rank = -1;
  for (const Options &candidate : candidates) {
    if (candidate.integer(Key::svd_rank) != rank) {
      rank = candidate.integer(Key::svd_rank);
      const Rng rng(static_cast<std::uint64_t>(candidate.integer(Key::seed)), stream);
      run.monitor.enter("views");
      Z = smoothed_coordinates(state.problem(candidate, run), rng);
    }
    all.push_back(labels_of(state, candidate, Z, run));
  }
  return all;
}

// A random sample of the documents, in their order; empty: all.
Array<Index> sample(Index n, Rng &rng, ExecutionContext &run) {
  if (n <= many_documents) return {};
  Array<Index> kept(run.memory, sampled_documents);
  Index found = 0;
  for (Index i = 0; i < n && found < sampled_documents; ++i)
    if (rng.below(n - i) < sampled_documents - found) kept[found++] = i;
  return kept;
}

}  // namespace

ViewScore compare_views(const Array<std::int32_t> &a, const Array<std::int32_t> &b) {
  const Information found = information(a, b);
  const double H = (found.first + found.second) / 2;
  return H > 0 ? ViewScore{.score = found.shared / std::sqrt(H), .agreement = found.shared / H}
               : ViewScore{};
}

template <class T>
std::vector<ViewScore> score_by_views(
    const Matrix &X, Index k, const Method &method, std::span<const Options> candidates,
    ExecutionContext &run, const std::shared_ptr<const DocumentFrequencies> &background) {
  Rng rng(static_cast<std::uint64_t>(candidates.front().integer(Key::seed)), stream);
  const Index splits = X.rows > many_documents ? 1 : 2;
  std::vector<ViewScore> scores(candidates.size());
  for (Index split = 0; split < splits; ++split) {
    const Array<Index> kept = sample(X.rows, rng, run);
    Array<bool> in_first(run.memory, X.columns);
    for (bool &in : in_first) in = rng.uniform() < 0.5;
    std::vector<Labels> views[2];
    for (const bool first : {true, false})
      views[first] = cluster<T>(*half_of(X, kept, in_first, first, run), k, method, candidates,
                                background, run);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const ViewScore found = compare_views(views[0][c], views[1][c]);
      scores[c].score += found.score / static_cast<double>(splits);
      scores[c].agreement += found.agreement / static_cast<double>(splits);
    }
  }
  return scores;
}

template <class T>
Options choose_by_views(const Matrix &X, Index k, const Method &method, const Options &options,
                        const FitInputs &inputs, Report &report, ExecutionContext &run) {
  if (!options.uses(Key::select) || options.choice<Selection>() == Selection::none || X.dense ||
      options.is_set(Key::start))
    return options;
  if (inputs.weights != nullptr)
    report.warn("select=views is ignored: views are made from counts, which a model does not keep");
  if (inputs.has_start() || inputs.weights != nullptr) return options;
  const std::vector<Options> candidates = view_candidates(options);
  const std::vector<ViewScore> scores =
      score_by_views<T>(X, k, method, candidates, run, inputs.background);
  std::size_t chosen = scores[1].score > scores[0].score ? 1 : 0;
  if (chosen == 1 && scores.size() > 2 && scores[2].agreement > scores[1].agreement) chosen = 2;
  report.views(scores[0].score, scores[1].score, chosen);
  return candidates[chosen];
}

template std::vector<ViewScore> score_by_views<float>(
    const Matrix &, Index, const Method &, std::span<const Options>, ExecutionContext &,
    const std::shared_ptr<const DocumentFrequencies> &);
template std::vector<ViewScore> score_by_views<double>(
    const Matrix &, Index, const Method &, std::span<const Options>, ExecutionContext &,
    const std::shared_ptr<const DocumentFrequencies> &);
template Options choose_by_views<float>(const Matrix &, Index, const Method &, const Options &,
                                        const FitInputs &, Report &, ExecutionContext &);
template Options choose_by_views<double>(const Matrix &, Index, const Method &, const Options &,
                                         const FitInputs &, Report &, ExecutionContext &);

}  // namespace manifact
