#include "pipeline/prepare.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "graph/build.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "linalg/data/centered.hpp"
#include "methods/documents_taking_part.hpp"
#include "methods/graph_budget.hpp"
#include "methods/magnitudes.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"
#include "options/conversions.hpp"
#include "pipeline/cut_start.hpp"
#include "pipeline/derived_options.hpp"
#include "pipeline/given_graph.hpp"
#include "pipeline/mapped_counts.hpp"
#include "pipeline/vectors.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

// preset=quality and preset=pairs are tuned for text and override the weighting of the method's
// paper.
Weighting weighting_of_counts(const Method &method, const Options &options) {
  if (!options.uses(Key::preset)) return method.counts;
  const auto preset = options.choice<Preset>();
  return preset == Preset::quality || preset == Preset::pairs ? Weighting::log_tfidf
                                                              : method.counts;
}

template <class T>
WeightingRequest weighting_request(const Method &method, const Options &options, bool of_kernel) {
  const int range = kept_range<T>(options);
  if (of_kernel || kernel_spec(options).kind == KernelKind::precomputed)
    return {.weighting = Weighting::none,
            .scaling = Scaling::none,
            .counts = Weighting::none,
            .dense = Scaling::none,
            .range = range};
  return {.weighting = options.choice<Weighting>(),
          .scaling = options.choice<Scaling>(),
          .min_df = options.integer(Key::min_df),
          .max_df = options.real(Key::max_df),
          .counts = weighting_of_counts(method, options),
          .dense = method.dense_scaling,
          .range = range};
}

// Learns the weights. Dense features whose scaling is not set are standardized if the method does
// so and they are in different units.
template <class T>
FeatureWeights weights_of(const Matrix &X, const Method &method, const Options &requested,
                          const FitInputs &inputs, Report &report, ExecutionContext &run) {
  WeightingRequest request = weighting_request<T>(method, requested, inputs.of_kernel);
  request.places = inputs.places;
  request.background = inputs.background.get();
  if (!X.dense || request.scaling != Scaling::automatic) return learn_weights(X, request, run);
  const FeatureScales scales = feature_scales(X, run);
  if (request.dense == Scaling::automatic)
    request.dense = scales.unlike_units() ? Scaling::z_score : Scaling::none;
  if (method.unit_rows_of_images && X.columns > features_of_tables && scales.similar())
    request.dense = Scaling::unit_rows;
  report.scales(scales, request.dense);
  return learn_weights(X, request, run);
}

// Data with the weights of an earlier fit.
template <class T>
void take_weighted(FitState<T> &state, const Matrix &X, const FeatureWeights &weights,
                   ExecutionContext &run) {
  FeatureWeights &own = state.training.weights;
  own = {weights.weighting,    weights.scaling,       weights.idf.copy(), weights.dropped,
         weights.shift.copy(), weights.spread.copy(), weights.exponent};
  if (X.dense) {
    state.data = weighted_data<T>(X, own, run);
    return;
  }
  Csr<T> &rows = state.data.sparse;
  rows = Csr<T>(run.memory, X.rows, X.columns, X.entries());
  std::copy_n(X.indptr, X.rows + 1, rows.indptr.begin());
  for (Index e = 0; e < X.entries(); ++e) {
    rows.indices[e] = X.indices[e];
    rows.values[e] = static_cast<T>(X.value(e));
  }
}

template <class T>
void weight(FitState<T> &state, const Matrix &X, const Options &requested, const FitInputs &inputs,
            Report &report, ExecutionContext &run) {
  FeatureWeights &weights = state.training.weights;
  weights = weights_of<T>(X, *state.method, requested, inputs, report, run);
  if (inputs.background != nullptr) report.background(*inputs.background, weights);
  check_scaled_budget(X, weights, requested.integer(Key::memory_budget));
  if (X.mapped()) {
    state.data = weighted_file<T>(X, weights, *state.method, requested, run);
    return;
  }
  state.data = weighted_data<T>(X, weights, run);
}

// A precomputed kernel cannot be weighted or scaled.
void check_precomputed(const Matrix &K, const Options &options) {
  if (kernel_spec(options).kind != KernelKind::precomputed) return;
  if (options.choice<Weighting>() != Weighting::automatic &&
      options.choice<Weighting>() != Weighting::none && options.is_set(Key::weighting))
    fail(Status::option,
         "weighting=%s is not possible with kernel=precomputed: the values are not counts",
         options.text(Key::weighting).c_str());
  if (options.choice<Scaling>() != Scaling::automatic && options.choice<Scaling>() != Scaling::none)
    fail(Status::option,
         "scaling=%s is not possible with kernel=precomputed: the kernel would not stay symmetric",
         options.text(Key::scaling).c_str());
  const double bytes =
      static_cast<double>(K.entries()) *
      (options.choice<Precision>() == Precision::float_ ? sizeof(float) : sizeof(double));
  check_budget(bytes, options.integer(Key::memory_budget), "the kernel's %lld values need",
               number(K.entries()));
}

void check_out_of_sample(const Options &options) {
  if (!options.uses(Key::out_of_sample)) return;
  if (options.choice<OutOfSample>() == OutOfSample::exact && options.uses(Key::affinity) &&
      options.choice<AffinityKind>() != AffinityKind::gram)
    fail(Status::option,
         "out-of-sample=exact needs affinity=gram: only the eigenvectors of a Gram matrix are "
         "linear in the documents");
  if (options.choice<OutOfSample>() == OutOfSample::predictor && options.uses(Key::affinity) &&
      options.choice<AffinityKind>() != AffinityKind::graph)
    fail(Status::option,
         "out-of-sample=predictor needs affinity=graph: it predicts from the neighbors");
  if (options.choice<OutOfSample>() != OutOfSample::iterative) return;
  if (kernel_spec(options).kind != KernelKind::linear)
    fail(Status::option, "out-of-sample=iterative needs the linear kernel");
}

// The maximum number of neighbors for local predictions on a graph from the caller; warns if the
// graph has more. A prediction from p neighbors takes p^3 operations, and the lists have n p
// entries. A document with more neighbors is predicted from the nearest ones.
Index longest_list(const Graph &graph, const Options &options, Report &report) {
  constexpr Index predictable = 512;
  const Index n = graph.S.rows, budget = options.integer(Key::memory_budget);
  const Index most = std::min(predictable, budget / static_cast<Index>(sizeof(double)) / n);
  check_budget(static_cast<double>(n) * sizeof(double), budget,
               "the neighbors of %lld documents need", number(n));
  Index longest = 0, cut = 0;
  for (Index i = 0; i < n; ++i) {
    const Index degree = graph.S.indptr[i + 1] - graph.S.indptr[i];
    longest = std::max(longest, degree);
    cut += degree > most ? 1 : 0;
  }
  if (cut > 0)
    report.warn(
        "%lld document%s more than %lld neighbors in the graph (up to %lld); each is predicted "
        "from its %lld nearest",
        number(cut), cut == 1 ? " has" : "s have", number(most), number(longest), number(most));
  return most;
}

// places: as in FitState.
template <class T>
void check_values(const DataView<T> &X, const Method &method, const FeatureWeights &weights,
                  const Index *places, ExecutionContext &run) {
  bool empty = true;
  run.together([&] {
    for (Index i = 0; i < X.rows; ++i) {
      const DataRow<T> x = X.row(i);
      for (Index e = 0; e < x.size(); ++e) {
        const double value = static_cast<double>(x[e]);
        if (!std::isfinite(value))
          fail(Status::value, "row %lld, column %d is not finite in the chosen precision",
               number(place_of(i, places)), x.column(e));
        if (method.non_negative && value < 0)
          fail(Status::value,
               "row %lld, column %d is negative (%g): method '%s' needs non-negative data",
               number(place_of(i, places)), x.column(e), value, method.name);
        empty = empty && x.dense() && value == 0;
      }
    }
  });
  if (!run.any(!empty)) throw AgreedError(Status::empty, nothing_left(weights).c_str());
}

// The options with the metric of the neighbors chosen.
template <class T>
Options for_metric(FitState<T> &state, const Options &requested, const FitInputs &inputs,
                   Report &report, ExecutionContext &run) {
  if (!requested.uses(Key::metric)) return requested;
  const bool searched = inputs.graph == nullptr && state.method->needs_graph(requested);
  // A method that approximates X by inner products keeps their geometry; labels spread better
  // along cosines.
  const Method &method = *state.method;
  const bool cuts = (method.graph_decides || method.local_prediction) && !method.takes_constraints;
  const bool points = cuts && searched && chooses_metric(requested) &&
                      !state.training.weights.unit_rows() &&
                      metric_of(state.X, run) == Metric::euclidean;
  const Options options = derive_metric(requested, searched, points);
  if (options.choice<Metric>() == Metric::euclidean) {
    state.zeros_are_points = !state.training.weights.unit_rows();
    report.metric(points);
  }
  return options;
}

// Warns if a method that is not invariant under shifts compares rows far from the origin.
template <class T>
void check_offset(const FitState<T> &state, const Options &options, Report &report,
                  ExecutionContext &run) {
  const Method &method = *state.method;
  const bool by_distances =
      method.zeros_are_points || kernel_spec(options).kind != KernelKind::linear ||
      (options.uses(Key::affine) && options.boolean(Key::affine)) ||
      (options.uses(Key::preset) && options.choice<Preset>() == Preset::points) ||
      ((method.graph_decides || method.local_prediction) && options.uses(Key::metric) &&
       options.choice<Metric>() == Metric::euclidean);
  if (!state.X.is_dense() || by_distances) return;
  const MeanRow row = mean_row(state.X.dense(), run);
  double square = 0;
  for (const double x : row.mean) square += x * x;
  if (row.around > 0 && is_far_from_origin<T>(square, row.around))
    report.far_from_origin(std::sqrt(square / row.around), method.name);
}

// All settings that determine the graph for given data.
template <class T>
std::string graph_settings(const FitState<T> &state, const Options &options) {
  auto settings = std::to_string(static_cast<int>(weighting_of_counts(*state.method, options)));
  for (const Key key :
       {Key::weighting, Key::scaling, Key::min_df, Key::max_df, Key::precision, Key::neighbors,
        Key::graph_weight, Key::graph_rule, Key::bandwidth, Key::metric, Key::kernel,
        Key::graph_search, Key::search_recall, Key::duplicates, Key::vector_weight})
    if (options.uses(key)) settings.append(" ").append(options.text(key));
  if (may_be_approximate(state.X, search_request(options)))
    settings.append(" ").append(options.text(Key::seed));  // seeds the approximate search
  return settings;
}

template <class T>
bool is_cached(const FitState<T> &state, const Options &options, const FitInputs &inputs) {
  return inputs.graph_cache != nullptr && inputs.graph_cache->X == state.input &&
         inputs.graph_cache->vectors == inputs.vectors &&
         inputs.graph_cache->background == inputs.background &&
         inputs.graph_cache->settings == graph_settings(state, options);
}

// Stores the graph in the state, or in the cache for the next fit.
template <class T>
void keep_graph(FitState<T> &state, Graph &&graph, Findings &&of_vectors, const Options &options,
                const FitInputs &inputs) {
  state.graph = inputs.graph_cache == nullptr ? &state.own_graph : &inputs.graph_cache->graph;
  if (inputs.graph_cache == nullptr)
    state.own_graph = std::move(graph);
  else
    *inputs.graph_cache = {
        state.input,       graph_settings(state, options), std::move(graph), {}, inputs.vectors,
        inputs.background, std::move(of_vectors)};
}

// The neighbor lists, long enough for every pipeline that may run.
template <class T>
void find_neighbors(FitState<T> &state, const Options &options, const FitInputs &inputs,
                    Report &report, ExecutionContext &run) {
  if (state.method->learn) {
    if (inputs.graph != nullptr)
      fail(Status::option, "method '%s' learns its graph from the documents and accepts none",
           options.name());
    if (options.choice<Duplicates>() == Duplicates::collapse)
      state.first_duplicate = first_occurrences(state.X, run);
    return;
  }
  if (!state.method->needs_graph(options)) {
    if (inputs.graph != nullptr) check_graph_is_used(*state.method, options, report);
    return;
  }
  const bool collapses =
      options.uses(Key::duplicates) && options.choice<Duplicates>() == Duplicates::collapse;
  const SearchRequest request = search_request(options);
  if (collapses && inputs.graph == nullptr)
    state.first_duplicate = first_occurrences(state.X, run, request.metric == Metric::euclidean);
  if (inputs.graph != nullptr) {
    if (!state.method->local_prediction) return;
    run.monitor.enter("graph", state.X.rows);
    state.neighbors =
        graph_neighbors(state.X, *inputs.graph, longest_list(*inputs.graph, options, report), run);
    return;
  }
  const Index n = run.total(state.X.rows),
              requested = std::max(options.integer(Key::neighbors),
                                   content_options(options).integer(Key::neighbors));
  const Index p = std::min(requested, n - 1);
  if (p < requested) report.warn("%s", reduced("neighbors", requested, p, n, "documents").c_str());
  run.together(
      [&] { check_graph_budget(state.X.rows, p, options, state.method->local_prediction); });
  const Array<double> &own = state.training.kernel_diagonal;
  if (!collapses && !own.empty() && options.choice<SearchKind>() == SearchKind::approximate)
    report.warn(
        "graph-search=approximate is ignored with kernel=precomputed: the neighbors are read "
        "exactly from the kernel");
  if (is_cached(state, options, inputs) && !state.method->local_prediction) return;
  run.monitor.enter("graph", n);
  if (collapses) {
    state.neighbors = distinct_neighbors(state.X, state.first_duplicate, p, run, request);
    return;
  }
  state.neighbors = own.empty() ? nearest_neighbors(state.X, p, run, request, inputs.places)
                                : kernel_neighbors<T>(state.X, own, own, true, p, run);
}

template <class T>
void learn(FitState<T> &state, const Options &options, Report &report, ExecutionContext &run) {
  Findings findings;
  state.own_graph = state.method->learn(Learning<T>{
      state.X, state.first_duplicate, state.training.weights.unit_rows(), options, findings, run});
  state.graph = &state.own_graph;
  report.findings(findings);
}

template <class T>
void build(FitState<T> &state, const Options &options, const FitInputs &inputs, Report &report,
           ExecutionContext &run) {
  if (!state.method->needs_graph(options) || state.method->learn) return;
  TrainingData &training = state.training;
  // A new document may have all n documents as neighbors.
  training.neighbors = std::min(options.integer(Key::neighbors), run.total(state.X.rows));
  state.graph = inputs.graph;  // its weight function is unknown: new documents get cosine weights
  if (inputs.graph != nullptr) return;
  if (is_cached(state, options, inputs)) {
    state.graph = &inputs.graph_cache->graph;
    if (!report.has("vector_graph_edges")) report.findings(inputs.graph_cache->of_vectors);
  } else {
    const Neighbors nearest =
        first_neighbors(state.neighbors, options.integer(Key::neighbors), run.memory);
    Graph words = build_graph(nearest, options.choice<GraphWeight>(), options.choice<GraphRule>(),
                              options.real(Key::bandwidth), run);
    Findings found;
    words = joined_with_vectors(std::move(words), state, nearest.p, options, found, run);
    report.findings(found);
    keep_graph(state, std::move(words), std::move(found), options, inputs);
  }
  training.graph_weight = options.choice<GraphWeight>();
  training.metric = state.graph->metric;
  training.bandwidth = state.graph->bandwidth;
  if (!state.graph->local_scales.empty()) training.local_scales = state.graph->local_scales.copy();
}

// Start labels for a pipeline, on its graph.
template <class T>
Array<std::int32_t> start_of(FitState<T> &state, const Options &options, const FitInputs &inputs,
                             Report &report, ExecutionContext &run) {
  build(state, options, inputs, report, run);
  run.monitor.enter("start");
  return first_labels(state.problem(options, run),
                      Rng(static_cast<std::uint64_t>(options.integer(Key::seed))));
}

// Chooses between the normalized cut and the clustering by content. Sets the options, the graph
// and the start labels accordingly.
template <class T>
void choose_start(FitState<T> &state, Options &options, const FitInputs &inputs, Report &report,
                  ExecutionContext &run) {
  if (!chooses_start(options) || inputs.has_start()) return;
  const Options content = content_options(options);
  Array<std::int32_t> cut = start_of(state, options, inputs, report, run);
  state.first = start_of(state, content, inputs, report, run);
  const CutAcceptance acceptance = judge(cut, state.first, state.k);
  const bool accepted = acceptance.passed();
  report.acceptance(acceptance, accepted);
  if (!accepted) {
    options = content;
    return;
  }
  state.first = std::move(cut);
  build(state, options, inputs, report, run);
}

}  // namespace

WeightingRequest text_weighting(const Method &method, const Options &options) {
  return {.weighting = Weighting::automatic,
          .scaling = Scaling::unit_rows,
          .min_df = options.integer(Key::min_df),
          .max_df = options.real(Key::max_df),
          .counts = weighting_of_counts(method, options)};
}

template <class T>
Options prepare_data(FitState<T> &state, const Matrix &X, Index n_clusters,
                     const Options &requested, const FitInputs &inputs, Report &report,
                     ExecutionContext &run) {
  const Method &method = *state.method;
  run.monitor.enter("weighting");
  const FeatureWeights &weights = state.training.weights;
  check_precomputed(X, requested);
  check_out_of_sample(requested);
  state.input = &X;
  state.places = inputs.places;
  inputs.weights != nullptr ? take_weighted(state, X, *inputs.weights, run)
                            : weight(state, X, requested, inputs, report, run);
  report.dense_counts(inputs.dense_counts, weights, requested);
  state.X = state.data.view();
  check_values(state.X, method, weights, state.places, run);
  check_lengths(state.X, weights, n_clusters, method, requested, state.places, run);
  state.canonical_order = canonical_order(state.X, run);
  const KernelSpec kernel = kernel_spec(requested);
  if (kernel.kind == KernelKind::precomputed) {
    check_kernel_matrix<T>(state.X, run);
    state.training.kernel_diagonal = matrix_diagonal<T>(state.X, run.memory);
  }
  WeightedFacts facts;
  // preset=points uses no kernel.
  const bool points = requested.uses(Key::preset) && requested.choice<Preset>() == Preset::points;
  facts.signed_kernel = !points && run.any(may_be_negative<T>(state.X, kernel));
  const bool origin_counts = kernel.kind == KernelKind::rbf ||
                             (kernel.kind == KernelKind::polynomial && kernel.offset > 0);
  state.zeros_are_points =
      (zeros_are_points(method, requested) || origin_counts) && !weights.unit_rows();
  Options options = for_metric(state, requested, inputs, report, run);
  if (!inputs.of_kernel) check_offset(state, options, report, run);
  report.data(state.X, weights, count_duplicates(state.X, run),
              state.zeros_are_points || !weights.shift.empty());
  // The clusters of a graph are those of its vertices, whether their rows are equal or not.
  const bool graph_decides =
      inputs.graph != nullptr && method.graph_decides && method.needs_graph(requested);
  state.k =
      inputs.has_start() || graph_decides
          ? n_clusters
          : report.possible_clusters(
                n_clusters, inputs.constraints != nullptr ? inputs.constraints->n_classes() : 0);
  facts.local_terms = method.local_prediction && !state.X.is_dense();
  facts.documents = run.total(X.rows);
  facts.features = X.columns - weights.dropped;
  facts.most_neighbors = inputs.most_neighbors;
  options = derive_from_data(options, X, method, inputs.has_start(), facts, report);
  if (state.data.is_counts()) options = for_file_of_counts(options);
  // Documents of equal words may have other vectors.
  if (uses_vectors(options, inputs) && options.uses(Key::duplicates) &&
      !options.is_set(Key::duplicates))
    options.derive(Duplicates::keep);
  prepare_vectors(state, options, inputs, report, run);
  return options;
}

template <class T>
Options build_graph(FitState<T> &state, const Options &options, const FitInputs &inputs,
                    Report &report, ExecutionContext &run) {
  const Options in_force =
      derive_without_labels(options, inputs.constraints, inputs.has_start(), report);
  find_neighbors(state, in_force, inputs, report, run);
  build(state, in_force, inputs, report, run);
  if (state.method->learn) learn(state, in_force, report, run);
  if (inputs.graph != nullptr && state.graph != nullptr) {
    if (options.uses(Key::metric) && options.is_set(Key::metric) &&
        options.choice<Metric>() != Metric::automatic)
      report.warn("metric is ignored with a given graph, whose edges are the neighbors");
    if (!run.divided() && !inputs.of_kernel) compare_graph(state.X, *inputs.graph, report, run);
  }
  return in_force;
}

template <class T>
Options prepare_graph(FitState<T> &state, const Options &options, const FitInputs &inputs,
                      Report &report, ExecutionContext &run) {
  Options in_force = build_graph(state, options, inputs, report, run);
  choose_start(state, in_force, inputs, report, run);
  if (!state.method->local_prediction) state.neighbors = Neighbors();
  if (state.graph != nullptr)
    report.graph(*state.graph,
                 inputs.graph != nullptr ? "given"
                 : state.method->learn   ? "learned"
                                         : "knn",
                 state.first_duplicate,
                 !inputs.has_start() && in_force.uses(Key::start) &&
                     in_force.choice<StartKind>() == StartKind::lsi);
  if (state.graph != nullptr && state.graph->search.searched)
    report.search(state.graph->search, search_request(in_force));
  take_constraints(state, in_force, inputs, report, run);
  return in_force;
}

#define MANIFACT_INSTANTIATE(T)                                                                  \
  template Options prepare_data<T>(FitState<T> &, const Matrix &, Index, const Options &,        \
                                   const FitInputs &, Report &, ExecutionContext &);             \
  template Options build_graph<T>(FitState<T> &, const Options &, const FitInputs &, Report &,   \
                                  ExecutionContext &);                                           \
  template Options prepare_graph<T>(FitState<T> &, const Options &, const FitInputs &, Report &, \
                                    ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
