#include <cmath>
#include <utility>

#include "capi/handles.hpp"
#include "capi/option_access.hpp"
#include "methods/fit.hpp"

using namespace manifact;

namespace {

const OptionInfo &typed(const OptionInfo &option, OptionType type, const char *what) {
  if (option.type != type) fail(Status::option, "option '%s' is not %s", option.name, what);
  return option;
}

// Calls on a solver: check the handle, run the body in the firewall.
template <class Solver, class Body>
int with(Solver *solver, Body &&body) noexcept {
  if (const int status = check(solver); status != MANIFACT_OK) return status;
  return guard(solver->message, [&] {
    body();
    return MANIFACT_OK;
  });
}

const OptionInfo &used(const manifact_solver &solver, const OptionInfo &option) {
  solver.options.check_used(option);
  return option;
}

Array<double> copied(const double *values, int64_t size, const char *name, const std::shared_ptr<Memory> &memory) {
  Array<double> copy(memory, size);
  for (int64_t e = 0; e < size; ++e) {
    if (!std::isfinite(values[e]) || values[e] < 0) fail(Status::value, "%s[%lld] is %g: a start is finite and >= 0", name, static_cast<long long>(e), values[e]);
    copy[e] = values[e];
  }
  return copy;
}

// The solver has a reference to the one it holds, NULL to none.
template <class Handle>
void hold(Handle *&held, Handle *next) noexcept {
  release(std::exchange(held, retain(next)));
}

// Methods that take constraints are fitted again and again on the same data: the solver keeps it, and the graph.
Remembered *remember(manifact_solver *solver, const manifact_matrix *X) {
  if (!solver->options.method().supervised) return nullptr;
  if (solver->remembered_X != X) {
    solver->remembered = {};
    hold(solver->remembered_X, const_cast<manifact_matrix *>(X));
  }
  return &solver->remembered;
}

void take_threads(Options &options, std::int64_t threads) {
  if (!options.is_set(Key::threads)) options.set(*find_option(Key::threads), threads);
}

}  // namespace

int manifact_solver_create(manifact_context *context, const char *method, manifact_solver **out) {
  if (out != nullptr) *out = nullptr;
  if (const int status = check(context); status != MANIFACT_OK) return status;
  return guard(context->message, [&] {
    require(method, "method");
    require(out, "out");
    const Method *const found = find_method(method);
    if (found == nullptr) fail(Status::option, "there is no method '%.100s'", method);
    auto solver = std::make_unique<manifact_solver>(*found);
    solver->memory = context->memory;
    solver->runner = context->runner;
    solver->runner_user = context->runner_user;
    solver->monitor.log = context->monitor->log;
    solver->monitor.log_user = context->monitor->log_user;
    take_threads(solver->options, context->threads);
    *out = solver.release();
    return MANIFACT_OK;
  });
}

void manifact_solver_free(manifact_solver *solver) {
  if (check(solver) != MANIFACT_OK) return;
  release(solver->graph);
  release(solver->feature_graph);
  release(solver->constraints);
  release(solver->remembered_X);
  release(solver->vectorizer);
  solver->magic = Magic::freed;
  delete solver;
}

const char *manifact_solver_message(const manifact_solver *solver) { return check(solver) == MANIFACT_OK ? solver->message.text : "not a solver"; }

const char *manifact_solver_method(const manifact_solver *solver) {
  return check(solver) == MANIFACT_OK ? solver->options.method().name : nullptr;
}

int manifact_solver_set_int64(manifact_solver *solver, int key, int64_t value) {
  return with(solver, [&] { solver->options.set(option_of(key), static_cast<std::int64_t>(value)); });
}

int manifact_solver_set_double(manifact_solver *solver, int key, double value) {
  return with(solver, [&] { solver->options.set(option_of(key), value); });
}

int manifact_solver_set_string(manifact_solver *solver, int key, const char *value) {
  return with(solver, [&] {
    require(value, "value");
    solver->options.set_text(typed(option_of(key), OptionType::word, "a word"), value);
  });
}

int manifact_solver_get_int64(const manifact_solver *solver, int key, int64_t *value) {
  return with(solver, [&] {
    require(value, "value");
    *value = solver->options.integer(typed(used(*solver, option_of(key)), OptionType::integer, "a whole number").key);
  });
}

int manifact_solver_get_double(const manifact_solver *solver, int key, double *value) {
  return with(solver, [&] {
    require(value, "value");
    *value = solver->options.real(typed(used(*solver, option_of(key)), OptionType::real, "a real number").key);
  });
}

int manifact_solver_get_string(const manifact_solver *solver, int key, const char **value) {
  return with(solver, [&] {
    require(value, "value");
    *value = solver->options.word(typed(used(*solver, option_of(key)), OptionType::word, "a word").key);
  });
}

int manifact_solver_set_by_name(manifact_solver *solver, const char *name, const char *value) {
  return with(solver, [&] {
    const OptionInfo &option = option_of(name);
    require(value, "value");
    solver->options.set_text(option, value);
  });
}

int manifact_solver_get_by_name(const manifact_solver *solver, const char *name, char *buffer, size_t size) {
  return with(solver, [&] {
    require(buffer, "buffer");
    give_text(solver->options, option_of(name), buffer, size);
  });
}

int manifact_solver_set_graph(manifact_solver *solver, manifact_graph *graph) {
  return with(solver, [&] {
    if (graph != nullptr) {
      require_handle(graph, "graph");
      if (!solver->options.method().uses(Key::neighbors)) fail(Status::option, "method '%s' uses no graph", solver->options.method().name);
    }
    hold(solver->graph, graph);
  });
}

int manifact_solver_set_feature_graph(manifact_solver *solver, manifact_graph *graph) {
  return with(solver, [&] {
    if (graph != nullptr) {
      require_handle(graph, "graph");
      if (!solver->options.method().uses(Key::feature_neighbors))
        fail(Status::option, "method '%s' uses no graph of the features", solver->options.method().name);
    }
    hold(solver->feature_graph, graph);
  });
}

int manifact_solver_set_constraints(manifact_solver *solver, manifact_constraints *constraints) {
  return with(solver, [&] {
    if (constraints != nullptr) {
      require_handle(constraints, "constraints");
      if (!solver->options.method().supervised) fail(Status::option, "method '%s' takes no constraints", solver->options.method().name);
    }
    hold(solver->constraints, constraints);
  });
}

int manifact_solver_set_vectorizer(manifact_solver *solver, manifact_vectorizer *vectorizer) {
  return with(solver, [&] {
    if (vectorizer != nullptr) {
      require_handle(vectorizer, "vectorizer");
      if (!vectorizer->text) fail(Status::argument, "the vectoriser is not finished");
    }
    hold(solver->vectorizer, vectorizer);
  });
}

int manifact_solver_set_start_factors(manifact_solver *solver, const double *W, const double *V, int64_t n, int64_t k) {
  return with(solver, [&] {
    Array<double> new_W, new_V;
    if (V != nullptr) {
      if (!solver->options.method().uses(Key::start))
        fail(Status::argument, "method '%s' starts from labels, not from factors", solver->options.method().name);
      if (n < 1 || k < 1 || n > INT32_MAX || k > INT32_MAX)
        fail(Status::argument, "a start needs n and k of at least 1, not %lld x %lld", static_cast<long long>(n), static_cast<long long>(k));
      new_V = copied(V, n * k, "V", solver->memory);
      if (W != nullptr) new_W = copied(W, n * k, "W", solver->memory);
    }
    solver->start_W = std::move(new_W);
    solver->start_V = std::move(new_V);
    solver->start_labels = Array<std::int32_t>();
    solver->start_n = V != nullptr ? n : 0;
    solver->start_k = V != nullptr ? k : 0;
  });
}

int manifact_solver_set_start_features(manifact_solver *solver, const double *G, int64_t m, int64_t l) {
  return with(solver, [&] {
    Array<double> copy;
    if (G != nullptr) {
      if (!solver->options.method().starts_features) fail(Status::argument, "method '%s' has no factor of the features to start from", solver->options.method().name);
      if (m < 1 || l < 1 || m > INT32_MAX || l > m)
        fail(Status::argument, "a start of the features needs 1 <= l <= m, not m = %lld, l = %lld", static_cast<long long>(m), static_cast<long long>(l));
      copy = copied(G, m * l, "G", solver->memory);
    }
    solver->start_G = std::move(copy);
    solver->start_m = G != nullptr ? m : 0;
    solver->start_l = G != nullptr ? l : 0;
  });
}

int manifact_solver_set_start_labels(manifact_solver *solver, const int32_t *labels, int64_t n) {
  return with(solver, [&] {
    Array<std::int32_t> copy;
    if (labels != nullptr) {
      if (n < 1 || n > INT32_MAX) fail(Status::argument, "a start needs at least one label, not %lld", static_cast<long long>(n));
      copy = Array<std::int32_t>(solver->memory, n);
      for (int64_t i = 0; i < n; ++i) {
        if (labels[i] < -1) fail(Status::argument, "labels[%lld] is %d: a label is -1 or a cluster from 0", static_cast<long long>(i), labels[i]);
        copy[i] = labels[i];
      }
    }
    solver->start_labels = std::move(copy);
    solver->start_W = Array<double>();
    solver->start_V = Array<double>();
    solver->start_n = labels != nullptr ? n : 0;
    solver->start_k = 0;
  });
}

int manifact_solver_set_start_model(manifact_solver *solver, const manifact_model *model) {
  if (const int status = check(solver); status != MANIFACT_OK) return status;
  if (model == nullptr) return manifact_solver_set_start_factors(solver, nullptr, nullptr, 0, 0);
  if (const int status = check(model); status != MANIFACT_OK) return status;
  const double *const W = manifact_model_associations(model);
  return manifact_solver_set_start_factors(solver, W, manifact_model_memberships(model), manifact_model_documents(model), manifact_model_clusters(model));
}

int manifact_solver_set_progress(manifact_solver *solver, manifact_progress_fn progress, void *user) {
  return with(solver, [&] {
    solver->monitor.progress = progress;
    solver->monitor.progress_user = user;
  });
}

const char *manifact_solver_stage(const manifact_solver *solver) { return check(solver) == MANIFACT_OK ? solver->monitor.stage : ""; }

void manifact_solver_cancel(manifact_solver *solver) {
  if (check(solver) == MANIFACT_OK) solver->monitor.cancel.store(true, std::memory_order_relaxed);
}

int manifact_solver_fit(manifact_solver *solver, const manifact_matrix *X, int64_t n_clusters, manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  if (const int status = check(solver); status != MANIFACT_OK) return status;
  const int status = guard(solver->message, [&] {
    require_handle(X, "X");
    require(out, "out");
    const manifact_vectorizer *const vectorizer = solver->vectorizer;
    if (vectorizer != nullptr && vectorizer->text->size() != X->matrix->columns)
      fail(Status::mismatch, "the vectoriser has %lld terms, but X has %lld columns", static_cast<long long>(vectorizer->text->size()),
           static_cast<long long>(X->matrix->columns));
    const Given given{solver->graph != nullptr ? &solver->graph->graph : nullptr,
                      solver->start_W.data(),
                      solver->start_V.data(),
                      solver->start_labels.data(),
                      solver->start_n,
                      solver->start_k,
                      solver->feature_graph != nullptr ? &solver->feature_graph->graph : nullptr,
                      solver->start_G.data(),
                      solver->start_m,
                      solver->start_l,
                      solver->constraints != nullptr ? &solver->constraints->constraints : nullptr,
                      remember(solver, X)};
    Team team(thread_count(solver->options.integer(Key::threads)), solver->runner, solver->runner_user);
    Run run{solver->memory, team, solver->monitor};
    auto handle = std::make_unique<manifact_model>();
    handle->model = fit(*X->matrix, n_clusters, solver->options, given, run);
    if (vectorizer != nullptr) handle->model->text = vectorizer->text;
    handle->vectorizer = retain(solver->vectorizer);
    *out = handle.release();
    return (*out)->model->status;
  });
  solver->monitor.stage = "";
  solver->monitor.cancel.store(false, std::memory_order_relaxed);
  return status;
}
