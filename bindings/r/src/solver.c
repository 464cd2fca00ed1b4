/* Solvers: options, what is known, fits. */
#include "session.h"

SEXP r_solver(SEXP method, SEXP names, SEXP values) {
  const char *word = utf8(method, "method");
  SEXP handle = PROTECT(new_handle(SOLVER));
  manifact_solver *made = NULL;
  manifact_status status = manifact_solver_create(context, word, &made);
  keep(handle, made);
  if (status < 0) {
    UNPROTECT(1);
    return checked_context(status, R_NilValue);
  }
  for (R_xlen_t i = 0; i < XLENGTH(names) && status >= 0; ++i)
    status = manifact_solver_set_text(made, Rf_translateCharUTF8(STRING_ELT(names, i)),
                                      Rf_translateCharUTF8(STRING_ELT(values, i)));
  if (status >= 0) status = manifact_solver_set_progress(made, report, NULL);
  SEXP result = checked(status, manifact_solver_message(made), handle);
  UNPROTECT(1);
  return result;
}

SEXP r_solver_option(SEXP solver, SEXP name) {
  const manifact_solver *s = pointer_of(solver, SOLVER);
  const char *called = utf8(name, "the name of the option");
  size_t size = 0;
  manifact_status status = manifact_solver_get_text_size(s, called, &size);
  char *text = status < 0 ? NULL : R_alloc(size, 1);
  if (status >= 0) status = manifact_solver_get_text(s, called, text, size);
  return checked(status, NULL, status < 0 ? R_NilValue : text_of(text));
}

static SEXP of_solver(manifact_solver *solver, manifact_status status) {
  return checked(status, manifact_solver_message(solver), R_NilValue);
}

/* Each of these sets one input of later fits. */

SEXP r_set_constraints(SEXP solver, SEXP constraints) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  return of_solver(s, manifact_solver_set_constraints(s, pointer_of(constraints, CONSTRAINTS)));
}

SEXP r_set_graph(SEXP solver, SEXP graph) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  return of_solver(s, manifact_solver_set_graph(s, pointer_of(graph, GRAPH)));
}

SEXP r_set_vectorizer(SEXP solver, SEXP vectorizer) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  return of_solver(s, manifact_solver_set_vectorizer(s, pointer_of(vectorizer, VECTORIZER)));
}

SEXP r_set_texts(SEXP solver, SEXP counts, SEXP vectorizer) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  return of_solver(s, manifact_solver_set_texts(s, pointer_of(counts, MATRIX),
                                                pointer_of(vectorizer, VECTORIZER)));
}

SEXP r_set_column(SEXP solver, SEXP name, SEXP texts) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  if (!Rf_isString(texts)) Rf_error("a column of a model must be a character vector");
  const Texts all = joined(texts, 0, XLENGTH(texts));
  return of_solver(s, manifact_solver_set_column(s, utf8(name, "the name of a column"), all.bytes,
                                                 all.offsets, XLENGTH(texts)));
}

SEXP r_set_start_labels(SEXP solver, SEXP labels) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  const int32_t *clusters = groups_of(labels, "initial");
  return of_solver(s, manifact_solver_set_start_labels(s, clusters, XLENGTH(labels)));
}

SEXP r_set_start_model(SEXP solver, SEXP model) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  return of_solver(s, manifact_solver_set_start_model(s, pointer_of(model, MODEL)));
}

SEXP r_set_numbers_of(SEXP solver, SEXP model) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  return of_solver(s, manifact_solver_set_numbers_of(s, pointer_of(model, MODEL)));
}

/* Fits */

static SEXP fitted(Call *call, manifact_status status, manifact_solver *solver, SEXP handle,
                   manifact_model *model) {
  keep(handle, model);
  SEXP result = PROTECT(end(call, status, manifact_solver_message(solver), handle));
  if (status >= 0) result = saved_handle(MODEL, result);
  UNPROTECT(1);
  return result;
}

SEXP r_fit(SEXP solver, SEXP X, SEXP k, SEXP progress) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const int64_t clusters = whole(k, "k");
  SEXP handle = PROTECT(new_handle(MODEL));
  manifact_model *model = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_solver_fit(s, matrix, clusters, &model);
  SEXP result = fitted(&call, status, s, handle, model);
  UNPROTECT(1);
  return result;
}

/* `from` gives the method and the options. */
SEXP r_refit(SEXP from, SEXP progress) {
  const manifact_model *before = pointer_of(from, MODEL);
  SEXP holder = PROTECT(new_handle(SOLVER)), handle = PROTECT(new_handle(MODEL));
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;
  manifact_status status = manifact_solver_create_from_model(context, before, &solver);
  keep(holder, solver);
  if (status < 0) {
    UNPROTECT(2);
    return checked_context(status, R_NilValue);
  }
  manifact_solver_set_progress(solver, report, NULL);
  Call call;
  begin(&call, progress);
  status = manifact_solver_refit(solver, before, &model);
  SEXP result = PROTECT(fitted(&call, status, solver, handle, model));
  r_free(holder);
  UNPROTECT(3);
  return result;
}

/* list(model, topics, common); topics from 1, NA. */
SEXP r_join(SEXP from, SEXP other, SEXP progress) {
  const manifact_model *first = pointer_of(from, MODEL), *second = pointer_of(other, MODEL);
  const int64_t k = manifact_model_clusters(second);
  int64_t common = 0, *topics = (int64_t *)R_alloc((size_t)k + 1, sizeof *topics);
  const char *const names[] = {"model", "topics", "common"};
  SEXP result = PROTECT(named_list(3, names)), holder = PROTECT(new_handle(SOLVER)),
       handle = PROTECT(new_handle(MODEL));
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;
  manifact_status status = manifact_solver_create_from_model(context, first, &solver);
  keep(holder, solver);
  if (status < 0) {
    UNPROTECT(3);
    return checked_context(status, R_NilValue);
  }
  manifact_solver_set_progress(solver, report, NULL);
  Call call;
  begin(&call, progress);
  status = manifact_solver_join(solver, first, second, topics, k, &common, &model);
  SEXP made = PROTECT(fitted(&call, status, solver, handle, model));
  r_free(holder);
  if (status < 0) {
    UNPROTECT(4);
    return made;
  }
  SET_VECTOR_ELT(result, 0, made);
  SET_VECTOR_ELT(result, 1, Rf_allocVector(INTSXP, k));
  for (int64_t b = 0; b < k; ++b)
    INTEGER(VECTOR_ELT(result, 1))[b] = topics[b] < 0 ? NA_INTEGER : (int)topics[b] + 1;
  SET_VECTOR_ELT(result, 2, Rf_ScalarReal((double)common));
  UNPROTECT(4);
  return result;
}

SEXP r_solver_graph(SEXP solver, SEXP X, SEXP progress) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  SEXP handle = PROTECT(new_handle(GRAPH));
  manifact_graph *graph = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_solver_graph(s, matrix, &graph);
  keep(handle, graph);
  SEXP result = end(&call, status, manifact_solver_message(s), handle);
  UNPROTECT(1);
  return result;
}

/* Suggestions */

static SEXP suggestion_for_r(const manifact_suggestion *suggestion) {
  const char *const names[] = {"k",   "reason",    "warnings", "ks",     "eigenvalue",
                               "gap", "stability", "score",    "status", "why"};
  SEXP result = PROTECT(named_list(10, names));
  const int64_t rows = manifact_suggestion_count(suggestion);
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal((double)manifact_suggestion_k(suggestion)));
  SET_VECTOR_ELT(result, 1, text_of(manifact_suggestion_reason(suggestion)));
  const int64_t warnings = manifact_suggestion_warning_count(suggestion);
  SEXP texts = Rf_allocVector(STRSXP, warnings);
  SET_VECTOR_ELT(result, 2, texts);
  for (int64_t i = 0; i < warnings; ++i)
    SET_STRING_ELT(texts, i, Rf_mkCharCE(manifact_suggestion_warning(suggestion, i), CE_UTF8));
  for (int i = 3; i < 10; ++i)
    SET_VECTOR_ELT(result, i, Rf_allocVector(i < 8 ? REALSXP : STRSXP, rows));
  for (int64_t row = 0; row < rows; ++row) {
    int64_t k = 0;
    double values[4] = {0};
    manifact_status status = MANIFACT_OK;
    const char *why = "";
    manifact_suggestion_row(suggestion, row, &k, values, values + 1, values + 2, values + 3,
                            &status, &why);
    REAL(VECTOR_ELT(result, 3))[row] = (double)k;
    for (int i = 0; i < 4; ++i) REAL(VECTOR_ELT(result, 4 + i))[row] = values[i];
    SET_STRING_ELT(VECTOR_ELT(result, 8), row, Rf_mkChar(manifact_status_name(status)));
    SET_STRING_ELT(VECTOR_ELT(result, 9), row, Rf_mkCharCE(why, CE_UTF8));
  }
  UNPROTECT(1);
  return result;
}

SEXP r_suggest_k(SEXP solver, SEXP X, SEXP from, SEXP to, SEXP progress) {
  manifact_solver *s = pointer_of(solver, SOLVER);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const int64_t first = whole(from, "from"), last = whole(to, "to");
  SEXP handle = PROTECT(new_handle(SUGGESTION));
  manifact_suggestion *suggestion = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_solver_suggest_k(s, matrix, first, last, &suggestion);
  keep(handle, suggestion);
  SEXP result = PROTECT(end(&call, status, manifact_solver_message(s), handle));
  if (status >= 0) {
    result = suggestion_for_r(suggestion);
    r_free(handle);
  }
  UNPROTECT(2);
  return result;
}
