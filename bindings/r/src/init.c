/* The routines that R may call, and what the library lists of itself. */
#include "session.h"

#include <R_ext/Rdynload.h>

/* Routines of the other files */
SEXP r_model_of_bytes(SEXP);
SEXP r_sparse(SEXP, SEXP, SEXP, SEXP);
SEXP r_dense(SEXP, SEXP);
SEXP r_set_feature_names(SEXP, SEXP);
SEXP r_set_background(SEXP, SEXP);
SEXP r_set_vectors(SEXP, SEXP);
SEXP r_table(SEXP, SEXP);
SEXP r_table_of_stream(SEXP);
SEXP r_empty_stream(void);
SEXP r_table_columns(SEXP);
SEXP r_table_matrix(SEXP, SEXP);
SEXP r_table_texts(SEXP, SEXP);
SEXP r_table_numbers(SEXP, SEXP);
SEXP r_feature_names(SEXP);
SEXP r_matrix_size(SEXP);
SEXP r_matrix_slots(SEXP);
SEXP r_knn_graph(SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_graph_of_matrix(SEXP, SEXP);
SEXP r_graph_matrix(SEXP);
SEXP r_constraints(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_seed_labels(SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_evaluate(SEXP, SEXP);
SEXP r_vectorizer(SEXP, SEXP, SEXP, SEXP);
SEXP r_count(SEXP, SEXP, SEXP);
SEXP r_vectorizer_of_terms(SEXP);
SEXP r_transform(SEXP, SEXP, SEXP);
SEXP r_transform_counted(SEXP, SEXP, SEXP);
SEXP r_terms(SEXP);
SEXP r_model_vectorizer(SEXP, SEXP);
SEXP r_solver(SEXP, SEXP, SEXP);
SEXP r_solver_option(SEXP, SEXP);
SEXP r_set_constraints(SEXP, SEXP);
SEXP r_set_graph(SEXP, SEXP);
SEXP r_set_vectorizer(SEXP, SEXP);
SEXP r_set_texts(SEXP, SEXP, SEXP);
SEXP r_set_column(SEXP, SEXP, SEXP);
SEXP r_set_start_labels(SEXP, SEXP);
SEXP r_set_start_model(SEXP, SEXP);
SEXP r_set_numbers_of(SEXP, SEXP);
SEXP r_fit(SEXP, SEXP, SEXP, SEXP);
SEXP r_refit(SEXP, SEXP);
SEXP r_join(SEXP, SEXP, SEXP);
SEXP r_solver_graph(SEXP, SEXP, SEXP);
SEXP r_suggest_k(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_model_info(SEXP);
SEXP r_model_options(SEXP);
SEXP r_model_diagnostics(SEXP);
SEXP r_model_array(SEXP, SEXP);
SEXP r_proportions(SEXP);
SEXP r_similarities(SEXP);
SEXP r_margins(SEXP);
SEXP r_map(SEXP);
SEXP r_positions(SEXP, SEXP, SEXP);
SEXP r_violations(SEXP);
SEXP r_model_bytes(SEXP);
SEXP r_save(SEXP, SEXP);
SEXP r_load(SEXP);
SEXP r_assign(SEXP, SEXP, SEXP);
SEXP r_assign_proportions(SEXP, SEXP, SEXP, SEXP);
SEXP r_score_rule(SEXP);
SEXP r_explain(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_update(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_drift(SEXP, SEXP);
SEXP r_top_terms(SEXP, SEXP, SEXP, SEXP);
SEXP r_representatives(SEXP, SEXP, SEXP);
SEXP r_merge(SEXP, SEXP, SEXP, SEXP);
SEXP r_split(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_hide(SEXP, SEXP, SEXP);
SEXP r_reduce(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_rename(SEXP, SEXP, SEXP, SEXP);
SEXP r_group_name(SEXP, SEXP);
SEXP r_tree(SEXP, SEXP, SEXP);
SEXP r_quality(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_stability(SEXP, SEXP, SEXP, SEXP);
SEXP r_timeline(SEXP, SEXP, SEXP);
SEXP r_group_test(SEXP, SEXP, SEXP);
SEXP r_compare(SEXP, SEXP, SEXP);
SEXP r_common_documents(SEXP, SEXP);
SEXP r_new_topics(SEXP);
SEXP r_group_terms(SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_suggest_labels(SEXP, SEXP, SEXP, SEXP, SEXP);
SEXP r_suggest_pairs(SEXP, SEXP, SEXP, SEXP);
SEXP r_trends(SEXP, SEXP, SEXP, SEXP, SEXP, SEXP, SEXP);

static SEXP r_version(void) { return text_of(manifact_version()); }

static SEXP r_has_feature(SEXP name) {
  return Rf_ScalarLogical(manifact_has_feature(utf8(name, "feature")));
}

/* The bytes that the library holds, and the most that it held. */
static SEXP r_memory(void) {
  int64_t now = 0, peak = 0;
  manifact_context_memory(context, &now, &peak);
  SEXP result = Rf_allocVector(REALSXP, 2);
  REAL(result)[0] = (double)now;
  REAL(result)[1] = (double)peak;
  return result;
}

/* The threads of the calls and solvers that follow. */
static SEXP r_set_threads(SEXP count) {
  return checked_context(manifact_context_set_threads(context, whole(count, "threads")),
                         R_NilValue);
}

static SEXP r_methods(void) {
  const char *const names[] = {"name", "summary", "reference"};
  const int64_t count = manifact_method_count();
  SEXP result = PROTECT(named_list(3, names));
  for (int i = 0; i < 3; ++i) SET_VECTOR_ELT(result, i, Rf_allocVector(STRSXP, count));
  for (int64_t row = 0; row < count; ++row) {
    const char *texts[3] = {"", "", ""};
    manifact_method_info(row, texts, texts + 1, texts + 2);
    for (int i = 0; i < 3; ++i)
      SET_STRING_ELT(VECTOR_ELT(result, i), row, Rf_mkCharCE(texts[i], CE_UTF8));
  }
  UNPROTECT(1);
  return result;
}

static const char *const type_names[] = {"", "integer", "number", "word", "switch"};

static SEXP char_of(const char *text) {
  return text == NULL ? NA_STRING : Rf_mkCharCE(text, CE_UTF8);
}

/* The options of a method, of the vectorizer, or with NULL all. */
static SEXP r_options(SEXP method) {
  const char *const names[] = {"name",    "type",    "minimum", "maximum", "words",
                               "default", "summary", "dense",   "expert"};
  const char *of = method == R_NilValue ? NULL : utf8(method, "method");
  SEXP result = PROTECT(named_list(9, names));
  int64_t count = 0;
  const char *name = NULL;
  for (int64_t i = 0; i < manifact_option_count(); ++i) {
    manifact_option_info(i, &name, NULL, NULL, NULL, NULL, NULL, NULL);
    count += of == NULL || manifact_method_uses_option(of, name);
  }
  for (int i = 0; i < 8; ++i)
    SET_VECTOR_ELT(result, i, Rf_allocVector(i == 2 || i == 3 ? REALSXP : STRSXP, count));
  SET_VECTOR_ELT(result, 8, Rf_allocVector(LGLSXP, count));
  int64_t row = 0;
  for (int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *words = NULL, *fallback = NULL, *summary = NULL;
    manifact_option_type type = 0;
    double minimum = 0, maximum = 0;
    manifact_option_info(i, &name, &type, &minimum, &maximum, &words, &fallback, &summary);
    if (of != NULL && !manifact_method_uses_option(of, name)) continue;
    if (of != NULL) words = manifact_method_option_words(of, name);
    const bool is_number = type == MANIFACT_TYPE_INT64 || type == MANIFACT_TYPE_DOUBLE;
    REAL(VECTOR_ELT(result, 2))[row] = is_number ? minimum : NA_REAL;
    REAL(VECTOR_ELT(result, 3))[row] = is_number ? maximum : NA_REAL;
    LOGICAL(VECTOR_ELT(result, 8))[row] = manifact_option_is_expert(name);
    const char *dense = of == NULL ? NULL : manifact_method_dense_default(of, name);
    const char *texts[] = {name, type_names[type], NULL, NULL, words, fallback, summary, dense};
    for (int c = 0; c < 8; ++c)
      if (c != 2 && c != 3) SET_STRING_ELT(VECTOR_ELT(result, c), row, char_of(texts[c]));
    ++row;
  }
  UNPROTECT(1);
  return result;
}

// clang-format off
#define ROUTINES(R) \
  R(r_version, 0) R(r_has_feature, 1) R(r_memory, 0) R(r_set_threads, 1) R(r_methods, 0) \
  R(r_options, 1) R(r_free, 1) R(r_model_of_bytes, 1) R(r_sparse, 4) R(r_dense, 2) \
  R(r_matrix_size, 1) R(r_set_feature_names, 2) R(r_feature_names, 1) R(r_matrix_slots, 1) \
  R(r_knn_graph, 10) R(r_graph_of_matrix, 2) R(r_graph_matrix, 1) R(r_constraints, 5) \
  R(r_evaluate, 2) R(r_vectorizer, 4) R(r_count, 3) R(r_vectorizer_of_terms, 1) \
  R(r_transform, 3) R(r_transform_counted, 3) R(r_terms, 1) R(r_model_vectorizer, 2) \
  R(r_solver, 3) R(r_solver_option, 2) \
  R(r_set_constraints, 2) R(r_set_graph, 2) R(r_set_vectorizer, 2) R(r_set_texts, 3) \
  R(r_set_column, 3) R(r_set_start_labels, 2) R(r_set_start_model, 2) R(r_fit, 4) R(r_refit, 2) \
  R(r_join, 3) R(r_solver_graph, 3) R(r_suggest_k, 5) R(r_model_info, 1) R(r_model_options, 1) \
  R(r_model_diagnostics, 1) R(r_model_array, 2) R(r_proportions, 1) R(r_similarities, 1) \
  R(r_margins, 1) R(r_map, 1) R(r_violations, 1) R(r_model_bytes, 1) R(r_save, 2) R(r_load, 1) \
  R(r_assign, 3) R(r_assign_proportions, 4) R(r_update, 5) R(r_drift, 2) R(r_top_terms, 4) \
  R(r_representatives, 3) R(r_merge, 4) R(r_split, 5) R(r_hide, 3) R(r_reduce, 5) R(r_rename, 4) \
  R(r_group_name, 2) R(r_tree, 3) R(r_quality, 5) R(r_stability, 4) R(r_timeline, 3) \
  R(r_trends, 7) R(r_group_test, 3) R(r_group_terms, 7) R(r_score_rule, 1) R(r_explain, 5) \
  R(r_positions, 3) R(r_suggest_labels, 5) R(r_suggest_pairs, 4) R(r_seed_labels, 8) \
  R(r_set_numbers_of, 2) R(r_common_documents, 2) R(r_new_topics, 1) R(r_compare, 3) \
  R(r_set_background, 2) R(r_set_vectors, 2) R(r_table, 2) R(r_table_of_stream, 1) \
  R(r_empty_stream, 0) R(r_table_columns, 1) R(r_table_matrix, 2) R(r_table_texts, 2) \
  R(r_table_numbers, 2)
// clang-format on

#define ROW(name, count) {#name, (DL_FUNC)&name, count},

static const R_CallMethodDef routines[] = {ROUTINES(ROW){NULL, NULL, 0}};

void R_init_manifact(DllInfo *library) {
  R_registerRoutines(library, NULL, routines, NULL, NULL);
  R_useDynamicSymbols(library, FALSE);
  R_forceSymbols(library, TRUE);
  if (!manifact_abi_supported(MANIFACT_ABI))
    Rf_error("the library of manifact has version %s, which does not support ABI %d",
             manifact_version(), MANIFACT_ABI);
  create_context();
  register_handles(library);
}

void R_unload_manifact(DllInfo *library) {
  (void)library;
  manifact_context_free(context);
  context = NULL;
}
