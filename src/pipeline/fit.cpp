#include "pipeline/fit.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <type_traits>
#include <utility>

#include "graph/build.hpp"
#include "graph/conductance.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "kernels/kernel.hpp"
#include "linalg/dense/lapack.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/sparse/matrix.hpp"
#include "methods/method.hpp"
#include "methods/registry.hpp"
#include "methods/solver.hpp"
#include "methods/start/propagation.hpp"
#include "model/model.hpp"
#include "pipeline/clusters.hpp"
#include "pipeline/collective_fits.hpp"
#include "pipeline/derived_options.hpp"
#include "pipeline/finite.hpp"
#include "pipeline/given_graph.hpp"
#include "pipeline/kept_documents.hpp"
#include "pipeline/mapped_counts.hpp"
#include "pipeline/points.hpp"
#include "pipeline/prepare.hpp"
#include "pipeline/read_out.hpp"
#include "pipeline/report.hpp"
#include "pipeline/vectors.hpp"
#include "pipeline/views.hpp"
#include "readout/readout.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"
#include "supervision/constraints.hpp"
#include "text/weighted_data.hpp"
#include "text/weighting.hpp"

namespace manifact {
namespace {

// The clusters of a finished model in the terms of texts that were attached to its documents.
//
// Vectors of the clusters in the space of the terms, from the weighted counts T, documents x terms:
//
//   centroids   mean of the rows of T in each cluster
//   concepts    T' diag(g) W, for methods with W; g: weights of the documents (normalized cut)
//
// These are the vectors of a fit of T itself with the same labels and W.

// diag(g) W
Dense<double> weighted_associations(const Model &model, ExecutionContext &run) {
  Dense<double> W = unpacked(model.W, model.n, model.k, run.memory);
  const Array<double> *const g = model.predictor->document_weights();
  if (g == nullptr || g->empty()) return W;
  for (Index i = 0; i < W.rows(); ++i)
    for (Index c = 0; c < W.columns(); ++c) W(i, c) *= (*g)[i];
  return W;
}

// Throws Error(mismatch), or (budget) if the vectors of k clusters need more than `budget` bytes.
void check_texts(const Matrix &counts, Index documents, Index k, Index budget) {
  if (counts.rows != documents)
    fail(Status::mismatch, "the counts of the texts have %lld rows, but there are %lld documents",
         static_cast<long long>(counts.rows), static_cast<long long>(documents));
  const double bytes =
      static_cast<double>(counts.columns) * static_cast<double>(k) * sizeof(double);
  check_budget(bytes, budget, "clusters in the terms of the texts, %lld x %lld, need",
               number(counts.columns), number(k));
}

// Sets the vectors of model.texts, not its terms.
void describe_texts(Model &model, const Matrix &counts, const WeightingRequest &request,
                    Report &report, ExecutionContext &run) {
  constexpr Index steps = 3;
  run.monitor.enter("texts", steps);
  const FeatureWeights weights = learn_weights(counts, request, run);
  const Csr<double> T = weighted_rows<double>(counts, weights, run);
  run.monitor.report(1, steps);
  report.texts(T, weights);
  model.texts.centroids = packed(
      cluster_means(*data_points<double>(DataView<double>(T), run), model.labels, model.sizes, run),
      run.memory);
  run.monitor.report(2, steps);
  if (!model.W.empty())
    model.texts.concepts = packed(linear_kernel<double>(DataView<double>(T), run)
                                      ->concepts(weighted_associations(model, run), run),
                                  run.memory);
  run.monitor.report(steps, steps);
}

void check_constraints(const Matrix &X, Index k, const Method &method, const FitInputs &inputs) {
  if (inputs.constraints == nullptr) return;
  const Constraints &c = *inputs.constraints;
  const auto number = [](Index x) { return static_cast<long long>(x); };
  if (!method.takes_constraints)
    fail(Status::option,
         "method '%s' does not use labels or pairs of documents; methods that do: %s", method.name,
         methods_with_constraints().c_str());
  if (c.n != X.rows)
    fail(Status::mismatch, "the constraints are for %lld documents, but there are %lld",
         number(c.n), number(X.rows));
  if (c.n_classes() > k)
    fail(Status::argument, "there are %lld different labels, more than the %lld clusters",
         number(c.n_classes()), number(k));
}

// documents: of all processes.
void check(const Matrix &X, Index documents, Index k, const Method &method, const Options &options,
           const FitInputs &inputs) {
  const auto number = [](Index x) { return static_cast<long long>(x); };
  require_lapack();
  if (k < 1) fail(Status::argument, "n_clusters must be at least 1, not %lld", number(k));
  if (k > documents)
    fail(Status::argument, "n_clusters is %lld, but there %s only %lld document%s", number(k),
         documents == 1 ? "is" : "are", number(documents), documents == 1 ? "" : "s");
  // The largest arrays of a fit are the factors, n x k and m x k.
  const Index longest = std::max(X.rows, X.columns);
  check_budget(static_cast<double>(longest) * static_cast<double>(k) * sizeof(double),
               options.integer(Key::memory_budget), "factors of %lld x %lld need", number(longest),
               number(k));
  if (inputs.graph != nullptr && inputs.graph->vertices() != documents)
    fail(Status::mismatch, "the graph has %lld vertices, but there are %lld documents",
         number(inputs.graph->vertices()), number(documents));
  if (inputs.graph != nullptr && inputs.graph->S.rows != X.rows)
    fail(Status::mismatch, "there are %lld rows of the graph, but %lld documents",
         number(inputs.graph->S.rows), number(X.rows));
  check_constraints(X, k, method, inputs);
  if (!inputs.has_start()) {
    if (options.choice<StartKind>() == StartKind::given)
      fail(Status::argument, "start=given, but no start was given");
    return;
  }
  if (inputs.n != X.rows)
    fail(Status::mismatch, "the start has %lld rows, but there are %lld documents",
         number(inputs.n), number(X.rows));
  if (inputs.V != nullptr && inputs.k != k)
    fail(Status::mismatch, "the start has %lld columns, but n_clusters is %lld", number(inputs.k),
         number(k));
  for (Index i = 0; inputs.labels != nullptr && i < inputs.n; ++i)
    if (inputs.labels[i] >= k)
      fail(Status::mismatch, "the start has document %lld in cluster %d: there are 0 to %lld",
           number(i), inputs.labels[i], number(k - 1));
}

void check_features(const Matrix &X, Index k, const Options &options, const FitInputs &inputs) {
  const auto number = [](Index x) { return static_cast<long long>(x); };
  if (inputs.feature_graph != nullptr && inputs.feature_graph->S.rows != X.columns)
    fail(Status::mismatch, "the feature graph has %lld vertices, but there are %lld features",
         number(inputs.feature_graph->S.rows), number(X.columns));
  if (inputs.G == nullptr) return;
  if (inputs.m != X.columns)
    fail(Status::mismatch, "the feature start has %lld rows, but there are %lld features",
         number(inputs.m), number(X.columns));
  if (!options.uses(Key::feature_clusters) && inputs.l != k)
    fail(Status::mismatch, "the feature start has %lld columns, but n_clusters is %lld",
         number(inputs.l), number(k));
}

constexpr Index rows_of_products = 16'384;

// The mean of each cluster, and the cosine of each document to the mean of its cluster.
template <class T>
void describe_clusters(Model &model, const DataView<T> &X, ExecutionContext &run) {
  const auto points = data_points<T>(X, run);
  const Dense<T> centroids = cluster_means(*points, model.labels, model.sizes, run);
  const Array<double> squares = column_dots<T>(centroids, centroids, nullptr, run);
  model.cosines = Array<double>(run.memory, model.n);
  // Products of many dense rows are computed in parts: together they are as large as V.
  const Index part = X.is_dense() ? rows_of_products : std::max<Index>(1, model.n);
  for (Index first = 0; first < model.n; first += part) {
    const Index end = std::min(model.n, first + part);
    const auto some = part < model.n ? data_points<T>(some_rows(X, first, end), run) : nullptr;
    Dense<T> products(run.memory, end - first, model.k);
    (some != nullptr ? *some : *points).products(centroids, products, run);
    for (Index i = first; i < end; ++i) {
      const std::int32_t c = model.labels[i];
      const double lengths = c < 0 ? 0 : std::sqrt(squares[c]) * std::sqrt(points->square(i));
      model.cosines[i] =
          lengths > 0 ? std::clamp(static_cast<double>(products(i - first, c)) / lengths, -1.0, 1.0)
                      : 0;
    }
  }
  model.centroids = packed(centroids, run.memory);
}

template <class T>
Factors<T> run_solver(Model &model, const FitState<T> &state, const Options &options,
                      const FitInputs &inputs, Report &report, ExecutionContext &run) {
  const Schedule schedule = schedule_of(*state.method, options, inputs.has_start());
  run.monitor.enter("start");
  const auto algorithm = state.method->make(state.problem(options, run));
  const std::int32_t *const labels = !state.first.empty()      ? state.first.data()
                                     : inputs.first != nullptr ? inputs.first
                                                               : inputs.labels;
  const SolveTrace trace =
      solve(*algorithm, schedule,
            Start{Rng(0), inputs.W, inputs.V, labels, inputs.G, nullptr, inputs.l}, run);
  model.history = Array<double>(run.memory, static_cast<Index>(trace.history.size()));
  std::copy(trace.history.begin(), trace.history.end(), model.history.begin());
  model.converged = trace.converged;
  if (state.method->spectral && !trace.converged) report.unsolved();
  report.trace(trace, schedule, algorithm->quiet_updates() > 0);
  if (algorithm->quiet_updates() == 0 && schedule.tolerance > 0 &&
      schedule.tolerance != options.defaults().real(Key::tolerance))
    report.warn(
        "tolerance is ignored: the objective of method '%s' is not guaranteed to decrease with "
        "these settings",
        options.name());
  return algorithm->factors();
}

// Without updates the labels act only through the start, and a start from the caller would replace
// them.
FitInputs without_ignored_start(const FitInputs &inputs, const Options &options, Report &report) {
  FitInputs used = inputs;
  if (!inputs.has_start() || inputs.constraints == nullptr || inputs.constraints->labeled == 0 ||
      !ends_with_its_start(options))
    return used;
  report.warn(
      "the given start is ignored: without updates the result is the start, and the labels would "
      "have no effect");
  used.W = used.V = used.G = nullptr;
  used.labels = nullptr;
  return used;
}

bool may_part_equal_documents(const FitInputs &inputs) noexcept {
  return inputs.graph != nullptr || inputs.constraints != nullptr || inputs.has_start() ||
         inputs.vectors != nullptr;
}

// The rows in double without padding; the factor is released. The memory of the padding remains
// reserved with that of the factor, which is kept only if the padding is a small part of it.
template <class T>
Array<double> take(Dense<T> &factor, ExecutionContext &run) {
  if constexpr (std::is_same_v<T, double>)
    if (8 * (factor.stride() - factor.columns()) <= factor.stride()) return factor.release();
  Array<double> rows = packed(factor, run.memory);
  factor = {};
  return rows;
}

Array<std::int32_t> labels_of_fit(const Matrix &X, Index k, const Options &options,
                                  ExecutionContext &run) {
  return fit(X, k, *find_method(options.name()), options, FitInputs(), run)->labels.copy();
}

template <class T>
void name_model(Model &model, const FitState<T> &state) {
  model.n = state.input->rows;
  model.m = state.input->columns;
  model.k = state.k;
  model.method = state.method->name;
}

// How well the clusters are apart, by all cosines over the nearest: the mean silhouette over the
// largest conductance.
template <class T>
double separation_of(const Model &model, const FitState<T> &state, ExecutionContext &run) {
  constexpr Index neighbors = 20;
  constexpr double least = 1e-6;
  const Neighbors nearest = first_neighbors(state.neighbors, neighbors, run.memory);
  // Of Euclidean neighbors `cosine` holds distances.
  const GraphWeight weight =
      nearest.metric == Metric::cosine ? GraphWeight::cosine : GraphWeight::binary;
  const Graph graph = build_graph(nearest, weight, GraphRule::either, 0, run);
  return mean_silhouette(*data_points<T>(state.X, run), model.labels, model.k, run) /
         std::max(least, largest_conductance(graph, model.labels, model.k));
}

// Whether a fit with fewer neighbors is made beside this one.
bool is_compared(const TrainingData &training) noexcept {
  return training.neighbors > fewer_neighbors && training.weights.unit_rows();
}

template <class T>
std::unique_ptr<Model> fit_as(const Matrix &X, Index n_clusters, const Method &method,
                              const Options &requested, const FitInputs &all_inputs,
                              ExecutionContext &run) {
  auto model = std::make_unique<Model>();
  Report report(*model, X.dense, run);
  FitState<T> state(method);
  const FitInputs inputs = without_ignored_start(all_inputs, requested, report);
  const Options geometry =
      choose_points<T>(X, n_clusters, requested, inputs, labels_of_fit, report, run);
  const Options chosen = choose_by_views<T>(X, n_clusters, method, geometry, inputs, report, run);
  const Options options = prepare_data(state, X, n_clusters, chosen, inputs, report, run);
  name_model(*model, state);
  const Options in_force = prepare_graph(state, options, inputs, report, run);
  report.options(in_force, inputs.has_start());
  warn_ineffective_options(in_force, inputs.has_start(), report);
  Factors<T> factors = run_solver(*model, state, in_force, inputs, report, run);
  report.kernel(factors.kernel, factors.store, factors.update_rule);
  run.monitor.enter("read-out");
  model->training = std::move(state.training);
  TrainingData &training = model->training;
  MembershipReadout &readout = model->readout;
  readout.geometry = factors.geometry;
  report.findings(factors.findings);
  read_out(*model, factors, state, in_force, report, run);
  if (!run.divided() && !may_part_equal_documents(inputs))
    report.united(unite_equal_documents(state.X, model->labels, factors.V, run));
  // With arg max a start from the caller fixes the cluster numbers.
  const bool numbered = !inputs.has_start() || readout.kind != ReadoutKind::argmax;
  if (numbered)
    number_clusters(model->labels, state.constraints, factors, readout.centers, state.places, run);
  if (inputs.separation != nullptr && (inputs.most_neighbors > 0 || is_compared(training)))
    *inputs.separation = separation_of(*model, state, run);
  read_out_features(*model, factors, state.X, inputs.G != nullptr, run);
  model->sizes = cluster_sizes(model->labels, model->k, run);
  if (inputs.constraints != nullptr)
    model->violations =
        violations(*inputs.constraints, model->labels,
                   clusters_of_classes(*inputs.constraints, model->labels, model->k, numbered));
  describe_clusters(*model, state.X, run);
  leave_counts(state, in_force, report);
  model->V = take(factors.V, run);
  model->W = take(factors.W, run);
  model->basis = packed(factors.U, run.memory);
  model->predictor = std::move(factors.predictor);
  readout.weights = std::move(factors.readout_weights);
  training.lambda = factors.lambda;
  training.kernel = factors.kernel;
  training.ncw_power = in_force.real(Key::ncw_power);
  const bool compared =
      model->predictor->compares_documents(training.kernel) ||
      (state.graph != nullptr && factors.lambda > 0 && training.kernel_diagonal.empty());
  if (in_force.boolean(Key::keep_data)) keep_documents(training, state, inputs, compared, run);
  report.propagation(factors.propagation, method.start_input != StartInput::none ? "start_" : "");
  if (model->features.l > 0)
    report.features(inputs.G != nullptr ? 0 : in_force.integer(Key::feature_clusters));
  if (inputs.constraints != nullptr) report.violations();
  report.result(factors.dead, n_clusters);
  return model;
}

std::unique_ptr<Model> fit_in_precision(const Matrix &X, Index n_clusters, const Method &method,
                                        const Options &options, const FitInputs &inputs,
                                        ExecutionContext &run) {
  return options.choice<Precision>() == Precision::float_
             ? fit_as<float>(X, n_clusters, method, options, inputs, run)
             : fit_as<double>(X, n_clusters, method, options, inputs, run);
}

class Unlogged {
 public:
  explicit Unlogged(Monitor &monitor) noexcept
      : monitor_(monitor), log_(std::exchange(monitor.log, nullptr)) {}
  ~Unlogged() { monitor_.log = log_; }
  Unlogged(const Unlogged &) = delete;
  Unlogged &operator=(const Unlogged &) = delete;

 private:
  Monitor &monitor_;
  Monitor::Log log_;
};

// The clusters by the words alone, with which documents that have vectors begin: from a start by
// both, fits may end in clusters that are further from the words. Empty: the method begins itself.
Array<std::int32_t> labels_by_words(const Matrix &X, Index n_clusters, const Method &method,
                                    const Options &options, const FitInputs &inputs,
                                    ExecutionContext &run) {
  const bool begins = uses_vectors(options, inputs) && !inputs.has_start() &&
                      options.uses(Key::refine) &&
                      options.choice<Refinement>() == Refinement::sizes &&
                      options.choice<StartKind>() == StartKind::lsi;
  if (!begins) return {};
  FitInputs words = inputs;
  words.vectors = nullptr;
  words.graph_cache = nullptr;
  words.texts = nullptr;
  const Unlogged silence(run.monitor);
  return fit_in_precision(X, n_clusters, method, options, words, run)->labels.copy();
}

// The better one of two fits, if the numbers of neighbors of both are plausible.
std::unique_ptr<Model> fit_by_neighbors(const Matrix &X, Index n_clusters, const Method &method,
                                        const Options &options, const FitInputs &inputs,
                                        ExecutionContext &run) {
  if (!may_compare_neighbors(options, method, X, inputs))
    return fit_in_precision(X, n_clusters, method, options, inputs, run);
  double separation = 0, other_separation = 0;
  FitInputs measured = inputs;
  measured.separation = &separation;
  std::unique_ptr<Model> kept = fit_in_precision(X, n_clusters, method, options, measured, run);
  if (!is_compared(kept->training)) return kept;
  measured.most_neighbors = fewer_neighbors;
  measured.separation = &other_separation;
  std::unique_ptr<Model> other;
  {
    const Unlogged silence(run.monitor);
    other = fit_in_precision(X, n_clusters, method, options, measured, run);
  }
  if (other_separation > separation) {
    const std::vector<std::string> &told = kept->findings.warnings;
    for (const std::string &warning : other->findings.warnings)
      if (std::find(told.begin(), told.end(), warning) == told.end())
        run.monitor.note(1, warning.c_str());
    std::swap(kept, other);
    std::swap(separation, other_separation);
  }
  Report(*kept, X.dense, run)
      .neighbors_compared(kept->training.neighbors, separation, other->training.neighbors,
                          other_separation);
  return kept;
}

template <class T>
Graph graph_as(const Matrix &X, const Method &method, const Options &options,
               const FitInputs &inputs, ExecutionContext &run) {
  Model model;  // the report writes to it
  Report report(model, X.dense, run);
  FitState<T> state(method);
  const Options geometry = choose_points<T>(X, 1, options, inputs, labels_of_fit, report, run);
  const Options prepared = prepare_data(state, X, 1, geometry, inputs, report, run);
  build_graph(state, prepared, inputs, report, run);
  if (state.graph != nullptr && state.graph->search.groups > 0)
    report.search(state.graph->search, search_request(prepared));
  if (state.graph == nullptr)
    fail(Status::option,
         "method '%s' with these options uses no graph that is built before its fit", method.name);
  return std::move(state.own_graph);
}

}  // namespace

std::unique_ptr<Model> fit(const Matrix &X, Index n_clusters, const Method &method,
                           const Options &requested, const FitInputs &inputs,
                           ExecutionContext &run) {
  if (X.mapped()) X.require_unchanged();
  const CollectiveFits *const fits = run.collective->fits();
  if (fits != nullptr) fits->check_graph(X, inputs, run);
  Options options = derive_from_input(requested, X, method, inputs, fits);
  const Index documents = run.total(X.rows);
  run.together([&] {
    if (fits != nullptr) {
      fits->check(X, method, inputs);
      fits->check(options);
    }
    check(X, documents, n_clusters, method, options, inputs);
    check_features(X, n_clusters, options, inputs);
    check_vectors(X, method, inputs, run);
  });
  const bool in_single = fits == nullptr && takes_single(options, X, method, n_clusters);
  if (in_single) options.derive(Precision::float_);
  if (fits != nullptr) fits->check_alike(X, inputs, run);
  if (inputs.texts != nullptr)
    check_texts(*inputs.texts, X.rows, n_clusters, options.integer(Key::memory_budget));
  const Array<std::int32_t> by_words = labels_by_words(X, n_clusters, method, options, inputs, run);
  FitInputs begun = inputs;
  if (!by_words.empty()) begun.first = by_words.data();
  // Told before the fit, which may be long and in vain.
  const std::string warning = warning_of_kind(X, options, inputs, false, run);
  if (!warning.empty()) run.monitor.note(1, warning.c_str());
  std::unique_ptr<Model> model = fit_by_neighbors(X, n_clusters, method, options, begun, run);
  if (!warning.empty()) model->findings.warnings.push_back(warning);
  if (warning.empty() && model->status == static_cast<int>(Status::fewer_clusters)) {
    const std::string late = warning_of_kind(X, options, inputs, true, run);
    if (!late.empty()) Report(*model, X.dense, run).warn("%s", late.c_str());
  }
  if (in_single)
    Report(*model, X.dense, run)
        .warn(
            "the factors are in single precision (precision=float): in double they exceed the "
            "memory-budget");
  if (inputs.texts != nullptr) {
    Report report(*model, X.dense, run);
    WeightingRequest request = text_weighting(method, options);
    request.background = inputs.texts_background;
    describe_texts(*model, *inputs.texts, request, report, run);
  }
  run.together([&] { check_finite(*model); });
  return model;
}

Graph graph_of_fit(const Matrix &X, const Method &method, const Options &requested,
                   const FitInputs &inputs, ExecutionContext &run) {
  FitInputs used;
  used.constraints = inputs.constraints;
  used.vectors = inputs.vectors;
  used.background = inputs.background;
  check_constraints(X, X.rows, method, used);
  check_vectors(X, method, used, run);
  const Options options = derive_from_input(requested, X, method, used, nullptr);
  return options.choice<Precision>() == Precision::float_
             ? graph_as<float>(X, method, options, used, run)
             : graph_as<double>(X, method, options, used, run);
}

}  // namespace manifact
