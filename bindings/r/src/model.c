/* Models: what they hold, files, new documents. */
#include "session.h"

#include <string.h>

static SEXP texts_of(int64_t count, const char *(*get)(const manifact_model *, int64_t),
                     const manifact_model *model) {
  SEXP texts = PROTECT(Rf_allocVector(STRSXP, count));
  for (int64_t i = 0; i < count; ++i) SET_STRING_ELT(texts, i, Rf_mkCharCE(get(model, i), CE_UTF8));
  UNPROTECT(1);
  return texts;
}

SEXP r_model_info(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const char *const names[] = {"documents", "features", "k",      "iterations", "converged",
                               "objective", "method",   "status", "warnings",   "titles",
                               "names",     "cluster",  "size",   "edits",      "min_membership"};
  SEXP result = PROTECT(named_list(15, names));
  const int64_t k = manifact_model_clusters(model), n = manifact_model_documents(model);
  const double numbers[] = {(double)n, (double)manifact_model_features(model), (double)k,
                            (double)manifact_model_iterations(model)};
  for (int i = 0; i < 4; ++i) SET_VECTOR_ELT(result, i, Rf_ScalarReal(numbers[i]));
  SET_VECTOR_ELT(result, 4, Rf_ScalarLogical(manifact_model_converged(model)));
  SET_VECTOR_ELT(result, 5, Rf_ScalarReal(manifact_model_objective(model)));
  SET_VECTOR_ELT(result, 6, text_of(manifact_model_method(model)));
  SET_VECTOR_ELT(result, 7, text_of(manifact_status_name(manifact_model_status(model))));
  SET_VECTOR_ELT(result, 8,
                 texts_of(manifact_model_warning_count(model), manifact_model_warning, model));
  SET_VECTOR_ELT(result, 9, texts_of(k, manifact_model_title, model));
  SET_VECTOR_ELT(result, 10, texts_of(k, manifact_model_topic_name, model));
  SET_VECTOR_ELT(result, 11, labels_for_r(manifact_model_labels(model), n));
  SET_VECTOR_ELT(result, 12, numbers_for_r(manifact_model_sizes(model), k, 0));
  SET_VECTOR_ELT(result, 13, Rf_ScalarReal((double)manifact_model_edit_count(model)));
  SET_VECTOR_ELT(result, 14, Rf_ScalarReal(manifact_model_min_membership(model)));
  UNPROTECT(1);
  return result;
}

/* A named character vector of the options, or of the diagnostics. */
static SEXP pairs_of(const manifact_model *model, int64_t count,
                     manifact_status (*get)(const manifact_model *, int64_t, const char **,
                                            const char **)) {
  SEXP values = PROTECT(Rf_allocVector(STRSXP, count));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
  for (int64_t i = 0; i < count; ++i) {
    const char *name = "", *value = "";
    get(model, i, &name, &value);
    SET_STRING_ELT(names, i, Rf_mkCharCE(name, CE_UTF8));
    SET_STRING_ELT(values, i, Rf_mkCharCE(value, CE_UTF8));
  }
  Rf_setAttrib(values, R_NamesSymbol, names);
  UNPROTECT(2);
  return values;
}

SEXP r_model_options(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  return pairs_of(model, manifact_model_option_count(model), manifact_model_option_at);
}

SEXP r_model_diagnostics(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  return pairs_of(model, manifact_model_diagnostic_count(model), manifact_model_diagnostic);
}

static const Word array_words[] = {{"history", MANIFACT_ARRAY_HISTORY},
                                   {"memberships", MANIFACT_ARRAY_MEMBERSHIPS},
                                   {"associations", MANIFACT_ARRAY_ASSOCIATIONS},
                                   {"basis", MANIFACT_ARRAY_BASIS},
                                   {"centroids", MANIFACT_ARRAY_CENTROIDS},
                                   {"cosines", MANIFACT_ARRAY_COSINES},
                                   {"feature-labels", MANIFACT_ARRAY_FEATURE_LABELS},
                                   {"feature-sizes", MANIFACT_ARRAY_FEATURE_SIZES},
                                   {"feature-memberships", MANIFACT_ARRAY_FEATURE_MEMBERSHIPS},
                                   {"core", MANIFACT_ARRAY_CORE},
                                   {NULL, 0}};

/* A matrix, a vector if it has one dimension, NULL if the model has no such array. */
SEXP r_model_array(SEXP handle, SEXP which) {
  const void *data = NULL;
  manifact_value_type type = 0;
  int64_t rows = 0, columns = 0;
  const int word = word_of(which, "which", array_words);
  const manifact_status status =
      manifact_model_array(pointer_of(handle, MODEL), word, &data, &type, &rows, &columns);
  if (status < 0) return checked(status, NULL, R_NilValue);
  if (data == NULL) return R_NilValue;
  if (type == MANIFACT_INT32) return labels_for_r(data, rows);
  if (type == MANIFACT_INT64) return numbers_for_r(data, rows, 0);
  const bool is_vector = word == MANIFACT_ARRAY_HISTORY || word == MANIFACT_ARRAY_COSINES;
  if (!is_vector) return matrix_for_r(data, rows, columns);
  SEXP result = Rf_allocVector(REALSXP, rows);
  memcpy(REAL(result), data, (size_t)rows * sizeof(double));
  return result;
}

SEXP r_proportions(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  double *values = (double *)R_alloc((size_t)(n * k), sizeof *values);
  const manifact_status status = manifact_model_proportions(model, values, n * k);
  return checked(status, NULL, status < 0 ? R_NilValue : matrix_for_r(values, n, k));
}

SEXP r_similarities(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int64_t k = manifact_model_clusters(model);
  double *values = (double *)R_alloc((size_t)(k * k), sizeof *values);
  const manifact_status status = manifact_model_similarities(model, values, k);
  return checked(status, NULL, status < 0 ? R_NilValue : matrix_for_r(values, k, k));
}

SEXP r_margins(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  SEXP result = PROTECT(Rf_allocVector(REALSXP, manifact_model_documents(model)));
  const manifact_status status = manifact_model_margins(model, REAL(result), XLENGTH(result));
  UNPROTECT(1);
  return checked(status, NULL, result);
}

SEXP r_map(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  const char *const names[] = {"documents", "topics"};
  SEXP result = PROTECT(named_list(2, names));
  double *documents = (double *)R_alloc((size_t)(2 * n), sizeof *documents);
  double *topics = (double *)R_alloc((size_t)(3 * k), sizeof *topics);
  const manifact_status status = manifact_model_map(model, documents, n, topics, k);
  if (status >= 0) {
    SET_VECTOR_ELT(result, 0, matrix_for_r(documents, n, 2));
    SET_VECTOR_ELT(result, 1, matrix_for_r(topics, k, 3));
  }
  UNPROTECT(1);
  return checked(status, NULL, result);
}

/* Constraints that the clusters violate: list(first, second, weight). */
SEXP r_violations(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int64_t count = manifact_model_violation_count(model);
  const char *const names[] = {"first", "second", "weight"};
  SEXP result = PROTECT(named_list(3, names));
  int64_t *first = (int64_t *)R_alloc((size_t)count + 1, sizeof *first);
  int64_t *second = (int64_t *)R_alloc((size_t)count + 1, sizeof *second);
  SET_VECTOR_ELT(result, 2, Rf_allocVector(REALSXP, count));
  int64_t found = 0;
  const manifact_status status =
      manifact_model_violations(model, count, first, second, REAL(VECTOR_ELT(result, 2)), &found);
  if (status >= 0) {
    SET_VECTOR_ELT(result, 0, numbers_for_r(first, found, 1));
    SET_VECTOR_ELT(result, 1, numbers_for_r(second, found, 1));
  }
  UNPROTECT(1);
  return checked(status, NULL, result);
}

/* Files */

typedef struct {
  char *data;
  size_t size, capacity;
} Buffer;

/* Collects what the library writes; plain memory, since nothing of R may be called within. */
static int append(void *user, const void *data, size_t size) {
  Buffer *bytes = user;
  if (bytes->size + size > bytes->capacity) {
    const size_t capacity = 2 * (bytes->size + size);
    char *larger = realloc(bytes->data, capacity);
    if (larger == NULL) return 1;
    bytes->data = larger;
    bytes->capacity = capacity;
  }
  memcpy(bytes->data + bytes->size, data, size);
  bytes->size += size;
  return 0;
}

static void free_bytes(void *user) { free(((Buffer *)user)->data); }

static SEXP raw_of(void *user) {
  const Buffer *bytes = user;
  SEXP raw = Rf_allocVector(RAWSXP, (R_xlen_t)bytes->size);
  memcpy(RAW(raw), bytes->data, bytes->size);
  return raw;
}

SEXP bytes_of_model(const manifact_model *model) {
  Buffer bytes = {NULL, 0, 0};
  const manifact_status status = manifact_model_write(context, model, append, &bytes);
  if (status < 0) {
    free(bytes.data);
    return checked_context(status, R_NilValue);
  }
  return R_ExecWithCleanup(raw_of, &bytes, free_bytes, &bytes);
}

SEXP r_model_bytes(SEXP handle) { return bytes_of_model(pointer_of(handle, MODEL)); }

SEXP r_save(SEXP handle, SEXP path) {
  const char *file = R_ExpandFileName(Rf_translateChar(STRING_ELT(path, 0)));
  return checked_context(manifact_model_save(context, pointer_of(handle, MODEL), file), R_NilValue);
}

SEXP r_load(SEXP path) {
  const char *file = R_ExpandFileName(Rf_translateChar(STRING_ELT(path, 0)));
  SEXP handle = PROTECT(new_handle(MODEL));
  manifact_model *model = NULL;
  const manifact_status status = manifact_model_load(context, file, &model);
  keep(handle, model);
  SEXP result = checked_context(status, status < 0 ? R_NilValue : saved_handle(MODEL, handle));
  UNPROTECT(1);
  return result;
}

/* New documents */

/* list(cluster, memberships) */
SEXP r_assign(SEXP handle, SEXP X, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const int64_t rows = manifact_matrix_rows(matrix), k = manifact_model_clusters(model);
  const char *const names[] = {"cluster", "memberships"};
  SEXP result = PROTECT(named_list(2, names));
  int32_t *labels = (int32_t *)R_alloc((size_t)rows, sizeof *labels);
  double *values = (double *)R_alloc((size_t)(rows * k), sizeof *values);
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_assign(context, model, matrix, labels, values, rows);
  SEXP answer = PROTECT(end(&call, status, manifact_context_message(context), result));
  if (status >= 0) {
    SET_VECTOR_ELT(result, 0, labels_for_r(labels, rows));
    SET_VECTOR_ELT(result, 1, matrix_for_r(values, rows, k));
  }
  UNPROTECT(2);
  return answer;
}

/* list(cluster, proportions, margin) */
SEXP r_assign_proportions(SEXP handle, SEXP X, SEXP min_membership, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const double least = number(min_membership, "min_membership");
  const int64_t rows = manifact_matrix_rows(matrix), k = manifact_model_clusters(model);
  const char *const names[] = {"cluster", "proportions", "margin"};
  SEXP result = PROTECT(named_list(3, names));
  int32_t *labels = (int32_t *)R_alloc((size_t)rows, sizeof *labels);
  double *values = (double *)R_alloc((size_t)(rows * k), sizeof *values);
  SET_VECTOR_ELT(result, 2, Rf_allocVector(REALSXP, rows));
  double *margins = REAL(VECTOR_ELT(result, 2));
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_model_assign_proportions(context, model, matrix, least,
                                                                   labels, values, margins, rows);
  SEXP answer = PROTECT(end(&call, status, manifact_context_message(context), result));
  if (status >= 0) {
    SET_VECTOR_ELT(result, 0, labels_for_r(labels, rows));
    SET_VECTOR_ELT(result, 1, matrix_for_r(values, rows, k));
  }
  UNPROTECT(2);
  return answer;
}

SEXP r_score_rule(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const char *const names[] = {"rule", "additive"};
  SEXP result = PROTECT(named_list(2, names));
  SET_VECTOR_ELT(result, 0, Rf_mkString(manifact_model_score_rule(model)));
  SET_VECTOR_ELT(result, 1, Rf_ScalarLogical(manifact_model_has_additive_score(model)));
  UNPROTECT(1);
  return result;
}

/* list(contributions, a handle of a matrix; score; rest). topics may be NULL. */
SEXP r_explain(SEXP handle, SEXP X, SEXP topics, SEXP count, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const int32_t *given = topics == R_NilValue ? NULL : groups_of(topics, "topics");
  const int64_t rows = manifact_matrix_rows(matrix), n = whole(count, "n");
  if (given != NULL && XLENGTH(topics) != rows)
    Rf_error("there are %.0f topics for %.0f documents", (double)XLENGTH(topics), (double)rows);
  const char *const names[] = {"contributions", "score", "rest"};
  SEXP result = PROTECT(named_list(3, names));
  SET_VECTOR_ELT(result, 0, new_handle(MATRIX));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(REALSXP, rows));
  SET_VECTOR_ELT(result, 2, Rf_allocVector(REALSXP, rows));
  double *scores = REAL(VECTOR_ELT(result, 1)), *rests = REAL(VECTOR_ELT(result, 2));
  manifact_matrix *made = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_explain(context, model, matrix, given, n, scores, rests, rows, &made);
  keep(VECTOR_ELT(result, 0), made);
  SEXP answer = end(&call, status, manifact_context_message(context), result);
  UNPROTECT(1);
  return answer;
}

/* Of an edit that is an update; NULL of others. Terms that were not counted are NA. */
SEXP r_drift(SEXP handle, SEXP edit) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const char *const names[] = {"documents", "far", "unassigned", "terms", "unknown"};
  int64_t found[5];
  if (manifact_model_edit_drift(model, whole(edit, "edit") - 1, found, found + 1, found + 2,
                                found + 3, found + 4) < 0)
    return R_NilValue;
  SEXP result = PROTECT(named_list(5, names));
  for (int i = 0; i < 5; ++i)
    SET_VECTOR_ELT(result, i, Rf_ScalarReal(i > 2 && found[3] < 0 ? NA_REAL : (double)found[i]));
  UNPROTECT(1);
  return result;
}

/* A model with more documents. `terms` are the numbers of terms of each row, or NULL. `texts` are
   those of the new documents, for the titles of later topics, or NULL; not kept if the model has
   none of the earlier documents. */
SEXP r_update(SEXP handle, SEXP X, SEXP terms, SEXP texts, SEXP progress) {
  const manifact_model *before = pointer_of(handle, MODEL);
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  int64_t *counted = NULL;
  if (terms != R_NilValue) {
    counted = (int64_t *)R_alloc((size_t)XLENGTH(terms) + 1, sizeof *counted);
    for (R_xlen_t i = 0; i < XLENGTH(terms); ++i) counted[i] = (int64_t)REAL(terms)[i];
  }
  const Texts all = joined(texts, 0, Rf_xlength(texts));
  const char *const name = "excerpt", *const bytes = all.bytes, *kept = NULL;
  const int64_t *const offsets = all.offsets, *ends = NULL;
  const bool keeps =
      texts != R_NilValue && manifact_model_column(before, name, &kept, &ends) == MANIFACT_OK;
  SEXP made = PROTECT(new_handle(MODEL));
  manifact_model *model = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_model_update(context, before, matrix, counted, &name,
                                                       &bytes, &offsets, keeps, &model);
  keep(made, model);
  SEXP result = PROTECT(end(&call, status, manifact_context_message(context), made));
  if (status >= 0) result = saved_handle(MODEL, made);
  UNPROTECT(2);
  return result;
}
