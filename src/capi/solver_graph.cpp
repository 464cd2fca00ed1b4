// The graph that a solver uses.
#include "capi/counts.hpp"
#include "capi/handles.hpp"

using namespace manifact;

namespace {

void check_vertices(const Graph &graph, const Matrix &X) {
  if (graph.S.rows != X.rows)
    fail(Status::mismatch, "the graph has %lld vertices, but there are %lld documents",
         number(graph.S.rows), number(X.rows));
}

}  // namespace

int manifact_solver_graph(manifact_solver *solver, const manifact_matrix *X, manifact_graph **out) {
  if (out != nullptr) *out = nullptr;
  return solver_call(solver, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(out, "out");
    if (solver->graph != nullptr) {
      check_vertices(solver->graph->graph, *X->matrix);
      *out = retain(solver->graph);
      return MANIFACT_OK;
    }
    FitInputs inputs;
    inputs.constraints =
        solver->constraints != nullptr ? &solver->constraints->constraints : nullptr;
    auto handle = std::make_unique<manifact_graph>();
    handle->graph = graph_of_fit(data_of_fit(*X, solver->options, run.memory), *solver->method,
                                 solver->options, inputs, run);
    handle->memory = run.memory;
    *out = handle.release();
    return MANIFACT_OK;
  });
}
