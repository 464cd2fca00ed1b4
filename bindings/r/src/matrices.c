/* Matrices, graphs and constraints. */
#include "session.h"

static const Word weight_words[] = {{"cosine", MANIFACT_WEIGHT_COSINE},
                                    {"binary", MANIFACT_WEIGHT_BINARY},
                                    {"heat", MANIFACT_WEIGHT_HEAT},
                                    {"local-scaling", MANIFACT_WEIGHT_LOCAL_SCALING},
                                    {NULL, 0}};
static const Word rule_words[] = {{"symmetric", MANIFACT_RULE_SYMMETRIC},
                                  {"or", MANIFACT_RULE_OR},
                                  {"mutual", MANIFACT_RULE_MUTUAL},
                                  {NULL, 0}};
static const Word metric_words[] = {{"auto", MANIFACT_METRIC_AUTO},
                                    {"cosine", MANIFACT_METRIC_COSINE},
                                    {"euclidean", MANIFACT_METRIC_EUCLIDEAN},
                                    {NULL, 0}};
static const Word search_words[] = {{"auto", MANIFACT_SEARCH_AUTO},
                                    {"exact", MANIFACT_SEARCH_EXACT},
                                    {"approximate", MANIFACT_SEARCH_APPROXIMATE},
                                    {NULL, 0}};

/* A dgCMatrix, whose columns are features. The slots are read in place. */
SEXP r_sparse(SEXP size, SEXP starts, SEXP rows, SEXP values) {
  if (TYPEOF(size) != INTSXP || XLENGTH(size) != 2 || TYPEOF(starts) != INTSXP ||
      TYPEOF(rows) != INTSXP || TYPEOF(values) != REALSXP ||
      XLENGTH(starts) != (R_xlen_t)INTEGER(size)[1] + 1 || XLENGTH(rows) < XLENGTH(values))
    Rf_error("not a valid dgCMatrix");
  SEXP handle = PROTECT(new_handle(MATRIX));
  manifact_matrix *matrix = NULL;
  const manifact_status status = manifact_matrix_create_csc(
      context, INTEGER(size)[0], INTEGER(size)[1], XLENGTH(values), INTEGER(starts), MANIFACT_INT32,
      INTEGER(rows), MANIFACT_INT32, 0, REAL(values), MANIFACT_DOUBLE, &matrix);
  keep(handle, matrix);
  UNPROTECT(1);
  return checked_context(status, handle);
}

/* A matrix of R, by columns. */
SEXP r_dense(SEXP size, SEXP values) {
  if (TYPEOF(size) != INTSXP || XLENGTH(size) != 2 || TYPEOF(values) != REALSXP ||
      XLENGTH(values) != (R_xlen_t)INTEGER(size)[0] * INTEGER(size)[1])
    Rf_error("not a matrix of numbers");
  const int rows = INTEGER(size)[0];
  SEXP handle = PROTECT(new_handle(MATRIX));
  manifact_matrix *matrix = NULL;
  const manifact_status status = manifact_matrix_create_dense(
      context, rows, INTEGER(size)[1], 1, rows > 0 ? rows : 1, REAL(values), MANIFACT_DOUBLE,
      MANIFACT_COPY, NULL, NULL, &matrix);
  keep(handle, matrix);
  UNPROTECT(1);
  return checked_context(status, handle);
}

SEXP r_set_feature_names(SEXP handle, SEXP names) {
  manifact_matrix *matrix = pointer_of(handle, MATRIX);
  if (!Rf_isString(names)) Rf_error("the names of columns must be a character vector");
  const Texts all = joined(names, 0, XLENGTH(names));
  return checked_context(
      manifact_matrix_set_feature_names(context, matrix, all.bytes, all.offsets, XLENGTH(names)),
      handle);
}

/* The document frequencies of another collection, which has the same columns. */
SEXP r_set_background(SEXP handle, SEXP others) {
  manifact_matrix *matrix = pointer_of(handle, MATRIX);
  const manifact_matrix *collection = pointer_of(others, MATRIX);
  const int64_t count = manifact_matrix_columns(collection);
  int64_t *frequencies = (int64_t *)R_alloc((size_t)count + 1, sizeof *frequencies);
  manifact_status status =
      manifact_matrix_document_frequencies(context, collection, frequencies, count);
  if (status >= 0)
    status = manifact_matrix_set_background(context, matrix, frequencies, count,
                                            manifact_matrix_rows(collection));
  return checked_context(status, handle);
}

SEXP r_set_vectors(SEXP handle, SEXP vectors) {
  manifact_matrix *matrix = pointer_of(handle, MATRIX);
  return checked_context(manifact_matrix_set_vectors(context, matrix, pointer_of(vectors, MATRIX)),
                         handle);
}

/* NULL if the features of a model have no names. */
SEXP r_feature_names(SEXP model) {
  const manifact_model *of = pointer_of(model, MODEL);
  if (manifact_model_feature_name(of, 0) == NULL) return R_NilValue;
  const int64_t count = manifact_model_features(of);
  SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
  for (int64_t j = 0; j < count; ++j)
    SET_STRING_ELT(names, j, Rf_mkCharCE(manifact_model_feature_name(of, j), CE_UTF8));
  UNPROTECT(1);
  return names;
}

SEXP r_matrix_size(SEXP handle) {
  const manifact_matrix *matrix = pointer_of(handle, MATRIX);
  SEXP size = Rf_allocVector(INTSXP, 2);
  INTEGER(size)[0] = (int)manifact_matrix_rows(matrix);
  INTEGER(size)[1] = (int)manifact_matrix_columns(matrix);
  return size;
}

/* The slots of a dgCMatrix from the compressed rows of the library. */
static void transpose(const int32_t *row_starts, const int32_t *columns, const double *values,
                      int n_rows, int n_columns, SEXP slots) {
  int *starts = INTEGER(VECTOR_ELT(slots, 0)), *rows = INTEGER(VECTOR_ELT(slots, 1));
  double *sorted = REAL(VECTOR_ELT(slots, 2));
  int *next = (int *)R_alloc((size_t)n_columns + 1, sizeof *next);
  for (int c = 0; c <= n_columns; ++c) starts[c] = 0;
  for (int32_t e = 0; e < row_starts[n_rows]; ++e) ++starts[columns[e] + 1];
  for (int c = 0; c < n_columns; ++c) starts[c + 1] += starts[c];
  for (int c = 0; c < n_columns; ++c) next[c] = starts[c];
  for (int row = 0; row < n_rows; ++row)
    for (int32_t e = row_starts[row]; e < row_starts[row + 1]; ++e) {
      const int at = next[columns[e]]++;
      rows[at] = row;
      sorted[at] = values[e];
    }
}

/* list(p, i, x, Dim) of a matrix of the library. */
SEXP r_matrix_slots(SEXP handle) {
  const manifact_matrix *matrix = pointer_of(handle, MATRIX);
  const int64_t rows = manifact_matrix_rows(matrix), entries = manifact_matrix_entries(matrix);
  if (entries > INT32_MAX) Rf_error("the matrix has more entries than a dgCMatrix can hold");
  const int64_t columns = manifact_matrix_columns(matrix);
  const char *const names[] = {"p", "i", "x", "Dim"};
  SEXP slots = PROTECT(named_list(4, names));
  SET_VECTOR_ELT(slots, 0, Rf_allocVector(INTSXP, columns + 1));
  SET_VECTOR_ELT(slots, 1, Rf_allocVector(INTSXP, entries));
  SET_VECTOR_ELT(slots, 2, Rf_allocVector(REALSXP, entries));
  SET_VECTOR_ELT(slots, 3, r_matrix_size(handle));
  int32_t *starts = (int32_t *)R_alloc((size_t)rows + 1, sizeof *starts);
  int32_t *indices = (int32_t *)R_alloc((size_t)entries + 1, sizeof *indices);
  double *values = (double *)R_alloc((size_t)entries + 1, sizeof *values);
  const manifact_status status = manifact_matrix_copy_csr(
      matrix, starts, MANIFACT_INT32, indices, MANIFACT_INT32, values, MANIFACT_DOUBLE, entries);
  if (status >= 0) transpose(starts, indices, values, (int)rows, (int)columns, slots);
  UNPROTECT(1);
  return checked(status, NULL, slots);
}

/* Graphs */

SEXP r_knn_graph(SEXP X, SEXP neighbors, SEXP metric, SEXP weight, SEXP rule, SEXP bandwidth,
                 SEXP search, SEXP recall, SEXP seed, SEXP progress) {
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const int64_t count = whole(neighbors, "neighbors"), start = whole(seed, "seed");
  const int metrics = word_of(metric, "metric", metric_words);
  const int weights = word_of(weight, "weight", weight_words);
  const int rules = word_of(rule, "rule", rule_words);
  const int searches = word_of(search, "search", search_words);
  const double width = number(bandwidth, "bandwidth"), aim = number(recall, "recall");
  SEXP handle = PROTECT(new_handle(GRAPH));
  manifact_graph *graph = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_graph_knn_metric(
      context, matrix, count, metrics, weights, rules, width, searches, aim, start, &graph);
  keep(handle, graph);
  SEXP result = end(&call, status, manifact_context_message(context), handle);
  UNPROTECT(1);
  return result;
}

SEXP r_graph_of_matrix(SEXP S, SEXP rule) {
  const int rules = word_of(rule, "rule", rule_words);
  const manifact_matrix *matrix = pointer_of(S, MATRIX);
  SEXP handle = PROTECT(new_handle(GRAPH));
  manifact_graph *graph = NULL;
  const manifact_status status = manifact_graph_from_matrix(context, matrix, rules, &graph);
  keep(handle, graph);
  UNPROTECT(1);
  return checked_context(status, handle);
}

SEXP r_graph_matrix(SEXP graph) {
  const manifact_graph *from = pointer_of(graph, GRAPH);
  SEXP handle = PROTECT(new_handle(MATRIX));
  manifact_matrix *matrix = NULL;
  const manifact_status status = manifact_graph_to_matrix(context, from, &matrix);
  keep(handle, matrix);
  UNPROTECT(1);
  return checked_context(status, handle);
}

/* What is known of documents: labels from 1, NA unknown, or NULL; pairs of documents from 1. */

SEXP r_constraints(SEXP n, SEXP labels, SEXP first, SEXP second, SEXP weights) {
  const int64_t documents = whole(n, "the number of documents");
  const int64_t *left = topics_of(first), *right = topics_of(second);
  const int32_t *classes = labels == R_NilValue ? NULL : groups_of(labels, "labels");
  if (XLENGTH(first) != XLENGTH(second) || XLENGTH(first) != XLENGTH(weights) ||
      TYPEOF(weights) != REALSXP)
    Rf_error("pairs must have as many first as second documents and weights");
  if (classes != NULL && XLENGTH(labels) != documents)
    Rf_error("there are %.0f labels for %.0f documents", (double)XLENGTH(labels),
             (double)documents);
  SEXP handle = PROTECT(new_handle(CONSTRAINTS));
  manifact_constraints *made = NULL;
  const manifact_status status = manifact_constraints_create(
      context, documents, classes, left, right, REAL(weights), XLENGTH(first), &made);
  keep(handle, made);
  UNPROTECT(1);
  return checked_context(status, handle);
}

/* list(labels, matched, chosen). The columns of all seeds, one after the other, and how many each
   has. */
SEXP r_seed_labels(SEXP X, SEXP columns, SEXP counts, SEXP topics, SEXP weights, SEXP n_topics,
                   SEXP clusters, SEXP progress) {
  const manifact_matrix *matrix = pointer_of(X, MATRIX);
  const int64_t *terms = topics_of(columns), seeds = XLENGTH(counts),
                rows = manifact_matrix_rows(matrix);
  const int32_t *of_topic = groups_of(topics, "topics");
  const int64_t count = whole(n_topics, "topics"), k = whole(clusters, "k");
  int64_t *offsets = (int64_t *)R_alloc((size_t)seeds + 1, sizeof *offsets);
  offsets[0] = 0;
  for (int64_t s = 0; s < seeds; ++s) offsets[s + 1] = offsets[s] + INTEGER(counts)[s];
  int32_t *labels = (int32_t *)R_alloc((size_t)rows + 1, sizeof *labels);
  int64_t *found = (int64_t *)R_alloc((size_t)(2 * count) + 1, sizeof *found);
  const char *const names[] = {"labels", "matched", "chosen"};
  SEXP result = PROTECT(named_list(3, names));
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_seed_labels(context, matrix, terms, offsets, of_topic, REAL(weights), seeds, count,
                           k, labels, rows, found, found + count);
  SEXP answer = PROTECT(end(&call, status, manifact_context_message(context), result));
  if (status >= 0) {
    SET_VECTOR_ELT(result, 0, labels_for_r(labels, rows));
    SET_VECTOR_ELT(result, 1, numbers_for_r(found, count, 0));
    SET_VECTOR_ELT(result, 2, numbers_for_r(found + count, count, 0));
  }
  UNPROTECT(2);
  return answer;
}

SEXP r_evaluate(SEXP truth, SEXP predicted) {
  const int32_t *classes = groups_of(truth, "truth");
  const int32_t *clusters = groups_of(predicted, "predicted");
  if (XLENGTH(truth) != XLENGTH(predicted))
    Rf_error("truth has %.0f documents and predicted %.0f", (double)XLENGTH(truth),
             (double)XLENGTH(predicted));
  SEXP result = PROTECT(Rf_allocVector(REALSXP, 5));
  double *out = REAL(result);
  const manifact_status status = manifact_evaluate(context, classes, clusters, XLENGTH(truth), out,
                                                   out + 1, out + 2, out + 3, out + 4);
  UNPROTECT(1);
  return checked_context(status, result);
}
