#include "methods/prepare.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/approximate.hpp"
#include "graph/build.hpp"
#include "graph/neighbors.hpp"
#include "methods/concept/kernel_of.hpp"
#include "methods/gate.hpp"
#include "methods/graph_options.hpp"
#include "methods/graph_room.hpp"
#include "methods/magnitudes.hpp"
#include "methods/spectral/documents.hpp"
#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"

namespace manifact {
namespace {

// preset=quality is about text, whatever the method's paper weighed it by.
Weighting weighting_of_counts(const Options &options) {
  const bool quality = options.method().uses(Key::preset) && options.is(Key::preset, "quality");
  return quality ? Weighting::log_tfidf : options.method().counts;
}

template <class T>
WeightingRequest weighting_request(const Options &options) {
  const int range = kept_range<T>(options);
  if (kernel_asked(options).kind == KernelKind::precomputed)
    return {Weighting::none, Scaling::none, 1, 1, Weighting::none, Scaling::none, range};
  return {weighting_named(options.text(Key::weighting)),
          scaling_named(options.text(Key::scaling)),
          options.integer(Key::min_df),
          options.real(Key::max_df),
          weighting_of_counts(options),
          options.method().dense_scaling,
          range};
}

GraphWeight graph_weight(const Options &options) { return graph_weight_named(options.text(Key::graph_weight)); }

bool learns_graph(const Options &options) { return options.method().learn_double != nullptr; }

// A kernel that is given is taken as it is.
void check_precomputed(const Matrix &K, const Options &options) {
  if (kernel_asked(options).kind != KernelKind::precomputed) return;
  if (!options.is(Key::weighting, "auto") && !options.is(Key::weighting, "none") && options.is_set(Key::weighting))
    fail(Status::option, "weighting=%s does not go with kernel=precomputed: the values are no counts", options.word(Key::weighting));
  if (!options.is(Key::scaling, "auto") && !options.is(Key::scaling, "none"))
    fail(Status::option, "scaling=%s does not go with kernel=precomputed: the kernel would not stay symmetric", options.word(Key::scaling));
  const double bytes = static_cast<double>(K.entries()) * (options.is(Key::precision, "float") ? sizeof(float) : sizeof(double));
  if (bytes > static_cast<double>(options.integer(Key::memory_budget)))
    fail(Status::budget, "the kernel's %lld values need %.0f bytes, more than the memory-budget of %lld", static_cast<long long>(K.entries()), bytes,
         static_cast<long long>(options.integer(Key::memory_budget)));
}

void check_out_of_sample(const Options &options) {
  if (!options.method().uses(Key::out_of_sample)) return;
  if (options.is(Key::out_of_sample, "predictor") && options.method().uses(Key::affinity) && !options.is(Key::affinity, "graph"))
    fail(Status::option, "out-of-sample=predictor needs affinity=graph: it goes by the neighbours of a document");
  if (!options.is(Key::out_of_sample, "iterative")) return;
  if (kernel_asked(options).kind != KernelKind::linear) fail(Status::option, "out-of-sample=iterative needs the linear kernel");
}

template <class T>
void check_values(const Csr<T> &X, const Method &method) {
  if (X.entries() == 0) fail(Status::empty, "all documents are empty after weighting: there is nothing to cluster");
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
      const double value = static_cast<double>(X.values[e]);
      if (!std::isfinite(value))
        fail(Status::value, "row %lld, column %d is not finite in the precision asked for", static_cast<long long>(i), X.indices[e]);
      if (method.non_negative && value < 0)
        fail(Status::value, "row %lld, column %d is negative (%g): method '%s' needs non-negative data", static_cast<long long>(i),
             X.indices[e], value, method.name);
    }
}

// With the defaults that kernels with negative values need.
Options for_signed_kernel(const Options &asked, bool given_start, Report &report) {
  Options options = asked;
  const std::string changed = take_signed_defaults(options, given_start);
  if (!changed.empty()) report.warn("the data give negative kernel values: where not asked for otherwise, the default there is %s", changed.c_str());
  return options;
}

// With few terms left the nearest documents tell less: local predictors then need more of them, though not a good part of all.
Options for_vocabulary(const Options &asked, std::int64_t documents, std::int64_t features) {
  constexpr std::int64_t few = 1000, most = 80, least = 20;
  Options options = asked;
  if (asked.method().local && !asked.is_set(Key::neighbors) && features <= few)
    options.set(*find_option(Key::neighbors), std::clamp(documents / 20, least, most));
  return options;
}

// All that decides the graph of given data.
std::string graph_settings(const Options &options, std::int64_t documents) {
  std::string settings = std::to_string(static_cast<int>(weighting_of_counts(options)));
  for (const Key key : {Key::weighting, Key::scaling, Key::min_df, Key::max_df, Key::precision, Key::neighbors, Key::graph_weight, Key::graph_rule, Key::bandwidth,
                        Key::kernel, Key::graph_search, Key::search_recall, Key::duplicates})
    if (options.method().uses(key)) settings.append(" ").append(options.text(key));
  if (is_approximate(search_request(options), documents)) settings.append(" ").append(options.text(Key::seed));  // of the samples
  return settings;
}

template <class T>
bool is_remembered(const Stage<T> &stage, const Options &options, const Given &given) {
  return given.remembered != nullptr && given.remembered->X == stage.given && given.remembered->settings == graph_settings(options, stage.X.rows);
}

// The graph has its place in the stage, or with whoever remembers it for the next fit.
template <class T>
void keep_graph(Stage<T> &stage, Graph &&graph, const Options &options, const Given &given) {
  if (given.remembered == nullptr) {
    stage.own_graph = std::move(graph);
    stage.graph = &stage.own_graph;
    return;
  }
  *given.remembered = {stage.given, graph_settings(options, stage.X.rows), std::move(graph), {}};
  stage.graph = &given.remembered->graph;
}

// The lists of neighbours, as many as any pipeline that may run asks for.
template <class T>
void find_neighbors(Stage<T> &stage, const Options &options, const Given &given, Report &report, Run &run) {
  if (learns_graph(options)) {
    if (given.graph != nullptr) fail(Status::option, "method '%s' learns its graph from the documents and takes none", options.method().name);
    if (options.is(Key::duplicates, "collapse")) stage.originals = first_occurrences(stage.X.view(), run);
    return;
  }
  if (!options.method().needs_graph(options)) return;
  const bool collapses = options.method().uses(Key::duplicates) && options.is(Key::duplicates, "collapse");
  if (collapses && given.graph == nullptr) stage.originals = first_occurrences(stage.X.view(), run);
  if (given.graph != nullptr) {
    if (!options.method().local) return;
    run.monitor.enter("graph", stage.X.rows);
    stage.neighbors = graph_neighbors(stage.X.view(), *given.graph, longest_list(*given.graph, options, report), run);
    return;
  }
  const std::int64_t n = stage.X.rows, asked = std::max(options.integer(Key::neighbors), options_beyond_gate(options).integer(Key::neighbors));
  const std::int64_t p = std::min(asked, n - 1);
  if (p < asked)
    report.warn("%s", reduced("neighbors", asked, p, n, "documents").c_str());
  check_graph_room(n, p, options);
  const Array<double> &own = stage.assignment.kernel_diagonal;
  if (!collapses && !own.empty() && options.is(Key::graph_search, "approximate"))
    report.warn("graph-search=approximate has no say with kernel=precomputed: its neighbours are read off the kernel, all of them");
  if (is_remembered(stage, options, given) && !options.method().local) return;
  run.monitor.enter("graph", n);
  if (collapses) {
    stage.neighbors = distinct_neighbors(stage.X.view(), stage.originals, p, run, search_request(options));
    return;
  }
  stage.neighbors = own.empty() ? nearest_neighbors(stage.X.view(), p, run, search_request(options)) : kernel_neighbors<T>(stage.X.view(), own, own, true, p, run);
}

template <class T>
void learn(Stage<T> &stage, const Options &options, Report &report, Run &run) {
  Remarks remarks;
  stage.own_graph = options.method().learn(Learning<T>{stage.X.view(), stage.originals, stage.assignment.weights.unit_rows(), options, remarks, run});
  stage.graph = &stage.own_graph;
  report.remarks(remarks);
}

template <class T>
void build(Stage<T> &stage, const Options &options, const Given &given, Run &run) {
  if (!options.method().needs_graph(options) || learns_graph(options)) return;
  Assignment &assignment = stage.assignment;
  assignment.neighbors = std::min(options.integer(Key::neighbors), stage.X.rows);  // of a new document: all n are others
  stage.graph = given.graph;  // whose weights are not known for new documents: they get cosines
  if (given.graph != nullptr) return;
  if (is_remembered(stage, options, given)) {
    stage.graph = &given.remembered->graph;
  } else {
    const Neighbors nearest = first_neighbors(stage.neighbors, options.integer(Key::neighbors), run.memory);
    keep_graph(stage, build_graph(nearest, graph_weight(options), graph_rule(options), options.real(Key::bandwidth), run), options, given);
  }
  assignment.graph_weight = graph_weight(options);
  assignment.bandwidth = stage.graph->bandwidth;
  if (!stage.graph->local_scales.empty()) assignment.local_scales = stage.graph->local_scales.copy();
}

// The labels that a pipeline starts from, on its graph.
template <class T>
Array<std::int32_t> start_of(Stage<T> &stage, const Options &options, const Given &given, Run &run) {
  build(stage, options, given, run);
  run.monitor.enter("start");
  return first_labels(stage.problem(options, run), Rng(static_cast<std::uint64_t>(options.integer(Key::seed))));
}

// preset=quality: the normalised cut or the default. Leaves the options and the graph that go on, and the labels to start from.
template <class T>
void pass_gate(Stage<T> &stage, Options &options, const Given &given, Report &report, Run &run) {
  if (!has_gate(options) || given.has_start()) return;
  const Options beyond = options_beyond_gate(options);
  Array<std::int32_t> cut = start_of(stage, options, given, run);
  stage.first = start_of(stage, beyond, given, run);
  const Gate gate = judge(cut, stage.first, stage.k);
  report.gate(gate);
  if (!gate.passed()) {
    options = beyond;
    return;
  }
  stage.first = std::move(cut);
  build(stage, options, given, run);
}

// Without labels nothing can be spread over the graph to start from.
Options for_few_labels(const Options &asked, const Constraints *constraints, bool given_start, Report &report) {
  if (!asked.method().uses(Key::start) || !starts_from_labels(asked) || given_start || (constraints != nullptr && constraints->labelled > 0)) return asked;
  if (asked.is_set(Key::start)) fail(Status::option, "start=%s needs labels of some documents", asked.word(Key::start));
  Options options = asked;
  if (options.method().uses(Key::preset)) options.set_text(*find_option(Key::preset), "none");  // which rests on labels
  options.set_text(*find_option(Key::start), "random");
  if (!options.is_set(Key::restarts)) options.set_text(*find_option(Key::restarts), "5");
  report.warn("there are no labels to start from: %sstart=random with restarts=%s",
              asked.method().uses(Key::preset) && !asked.is(Key::preset, "none") ? "preset=none, " : "", options.word(Key::restarts));
  return options;
}

// What the constraints make of the graph.
template <class T>
void take_constraints(Stage<T> &stage, const Options &options, const Given &given, Report &report, Run &run) {
  stage.neighbourhood = stage.graph;
  stage.feature_graph = given.feature_graph;
  const Method &method = options.method();
  if (given.constraints == nullptr || !method.supervised) return;
  stage.constraints = given.constraints;
  if (given.remembered != nullptr && given.graph == nullptr) stage.factors = &given.remembered->factors;
  if (method.uses(Key::closure) && options.is(Key::closure, "on")) {
    stage.closed = transitive_closure(*given.constraints, options.integer(Key::memory_budget));
    stage.constraints = &stage.closed;
  }
  report.constraints(*stage.constraints);
  const bool fits = stage.constraints->labelled > 0 || method.uses(Key::start);
  if (fits && !stage.constraints->pairs.empty() && (method.labels_only || ends_with_its_start(options)))
    report.warn("the pairs say nothing here: %s", method.labels_only ? "the method takes labels alone" : "without updates only labels do");
  if (method.adjust == nullptr || stage.graph == nullptr || stage.constraints->empty()) return;
  run.monitor.enter("constraints");
  stage.adjusted = method.adjust({*stage.graph, *stage.constraints, stage.factors}, options, report, run);
  stage.graph = &stage.adjusted.graph;
}

}  // namespace

template <class T>
Options prepare_data(Stage<T> &stage, const Matrix &X, std::int64_t n_clusters, const Options &asked, const Given &given, Report &report, Run &run) {
  run.monitor.enter("weighting");
  FeatureWeights &weights = stage.assignment.weights;
  check_precomputed(X, asked);
  check_out_of_sample(asked);
  stage.given = &X;
  weights = learn_weights(X, weighting_request<T>(asked), run);
  check_scaled_room(X, weights, asked.integer(Key::memory_budget));
  stage.X = weighted_rows<T>(X, weights, run);
  check_values(stage.X, asked.method());
  check_lengths(stage.X.view(), weights, n_clusters, asked);
  stage.order = content_order(stage.X.view(), run);
  const KernelSpec kernel = kernel_asked(asked);
  if (kernel.kind == KernelKind::precomputed) {
    check_kernel_matrix<T>(stage.X.view(), run);
    stage.assignment.kernel_diagonal = matrix_diagonal<T>(stage.X.view(), run.memory);
  }
  stage.signed_kernel = may_be_negative<T>(stage.X.view(), kernel);
  const bool origin_counts = kernel.kind == KernelKind::rbf || (kernel.kind == KernelKind::polynomial && kernel.offset > 0);
  stage.zeros_are_points = (zeros_are_points(asked) || origin_counts) && !weights.unit_rows();
  report.data(stage.X.view(), weights, count_duplicates(stage.X.view(), run), stage.zeros_are_points || !weights.shift.empty());
  stage.k = given.has_start() ? n_clusters : report.possible_clusters(n_clusters, given.constraints != nullptr ? given.constraints->n_classes() : 0);
  Options options = asked;
  if (options.method().take_data != nullptr) options.method().take_data(X, options);
  return stage.signed_kernel ? for_signed_kernel(options, given.has_start(), report) : for_vocabulary(options, stage.X.rows, stage.X.columns - weights.dropped);
}

template <class T>
Options prepare_graph(Stage<T> &stage, const Options &options, const Given &given, Report &report, Run &run) {
  Options in_force = for_few_labels(options, given.constraints, given.has_start(), report);
  find_neighbors(stage, in_force, given, report, run);
  build(stage, in_force, given, run);
  if (learns_graph(in_force)) learn(stage, in_force, report, run);
  pass_gate(stage, in_force, given, report, run);
  if (!options.method().local) stage.neighbors = Neighbors();
  if (stage.graph != nullptr) report.graph(*stage.graph, given.graph != nullptr ? "given" : learns_graph(in_force) ? "learned" : "knn", stage.originals);
  if (stage.graph != nullptr && stage.graph->search.searched) report.search(stage.graph->search, search_request(in_force));
  take_constraints(stage, in_force, given, report, run);
  return in_force;
}

#define MANIFACT_INSTANTIATE(T)                                                                                                            \
  template Options prepare_data<T>(Stage<T> &, const Matrix &, std::int64_t, const Options &, const Given &, Report &, Run &);              \
  template Options prepare_graph<T>(Stage<T> &, const Options &, const Given &, Report &, Run &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
