#include <algorithm>
#include <utility>

#include "capi/counts.hpp"
#include "capi/handles.hpp"
#include "capi/solver.hpp"
#include "pipeline/fit.hpp"

using namespace manifact;

namespace {

// Options of the normalized cut, for a suggestion on the data of a solver of another method: those
// that concern the data are taken from the solver.
Options options_of_cut(const manifact_solver &solver, const Method &cut) {
  Options options(cut.option_set());
  options.set(*find_option(Key::min_df), solver.options.integer(Key::min_df));
  options.set(*find_option(Key::max_df), solver.options.real(Key::max_df));
  for (const Key key : {Key::seed, Key::weighting, Key::scaling, Key::memory_budget, Key::threads,
                        Key::vector_weight})
    if (const auto &setting = solver.options.setting(key))
      options.set_value(*find_option(key), *setting);
  return options;
}

// The neighbors by a kernel, which has no features; `cut` has their number.
Graph graph_of_kernel(const Matrix &K, const Options &of_solver, const Options &cut,
                      ExecutionContext &run) {
  const Method &lccf = *find_method("lccf");
  Options options(lccf.option_set());
  for (const Key key : {Key::kernel, Key::threads, Key::memory_budget})
    if (const auto &setting = of_solver.setting(key))
      options.set_value(*find_option(key), *setting);
  options.set(*find_option(Key::neighbors), cut.integer(Key::neighbors));
  return graph_of_fit(K, lccf, options, FitInputs(), run);
}

// With `keep` the solver keeps the graph for a fit of the same data.
void suggest(manifact_solver &solver, const manifact_matrix *X, Index from, Index to,
             const Options &options, bool keep, ExecutionContext &run, manifact_suggestion **out) {
  refuse_divided(solver.graph);
  FitInputs inputs;
  inputs.graph = solver.graph != nullptr ? &solver.graph->graph : nullptr;
  inputs.vectors = X->vectors;
  inputs.background = X->background;
  inputs.of_kernel = kernel_spec(solver.options).kind == KernelKind::precomputed;
  const Matrix &data = data_of_fit(*X, inputs.of_kernel ? solver.options : options, run.memory);
  Graph of_kernel;
  if (inputs.graph == nullptr && inputs.of_kernel) {
    of_kernel = graph_of_kernel(data, solver.options, options, run);
    inputs.graph = &of_kernel;
  }
  // For other data the solver's cache is replaced only after the call has succeeded.
  GraphCache fresh;
  const bool known = keep && solver.cached_X == X;
  inputs.graph_cache = known ? &solver.graph_cache : &fresh;
  auto handle = std::make_unique<manifact_suggestion>();
  handle->suggestion = suggest_k(data, from, to, options, inputs, run);
  if (keep && !known) {
    keep_data(&solver, X);
    solver.graph_cache = std::move(fresh);
  }
  *out = handle.release();
}

}  // namespace

int manifact_solver_suggest_k(manifact_solver *solver, const manifact_matrix *X, int64_t from,
                              int64_t to, manifact_suggestion **out) {
  if (out != nullptr) *out = nullptr;
  if (const int status = check(solver); status != MANIFACT_OK) return status;
  const Method &cut = *find_method("ncut");
  const bool own = solver->method == &cut;
  return solver_call(solver, [&](ExecutionContext &run) {
    require_handle(X, "X");
    require(out, "out");
    constexpr Index most_clusters = 40, fewest_documents = 4;
    if (X->matrix->rows < fewest_documents)
      fail(Status::argument, "cannot suggest a number of clusters for %lld documents",
           static_cast<long long>(X->matrix->rows));
    const Index least = from != 0 ? from : 2,
                most = to != 0 ? to : std::max(least, std::min(most_clusters, X->matrix->rows - 1));
    suggest(*solver, X, least, most, own ? solver->options : options_of_cut(*solver, cut), own, run,
            out);
    return MANIFACT_OK;
  });
}

int64_t manifact_suggestion_k(const manifact_suggestion *suggestion) {
  return check(suggestion) == MANIFACT_OK ? suggestion->suggestion.k : -1;
}

const char *manifact_suggestion_reason(const manifact_suggestion *suggestion) {
  return check(suggestion) == MANIFACT_OK ? suggestion->suggestion.reason.c_str() : nullptr;
}

int64_t manifact_suggestion_count(const manifact_suggestion *suggestion) {
  return check(suggestion) == MANIFACT_OK ? static_cast<int64_t>(suggestion->suggestion.rows.size())
                                          : -1;
}

int manifact_suggestion_row(const manifact_suggestion *suggestion, int64_t index, int64_t *k,
                            double *eigenvalue, double *gap, double *stability, double *score,
                            int *status, const char **why) {
  if (const int found = check(suggestion); found != MANIFACT_OK) return found;
  if (index < 0 || index >= manifact_suggestion_count(suggestion)) return MANIFACT_ERROR_ARGUMENT;
  const CountEvaluation &row = suggestion->suggestion.rows[static_cast<std::size_t>(index)];
  give(k, static_cast<int64_t>(row.k));
  give(eigenvalue, row.eigenvalue);
  give(gap, row.gap);
  give(stability, row.stability);
  give(score, row.score);
  give(status, static_cast<int>(row.status));
  give(why, row.why.c_str());
  return MANIFACT_OK;
}

int64_t manifact_suggestion_warning_count(const manifact_suggestion *suggestion) {
  return check(suggestion) == MANIFACT_OK
             ? static_cast<int64_t>(suggestion->suggestion.warnings.size())
             : -1;
}

const char *manifact_suggestion_warning(const manifact_suggestion *suggestion, int64_t index) {
  if (index < 0 || index >= manifact_suggestion_warning_count(suggestion)) return nullptr;
  return suggestion->suggestion.warnings[static_cast<std::size_t>(index)].c_str();
}

manifact_suggestion *manifact_suggestion_retain(const manifact_suggestion *suggestion) {
  return retain(suggestion);
}
void manifact_suggestion_free(manifact_suggestion *suggestion) { release(suggestion); }
