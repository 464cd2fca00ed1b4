#include "capi/solver.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "capi/columns.hpp"
#include "capi/counts.hpp"
#include "capi/features_of_model.hpp"
#include "capi/handles.hpp"
#include "capi/model.hpp"
#include "capi/option_access.hpp"
#include "methods/registry.hpp"
#include "pipeline/refit.hpp"
#include "runtime/nearest.hpp"
#include "topics/description.hpp"
#include "topics/join.hpp"

using namespace manifact;

// The options of solvers by name.

int manifact_solver_set_int64(manifact_solver *solver, const char *name, int64_t value) {
  return with(solver, [&] {
    solver->options.set(option_of(solver->options, name), static_cast<std::int64_t>(value));
  });
}

int manifact_solver_set_double(manifact_solver *solver, const char *name, double value) {
  return with(solver, [&] { solver->options.set(option_of(solver->options, name), value); });
}

int manifact_solver_set_bool(manifact_solver *solver, const char *name, manifact_bool value) {
  return with(solver,
              [&] { solver->options.set_boolean(option_of(solver->options, name), value != 0); });
}

int manifact_solver_set_text(manifact_solver *solver, const char *name, const char *value) {
  return with(solver, [&] { set_text(solver->options, name, value); });
}

int manifact_solver_reset(manifact_solver *solver, const char *name) {
  return with(solver, [&] {
    reset(solver->options, name);
    solver->options.derive(Key::threads, Index{solver->threads});  // the context's
  });
}

int manifact_solver_get_int64(const manifact_solver *solver, const char *name, int64_t *value) {
  return with(solver, [&] { give_int64(solver->options, name, value); });
}

int manifact_solver_get_double(const manifact_solver *solver, const char *name, double *value) {
  return with(solver, [&] { give_double(solver->options, name, value); });
}

int manifact_solver_get_bool(const manifact_solver *solver, const char *name,
                             manifact_bool *value) {
  return with(solver, [&] { give_bool(solver->options, name, value); });
}

int manifact_solver_get_text(const manifact_solver *solver, const char *name, char *buffer,
                             size_t size) {
  return with(solver, [&] { give_text(solver->options, name, buffer, size); });
}

int manifact_solver_get_text_size(const manifact_solver *solver, const char *name, size_t *size) {
  return with(solver, [&] { give_text_size(solver->options, name, size); });
}

namespace {

// The graph that a solver uses.
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
    inputs.vectors = X->vectors;
    inputs.background = X->background;
    auto handle = std::make_unique<manifact_graph>();
    handle->graph = graph_of_fit(data_of_fit(*X, solver->options, run.memory), *solver->method,
                                 solver->options, inputs, run);
    handle->memory = run.memory;
    *out = handle.release();
    return MANIFACT_OK;
  });
}

namespace {

// A solver with constraints is usually fitted several times on the same data, so it keeps the
// graph. A graph kept by a suggestion of the number of clusters stays until a fit on other data.
GraphCache *remember(manifact_solver *solver, const manifact_matrix *X) {
  const bool suggested = !solver->method->takes_constraints && solver->cached_X != nullptr;
  if (!suggested && solver->constraints == nullptr) return nullptr;
  if (suggested && solver->cached_X != X) {
    keep_data(solver, nullptr);
    return nullptr;
  }
  keep_data(solver, X);
  return &solver->graph_cache;
}

void take_threads(manifact_solver &solver) {
  Options &options = solver.options;
  options.derive(Key::threads, Index{solver.threads});
}

// Delivers the solver that make() returns.
template <class Make>
int deliver_solver(manifact_context *context, manifact_solver **out, const Make &make) {
  if (out != nullptr) *out = nullptr;
  return call(context, [&] {
    require(out, "out");
    std::unique_ptr<manifact_solver> solver = make();
    solver->memory = context->memory;
    solver->runner = context->runner;
    solver->runner_user = context->runner_user;
    solver->collective = context->collective;
    const Monitor &monitor = context->session->watched.monitor;
    solver->watched.monitor.log = monitor.log;
    solver->watched.monitor.log_user = monitor.log_user;
    solver->threads = context->threads;
    take_threads(*solver);
    *out = solver.release();
    return MANIFACT_OK;
  });
}

FitInputs inputs_of(const manifact_solver &solver, GraphCache *cache) {
  return {.graph = solver.graph != nullptr ? &solver.graph->graph : nullptr,
          .W = solver.start_W.data(),
          .V = solver.start_V.data(),
          .labels = solver.start_labels.data(),
          .n = solver.start_n,
          .k = solver.start_k,
          .feature_graph = solver.feature_graph != nullptr ? &solver.feature_graph->graph : nullptr,
          .G = solver.start_G.data(),
          .m = solver.start_m,
          .l = solver.start_l,
          .constraints = solver.constraints != nullptr ? &solver.constraints->constraints : nullptr,
          .graph_cache = cache,
          .texts_background =
              solver.text_counts != nullptr ? solver.text_counts->background.get() : nullptr,
          .texts = solver.text_counts != nullptr ? solver.text_counts->matrix.get() : nullptr};
}

Description description_of(const manifact_solver &solver) {
  const auto text_of = [](const manifact_vectorizer *vectorizer) {
    return vectorizer != nullptr ? vectorizer->text : nullptr;
  };
  return {.text = text_of(solver.vectorizer),
          .texts = text_of(solver.text_vectorizer),
          .columns = solver.columns,
          .before = solver.numbers_of};
}

}  // namespace

int manifact_solver_create(manifact_context *context, const char *method, manifact_solver **out) {
  return deliver_solver(context, out, [&] {
    require(method, "method");
    const Method *const found = find_method(method);
    if (found == nullptr) {
      std::vector<std::string_view> names;
      for (const Method *const each : method_table()) names.emplace_back(each->name);
      fail(Status::option, "unknown method '%.100s'%s", method,
           did_you_mean(method, names).c_str());
    }
    return std::make_unique<manifact_solver>(*found);
  });
}

int manifact_solver_create_from_model(manifact_context *context, const manifact_model *model,
                                      manifact_solver **out) {
  return deliver_solver(context, out, [&] {
    require_handle(model, "model");
    auto solver = std::make_unique<manifact_solver>(*find_method(model->model->method));
    solver->options = options_in(*model->model, *solver->method);
    return solver;
  });
}

void manifact::destroy(const manifact_solver *of) noexcept {
  auto *const solver = const_cast<manifact_solver *>(of);
  release(solver->graph);
  release(solver->feature_graph);
  release(solver->constraints);
  release(solver->cached_X);
  release(solver->vectorizer);
  release(solver->text_counts);
  release(solver->text_vectorizer);
  solver->magic = Magic::freed;
  delete solver;
}

void manifact_solver_free(manifact_solver *solver) {
  if (check(solver) == MANIFACT_OK && solver->use.free()) destroy(solver);
}

const char *manifact_solver_message(const manifact_solver *solver) {
  return check(solver) == MANIFACT_OK ? solver->message.text : "not a solver";
}

const char *manifact_solver_method(const manifact_solver *solver) {
  return check(solver) == MANIFACT_OK ? solver->method->name : nullptr;
}

int manifact_solver_set_graph(manifact_solver *solver, const manifact_graph *graph) {
  return with(solver, [&] {
    if (graph != nullptr) {
      require_handle(graph, "graph");
      if (solver->method->graph == GraphSource::own)
        fail(Status::option, "method '%s' builds its graph from the documents and accepts none",
             solver->method->name);
      if (solver->method->graph == GraphSource::none)
        fail(Status::option, "method '%s' uses no graph; methods that do: %s", solver->method->name,
             methods_with_graph().c_str());
      if (graph->collective != nullptr && graph->collective != solver->collective)
        fail(Status::argument, "the graph is that of the processes of another context");
    }
    hold(solver->graph, graph);
  });
}

int manifact_solver_set_feature_graph(manifact_solver *solver, const manifact_graph *graph) {
  return with(solver, [&] {
    if (graph != nullptr) {
      require_handle(graph, "graph");
      refuse_divided(graph);
      if (!solver->method->takes_feature_graph)
        fail(Status::option, "method '%s' uses no feature graph", solver->method->name);
    }
    hold(solver->feature_graph, graph);
  });
}

int manifact_solver_set_constraints(manifact_solver *solver,
                                    const manifact_constraints *constraints) {
  return with(solver, [&] {
    if (constraints != nullptr) {
      require_handle(constraints, "constraints");
      if (!solver->method->takes_constraints)
        fail(Status::option,
             "method '%s' does not use labels or pairs of documents; methods that do: %s",
             solver->method->name, methods_with_constraints().c_str());
    }
    hold(solver->constraints, constraints);
  });
}

int manifact_solver_set_vectorizer(manifact_solver *solver, const manifact_vectorizer *vectorizer) {
  return with(solver, [&] {
    if (vectorizer != nullptr) {
      require_handle(vectorizer, "vectorizer");
      if (!vectorizer->finished) fail(Status::argument, "the vectorizer is not finished");
    }
    hold(solver->vectorizer, vectorizer);
  });
}

int manifact_solver_set_texts(manifact_solver *solver, const manifact_matrix *counts,
                              const manifact_vectorizer *vectorizer) {
  return with(solver, [&] {
    if (counts != nullptr) {
      require_handle(counts, "counts");
      require_handle(vectorizer, "vectorizer");
      if (!vectorizer->finished) fail(Status::argument, "the vectorizer is not finished");
      if (vectorizer->text->size() != counts->matrix->columns)
        fail(Status::mismatch, "the vectorizer has %lld terms, but counts has %lld columns",
             number(vectorizer->text->size()), number(counts->matrix->columns));
    }
    hold(solver->text_counts, counts);
    hold(solver->text_vectorizer, counts != nullptr ? vectorizer : nullptr);
  });
}

int manifact_solver_set_column(manifact_solver *solver, const char *name, const char *bytes,
                               const int64_t *offsets, int64_t n_documents) {
  return with(solver, [&] {
    require(name, "name");
    check_column_name(name);
    std::shared_ptr<const DocumentColumn> column;
    if (bytes != nullptr) column = column_of(name, bytes, offsets, n_documents);
    std::erase_if(solver->columns, [&](const auto &each) { return each->name == name; });
    if (column != nullptr) solver->columns.push_back(std::move(column));
  });
}

int manifact_solver_set_numbers_of(manifact_solver *solver, const manifact_model *model) {
  return with(solver, [&] {
    if (model != nullptr) require_handle(model, "model");
    solver->numbers_of = model != nullptr ? model->model : nullptr;
  });
}

int manifact_solver_set_progress(manifact_solver *solver, manifact_progress_fn progress,
                                 void *user) {
  return with(solver, [&] {
    solver->watched.monitor.progress = progress;
    solver->watched.monitor.progress_user = user;
  });
}

int manifact_solver_set_cancel_token(manifact_solver *solver, const manifact_cancel_token *token) {
  return with(solver, [&] {
    if (token != nullptr) require_handle(token, "token");
    solver->watched.set_token(token);
  });
}

namespace {

std::unique_ptr<manifact_model> fitted(manifact_solver *solver, const manifact_matrix *X,
                                       Index n_clusters, ExecutionContext &run) {
  Description description = description_of(*solver);
  description.feature_names = X->feature_names;
  run.together([&] { check_description(description, *X->matrix); });
  FitInputs inputs = inputs_of(*solver, remember(solver, X));
  inputs.vectors = X->vectors;
  inputs.background = X->background;
  if (!X->places.empty()) inputs.places = X->places.data();
  if (solver->graph != nullptr && !solver->graph->places.empty())
    inputs.graph_places = solver->graph->places.data();
  if (!run.divided())  // processes may have rows of different kinds
    inputs.dense_counts = counts_for_fit(*X, solver->options, run.memory);
  const Matrix &data = inputs.dense_counts == DenseCounts::likely ? *X->counts.sparse : *X->matrix;
  auto handle = std::make_unique<manifact_model>();
  handle->model =
      described_fit(data, n_clusters, *solver->method, solver->options, inputs, description, run);
  remember_index_base(*handle->model, X->index_base);
  handle->vectorizer = retain(solver->vectorizer);
  handle->text_vectorizer = retain(solver->text_vectorizer);
  return handle;
}

}  // namespace

int manifact_solver_fit(manifact_solver *solver, const manifact_matrix *X, int64_t n_clusters,
                        manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  return solver_call(solver, [&](ExecutionContext &run) {
    if (solver->collective != nullptr) run.collective = solver->collective.get();
    std::unique_ptr<manifact_model> made;
    run.collective->call(run.monitor, [&] {
      run.together([&] {
        require_handle(X, "X");
        require(out, "out");
      });
      made = fitted(solver, X, n_clusters, run);
    });
    *out = made.release();
    return (*out)->model->status;
  });
}

int manifact_solver_refit(manifact_solver *solver, const manifact_model *model,
                          manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  return solver_call(solver, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require(out, "out");
    refuse_divided(solver->graph);
    std::unique_ptr<Model> made =
        described_refit(*model->model, *solver->method, solver->options,
                        inputs_of(*solver, nullptr), description_of(*solver), run);
    warn_of_lost_names(*made, {model->model.get()}, true, run);
    remember_index_base(*made, index_base_of(*model->model));
    const int status = made->status;
    deliver(std::move(made), run.memory, out);
    return status;
  });
}

int manifact_solver_join(manifact_solver *solver, const manifact_model *model,
                         const manifact_model *other, int64_t *topics, int64_t n_topics,
                         int64_t *n_common, manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  if (n_common != nullptr) *n_common = 0;
  return solver_call(solver, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require_handle(other, "other");
    require(out, "out");
    refuse_divided(solver->graph);
    const Model &first = *model->model, &second = *other->model;
    if (topics != nullptr && n_topics != second.k)
      fail(Status::length, "n_topics is %lld, but the other model has %lld topics",
           number(n_topics), number(second.k));
    if (index_base_of(first) != index_base_of(second))
      fail(Status::argument,
           "the features of one model are counted from 0 and those of the other from 1, or not at "
           "all: they cannot be joined");
    const FitInputs inputs = inputs_of(*solver, nullptr);
    if (inputs.has_start())
      fail(Status::argument,
           "the solver has a start, but joined models are fitted from their topics: take it back");
    const Joined all = joined(first, second, run);
    std::unique_ptr<Model> made = described_refit(*all.model, *solver->method, solver->options,
                                                  inputs, description_of(*solver), run);
    warn_of_lost_names(*made, {&first, &second}, true, run);
    remember_index_base(*made, index_base_of(first));
    const std::vector<Index> numbers = numbers_after_fit(all, *made, inputs);
    if (topics != nullptr) std::copy(numbers.begin(), numbers.end(), topics);
    give(n_common, static_cast<int64_t>(all.common));
    const int status = made->status;
    deliver(std::move(made), run.memory, out);
    return status;
  });
}
