#include <cmath>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

constexpr int any_weight[] = {MANIFACT_WEIGHT_COSINE, MANIFACT_WEIGHT_BINARY, MANIFACT_WEIGHT_HEAT,
                              MANIFACT_WEIGHT_LOCAL_SCALING};

int graph_weight(World &world) {
  return world.random.chance(3) ? world.random.one_of({0, 5, -1}) : world.random.pick(any_weight);
}
int rule(World &world) {
  return world.random.chance(3) ? world.random.one_of({-1, 3})
                                : world.random.one_of({MANIFACT_RULE_OR, MANIFACT_RULE_MUTUAL});
}
double bandwidth(World &world) {
  return world.random.chance(70)
             ? 0
             : world.random.one_of({1.0, 1e-300, 1e300, -1.0, std::nan(""), HUGE_VAL, 1e-8});
}
std::int64_t neighbors(World &world) { return random_number(world, world.random.between(1, 12)); }

void look(World &world, manifact_graph *graph, std::int64_t n) {
  const Calm calm(world);
  const std::int64_t vertices = CALL(manifact_graph_vertices, graph),
                     edges = CALL(manifact_graph_edges, graph);
  const std::int64_t components = CALL(manifact_graph_components, graph),
                     isolated = CALL(manifact_graph_isolated, graph);
  expect(vertices == n, "another number of vertices");
  expect(edges >= 0 && edges <= n * (n - 1) / 2, "more edges than pairs");
  expect(components >= 1 && components <= n && isolated >= 0 && isolated <= components,
         "components that cannot be");
  const int metric = CALL(manifact_graph_metric, graph);
  expect(metric == MANIFACT_METRIC_COSINE || metric == MANIFACT_METRIC_EUCLIDEAN,
         "a graph of no metric");
  int search = -1;
  double recall = -1;
  std::int64_t sampled = -1;
  expect(
      CALL(manifact_graph_search_info, graph, &search, or_null(world, &recall, 10), &sampled) == 0,
      "no data of the search");
  if (recall != -1) expect(recall >= 0 && recall <= 1, "a recall beyond 0 to 1");
  manifact_matrix *S = unset<manifact_matrix>();
  if (CALL(manifact_graph_to_matrix, some_context(world), graph, &S) < 0) return;
  const std::int64_t entries = manifact_matrix_entries(S);
  expect(entries == 2 * edges, "a matrix of another number of edges");
  std::vector<double> values(static_cast<std::size_t>(entries));
  (void)manifact_matrix_copy_csr(S, nullptr, MANIFACT_INT64, nullptr, MANIFACT_INT64, values.data(),
                                 MANIFACT_DOUBLE, entries);
  expect_finite(values.data(), entries, "a graph");
  for (const double value : values) expect(value >= 0, "a negative weight of an edge");
  if (world.random.chance(50))
    keep(world, S);
  else
    CALL(manifact_matrix_free, S);
}

void keep_graph(World &world, manifact_graph *graph, std::int64_t n) {
  look(world, graph, n);
  if (world.graphs.size() > 3) {
    CALL(manifact_graph_free, world.graphs.front().handle);
    world.graphs.erase(world.graphs.begin());
  }
  world.graphs.push_back({graph, n});
}

void knn(World &world) {
  const auto X = one_of(world, world.matrices);
  const int search =
      static_cast<int>(world.random.chance(3) ? world.random.one_of<std::int64_t>({0, 4})
                                              : world.random.between(1, 3));
  const double recall = world.random.chance(5) ? world.random.one_of({0.4, 1.1, std::nan("")})
                                               : 0.5 + world.random.unit() / 2;
  manifact_graph *out = unset<manifact_graph>();
  const int metric = static_cast<int>(world.random.between(0, 4));
  const int status = metric == 0
                         ? CALL(manifact_graph_knn, any_context(world), X.handle, neighbors(world),
                                graph_weight(world), rule(world), bandwidth(world), search, recall,
                                random_number(world, 3), &out)
                         : CALL(manifact_graph_knn_metric, any_context(world), X.handle,
                                neighbors(world), metric, graph_weight(world), rule(world),
                                bandwidth(world), search, recall, random_number(world, 3), &out);
  expect_refused(status, X);
  if (status >= 0) keep_graph(world, out, X.record->n);
}

// The graph that a fit would use, where the method has one.
void graph_of_solver(World &world) {
  const auto solver = one_of(world, world.solvers);
  const auto X = one_of(world, world.matrices);
  manifact_graph *out = unset<manifact_graph>();
  const int status = CALL(manifact_solver_graph, solver.handle, X.handle, &out);
  expect_refused(status, solver, X);
  if (status >= 0) keep_graph(world, out, X.record->n);
}

void adaptive(World &world) {
  const auto X = one_of(world, world.matrices);
  const int mode =
      world.random.chance(3) ? 0 : world.random.one_of({MANIFACT_GAMMA_ROW, MANIFACT_GAMMA_FIXED});
  const double gamma = world.random.one_of({1.0, 1e-3, 100.0, 1e300, 0.0, -1.0, std::nan("")});
  const std::int64_t budget =
      world.random.chance(10) ? random_number(world, 100) : std::int64_t{1} << 28;
  manifact_graph *out = unset<manifact_graph>();
  const int status = CALL(manifact_graph_adaptive, any_context(world), X.handle, neighbors(world),
                          mode, gamma, budget, &out);
  expect_refused(status, X);
  if (status >= 0) keep_graph(world, out, X.record->n);
}

void from_matrix(World &world) {
  const auto S = one_of(world, world.matrices);
  manifact_graph *out = unset<manifact_graph>();
  const int status = CALL(manifact_graph_from_matrix, any_context(world), S.handle,
                          static_cast<int>(world.random.between(-1, 3)), &out);
  expect_refused(status, S);
  if (status >= 0) keep_graph(world, out, S.record->n);
}

void share_graph(World &world) {
  const auto graph = one_of(world, world.graphs);
  expect_retained(graph, CALL(manifact_graph_retain, graph.handle));
  CALL(manifact_graph_free, graph.handle);
}

}  // namespace

void add_to(World &world, std::vector<Graph> &) { knn(world); }

const std::vector<Action> graph_actions = {
    {knn, 4}, {graph_of_solver, 2}, {adaptive, 2}, {from_matrix, 2}, {share_graph, 1}};

}  // namespace sequences
