#include "capi/handles.hpp"
#include "graph/build.hpp"
#include "graph/learned/adaptive.hpp"
#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/memory.hpp"
#include "text/weighted_data.hpp"

using namespace manifact;

namespace {

int deliver(Graph &&graph, const std::shared_ptr<Memory> &memory, manifact_graph **out) {
  auto handle = std::make_unique<manifact_graph>();
  handle->graph = std::move(graph);
  handle->memory = memory;
  *out = handle.release();
  return MANIFACT_OK;
}

// Calls what(view) with a view of X in its value type.
template <class What>
auto of_values(const Matrix &X, ExecutionContext &run, What &&what) {
  const bool real = X.value_type == ValueType::real;
  if (X.dense) {
    // Unchanged values: without weights, the view refers to X alone.
    const FeatureWeights as_given;
    return real ? what(weighted_data<double>(X, as_given, run).view())
                : what(weighted_data<float>(X, as_given, run).view());
  }
  if (X.packed != nullptr) {
    const Csr<double> unpacked = sparse_copy(X, run.memory);
    return what(DataView<double>(unpacked));
  }
  Array<std::int32_t> own;
  const std::int32_t *const indices = X.indices.as_csr(X.entries(), own, run.memory);
  if (real)
    return what(DataView<double>(CsrView<double>{.rows = X.rows,
                                                 .columns = X.columns,
                                                 .indptr = X.indptr,
                                                 .indices = indices,
                                                 .values = X.reals}));
  return what(DataView<float>(CsrView<float>{.rows = X.rows,
                                             .columns = X.columns,
                                             .indptr = X.indptr,
                                             .indices = indices,
                                             .values = X.singles}));
}

Graph graph_of(const Matrix &X, std::int64_t p, SearchRequest request, int weight, GraphRule rule,
               double bandwidth, ExecutionContext &run) {
  return of_values(X, run, [&](auto view) {
    const bool chosen = request.metric == Metric::automatic;
    if (chosen) request.metric = metric_of(view, run);
    if (request.metric == Metric::euclidean && weight == MANIFACT_WEIGHT_COSINE) {
      if (!chosen)
        fail(Status::argument,
             "MANIFACT_WEIGHT_COSINE needs cosines: the weights of a Euclidean graph are binary, "
             "heat or local scaling");
      weight = MANIFACT_WEIGHT_LOCAL_SCALING;
    }
    return build_graph(nearest_neighbors(view, p, run, request), static_cast<GraphWeight>(weight),
                       rule, bandwidth, run);
  });
}

// gamma 0: chosen for each row.
template <class T>
AdaptiveNeighbors adaptive_of(const DataView<T> &X, std::int64_t neighbors, double gamma,
                              std::int64_t budget, ExecutionContext &run) {
  const DataPoints<T> points(X, nullptr, budget, run.memory);
  const double lists =
      32.0 * static_cast<double>(std::min(neighbors, X.rows)) * static_cast<double>(X.rows);
  check_budget(lists, budget, "%lld neighbors of each of %lld points need", number(neighbors),
               number(X.rows));
  return gamma > 0 ? adaptive_neighbors(points.view(), neighbors, gamma, budget, run)
                   : adaptive_neighbors(points.view(), neighbors, run);
}

}  // namespace

int manifact_graph_knn(manifact_context *context, const manifact_matrix *X, int64_t neighbors,
                       int weight, int rule, double bandwidth, int search, double recall,
                       int64_t seed, manifact_graph **out) {
  return manifact_graph_knn_metric(context, X, neighbors, MANIFACT_METRIC_COSINE, weight, rule,
                                   bandwidth, search, recall, seed, out);
}

int manifact_graph_knn_metric(manifact_context *context, const manifact_matrix *X,
                              int64_t neighbors, int metric, int weight, int rule, double bandwidth,
                              int search, double recall, int64_t seed, manifact_graph **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(out, "out");
    if (neighbors < 1)
      fail(Status::argument, "neighbors must be at least 1, not %lld",
           static_cast<long long>(neighbors));
    if (metric < MANIFACT_METRIC_COSINE || metric > MANIFACT_METRIC_AUTO)
      fail(Status::argument, "unknown metric: %d", metric);
    if (weight < MANIFACT_WEIGHT_COSINE || weight > MANIFACT_WEIGHT_LOCAL_SCALING)
      fail(Status::argument, "unknown weight: %d", weight);
    if (rule != MANIFACT_RULE_OR && rule != MANIFACT_RULE_MUTUAL)
      fail(Status::argument, "unknown rule: %d", rule);
    if (!(bandwidth >= 0) || bandwidth > 1e300)
      fail(Status::argument, "bandwidth must be at least 0 and finite, not %g", bandwidth);
    if (search < MANIFACT_SEARCH_AUTO || search > MANIFACT_SEARCH_APPROXIMATE)
      fail(Status::argument, "unknown search: %d", search);
    if (!(recall >= 0.5 && recall <= 1))
      fail(Status::argument, "recall must be between 0.5 and 1, not %g", recall);
    if (seed < 0)
      fail(Status::argument, "seed must be at least 0, not %lld", static_cast<long long>(seed));
    run.monitor.enter("graph", X->matrix->rows);
    const SearchRequest request{.kind = static_cast<SearchKind>(search),
                                .recall = recall,
                                .seed = static_cast<std::uint64_t>(seed),
                                .metric = static_cast<Metric>(metric)};
    return deliver(graph_of(*X->matrix, neighbors, request, weight, static_cast<GraphRule>(rule),
                            bandwidth, run),
                   run.memory, out);
  });
}

int manifact_graph_adaptive(manifact_context *context, const manifact_matrix *X, int64_t neighbors,
                            int mode, double gamma, int64_t memory_budget, manifact_graph **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(out, "out");
    if (neighbors < 1)
      fail(Status::argument, "neighbors must be at least 1, not %lld",
           static_cast<long long>(neighbors));
    if (mode != MANIFACT_GAMMA_ROW && mode != MANIFACT_GAMMA_FIXED)
      fail(Status::argument, "unknown mode: %d", mode);
    if (mode == MANIFACT_GAMMA_FIXED && !(gamma > 0 && gamma <= 1e300))
      fail(Status::argument, "gamma must be above 0 and finite, not %g", gamma);
    run.monitor.enter("graph", X->matrix->rows);
    const double fixed = mode == MANIFACT_GAMMA_FIXED ? gamma : 0;
    const AdaptiveNeighbors found = of_values(*X->matrix, run, [&](auto view) {
      return adaptive_of(view, neighbors, fixed, memory_budget, run);
    });
    return deliver(symmetrized(found.A, run), run.memory, out);
  });
}

int manifact_graph_from_matrix(manifact_context *context, const manifact_matrix *S, int rule,
                               manifact_graph **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(S, "S");
    require(out, "out");
    if (rule < 0 || rule > MANIFACT_RULE_MUTUAL) fail(Status::argument, "unknown rule: %d", rule);
    return deliver(graph_from_matrix(*S->matrix, static_cast<GraphRule>(rule), run), run.memory,
                   out);
  });
}

int manifact_graph_to_matrix(manifact_context *context, const manifact_graph *graph,
                             manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(graph, "graph");
    require(out, "out");
    refuse_divided(graph);
    const Csr<double> &S = graph->graph.S;
    Csr<double> copy(run.memory, 0, 0, 0);
    copy.rows = S.rows;
    copy.columns = S.columns;
    copy.indptr = S.indptr.copy();
    copy.indices = S.indices.copy();
    copy.values = S.values.copy();
    auto handle = std::make_unique<manifact_matrix>();
    handle->matrix = matrix_from_parts(std::move(copy));
    *out = handle.release();
    return MANIFACT_OK;
  });
}

int manifact_graph_search_info(const manifact_graph *graph, int *search, double *recall,
                               int64_t *sampled) {
  if (const int status = check(graph); status != MANIFACT_OK) return status;
  const SearchTrace &trace = graph->graph.search;
  if (search != nullptr)
    *search = !trace.searched     ? MANIFACT_SEARCH_NONE
              : trace.approximate ? MANIFACT_SEARCH_APPROXIMATE
                                  : MANIFACT_SEARCH_EXACT;
  if (recall != nullptr) *recall = trace.recall;
  if (sampled != nullptr) *sampled = trace.sampled;
  return MANIFACT_OK;
}

int manifact_graph_metric(const manifact_graph *graph) {
  return check(graph) == MANIFACT_OK ? static_cast<int>(graph->graph.metric) : -1;
}

int64_t manifact_graph_vertices(const manifact_graph *graph) {
  return check(graph) == MANIFACT_OK ? graph->graph.vertices() : -1;
}

int64_t manifact_graph_edges(const manifact_graph *graph) {
  return check(graph) == MANIFACT_OK ? graph->graph.edges() : -1;
}

int64_t manifact_graph_components(const manifact_graph *graph) {
  return check(graph) == MANIFACT_OK ? graph->graph.components : -1;
}

int64_t manifact_graph_isolated(const manifact_graph *graph) {
  return check(graph) == MANIFACT_OK ? graph->graph.isolated : -1;
}

manifact_graph *manifact_graph_retain(const manifact_graph *graph) { return retain(graph); }
void manifact_graph_free(manifact_graph *graph) { release(graph); }
