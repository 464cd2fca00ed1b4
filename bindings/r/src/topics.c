/* Topics of a model: what describes them, and changes without another fit. */
#include "session.h"

const Word score_words[] = {{"exclusivity", MANIFACT_SCORE_EXCLUSIVITY},
                            {"lift", MANIFACT_SCORE_LIFT},
                            {"concept", MANIFACT_SCORE_CONCEPT},
                            {NULL, 0}};
const Word linkage_words[] = {
    {"ward", MANIFACT_LINKAGE_WARD}, {"average", MANIFACT_LINKAGE_AVERAGE}, {NULL, 0}};

/* list(index from 1, score) of the best terms, or documents, of a topic. */
static SEXP best(const int64_t *indices, const double *scores, int64_t found) {
  const char *const names[] = {"index", "score"};
  SEXP result = PROTECT(named_list(2, names));
  SET_VECTOR_ELT(result, 0, numbers_for_r(indices, found, 1));
  SEXP values = Rf_allocVector(REALSXP, found);
  SET_VECTOR_ELT(result, 1, values);
  for (int64_t i = 0; i < found; ++i) REAL(values)[i] = scores[i];
  UNPROTECT(1);
  return result;
}

SEXP r_top_terms(SEXP handle, SEXP topic, SEXP score, SEXP count) {
  const int64_t n = whole(count, "n");
  if (n < 0 || n > INT32_MAX) Rf_error("n must be between 0 and %d", INT32_MAX);
  int64_t *terms = (int64_t *)R_alloc((size_t)n + 1, sizeof *terms), found = 0;
  double *scores = (double *)R_alloc((size_t)n + 1, sizeof *scores);
  const manifact_status status =
      manifact_model_top_terms(pointer_of(handle, MODEL), whole(topic, "topic") - 1,
                               word_of(score, "score", score_words), n, terms, scores, &found);
  return checked(status, NULL, status < 0 ? R_NilValue : best(terms, scores, found));
}

SEXP r_representatives(SEXP handle, SEXP topic, SEXP count) {
  const int64_t n = whole(count, "n");
  if (n < 0 || n > INT32_MAX) Rf_error("n must be between 0 and %d", INT32_MAX);
  int64_t *documents = (int64_t *)R_alloc((size_t)n + 1, sizeof *documents), found = 0;
  double *cosines = (double *)R_alloc((size_t)n + 1, sizeof *cosines);
  const manifact_status status = manifact_model_representatives(
      pointer_of(handle, MODEL), whole(topic, "topic") - 1, n, documents, cosines, &found);
  return checked(status, NULL, status < 0 ? R_NilValue : best(documents, cosines, found));
}

/* Changes: each makes a model. `X` may be NULL. */

typedef manifact_status (*Edit)(const manifact_model *model, const void *arguments,
                                manifact_model **out);

static SEXP edited(SEXP handle, Edit edit, const void *arguments, SEXP progress) {
  const manifact_model *before = pointer_of(handle, MODEL);
  SEXP made = PROTECT(new_handle(MODEL));
  manifact_model *model = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = edit(before, arguments, &model);
  keep(made, model);
  SEXP result = PROTECT(end(&call, status, manifact_context_message(context), made));
  if (status >= 0) result = saved_handle(MODEL, made);
  UNPROTECT(2);
  return result;
}

typedef struct {
  const int64_t *topics;
  int64_t count;
  const char *name;
  int linkage;
  const manifact_matrix *X;
} Arguments;

static manifact_status merge(const manifact_model *model, const void *arguments,
                             manifact_model **out) {
  const Arguments *a = arguments;
  return manifact_model_merge(context, model, a->topics, a->count, a->X, out);
}

static manifact_status split(const manifact_model *model, const void *arguments,
                             manifact_model **out) {
  const Arguments *a = arguments;
  return manifact_model_split(context, model, a->topics[0], a->count, a->X, out);
}

static manifact_status hide(const manifact_model *model, const void *arguments,
                            manifact_model **out) {
  const Arguments *a = arguments;
  return manifact_model_hide(context, model, a->topics, a->count, out);
}

static manifact_status reduce(const manifact_model *model, const void *arguments,
                              manifact_model **out) {
  const Arguments *a = arguments;
  return manifact_model_reduce(context, model, a->linkage, a->count, a->X, out);
}

static manifact_status rename_topic(const manifact_model *model, const void *arguments,
                                    manifact_model **out) {
  const Arguments *a = arguments;
  if (a->count > 1)
    return manifact_model_rename_group(context, model, a->topics, a->count, a->name, out);
  return manifact_model_rename(context, model, a->topics[0], a->name, out);
}

SEXP r_merge(SEXP handle, SEXP topics, SEXP X, SEXP progress) {
  const Arguments a = {
      .topics = topics_of(topics), .count = XLENGTH(topics), .X = optional_pointer(X, MATRIX)};
  return edited(handle, merge, &a, progress);
}

SEXP r_split(SEXP handle, SEXP topic, SEXP parts, SEXP X, SEXP progress) {
  whole(topic, "topic");
  const Arguments a = {
      .topics = topics_of(topic), .count = whole(parts, "parts"), .X = optional_pointer(X, MATRIX)};
  return edited(handle, split, &a, progress);
}

SEXP r_hide(SEXP handle, SEXP topics, SEXP progress) {
  const Arguments a = {.topics = topics_of(topics), .count = XLENGTH(topics)};
  return edited(handle, hide, &a, progress);
}

SEXP r_reduce(SEXP handle, SEXP k, SEXP linkage, SEXP X, SEXP progress) {
  const Arguments a = {.count = whole(k, "k"),
                       .linkage = word_of(linkage, "linkage", linkage_words),
                       .X = optional_pointer(X, MATRIX)};
  return edited(handle, reduce, &a, progress);
}

SEXP r_rename(SEXP handle, SEXP topic, SEXP name, SEXP progress) {
  if (XLENGTH(topic) < 2) whole(topic, "topic");
  const Arguments a = {
      .topics = topics_of(topic), .count = XLENGTH(topic), .name = utf8(name, "name")};
  return edited(handle, rename_topic, &a, progress);
}

SEXP r_group_name(SEXP handle, SEXP topics) {
  const char *name =
      manifact_model_group_name(pointer_of(handle, MODEL), topics_of(topics), XLENGTH(topics));
  if (name == NULL) Rf_error("a group is two or more topics of the fit");
  return Rf_ScalarString(Rf_mkCharCE(name, CE_UTF8));
}

/* list(merge, height, order) as trees of R have them: topics are negative, groups positive. */
SEXP r_tree(SEXP handle, SEXP linkage, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int kind = word_of(linkage, "linkage", linkage_words);
  const int64_t k = manifact_model_clusters(model);
  const char *const names[] = {"merge", "height", "order"};
  SEXP result = PROTECT(named_list(3, names));
  SET_VECTOR_ELT(result, 0, Rf_allocMatrix(INTSXP, (int)k - 1, 2));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(REALSXP, k - 1));
  int64_t *steps = (int64_t *)R_alloc((size_t)(2 * k), sizeof *steps);
  int64_t *order = (int64_t *)R_alloc((size_t)k, sizeof *order);
  double *heights = REAL(VECTOR_ELT(result, 1));
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_tree(context, model, kind, steps, heights, order, k);
  SEXP answer = PROTECT(end(&call, status, manifact_context_message(context), result));
  int *merge = INTEGER(VECTOR_ELT(result, 0));
  for (int64_t i = 0; status >= 0 && i < 2 * (k - 1); ++i)
    merge[i / 2 + i % 2 * (k - 1)] = (int)(steps[i] < k ? -steps[i] - 1 : steps[i] - k + 1);
  if (status >= 0) {
    SEXP numbers = Rf_allocVector(INTSXP, k);
    SET_VECTOR_ELT(result, 2, numbers);
    for (int64_t i = 0; i < k; ++i) INTEGER(numbers)[i] = (int)order[i] + 1;
  }
  UNPROTECT(2);
  return answer;
}

/* Numbers of topics */

static const char *const weaknesses[] = {NULL, "empty", "small", "near copy", "incoherent"};

SEXP r_quality(SEXP handle, SEXP X, SEXP score, SEXP count, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *counts = optional_pointer(X, MATRIX);
  const int by = word_of(score, "score", score_words);
  const int64_t terms = whole(count, "n"), k = manifact_model_clusters(model);
  const char *const names[] = {"coherence", "diversity", "separation", "weakness"};
  SEXP result = PROTECT(named_list(4, names));
  double *values[3];
  for (int i = 0; i < 3; ++i) {
    SET_VECTOR_ELT(result, i, Rf_allocVector(REALSXP, k));
    values[i] = REAL(VECTOR_ELT(result, i));
  }
  int32_t *weakness = (int32_t *)R_alloc((size_t)k, sizeof *weakness);
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_model_topic_numbers(
      context, model, counts, by, terms, values[0], values[1], values[2], weakness, k);
  SEXP answer = PROTECT(end(&call, status, manifact_context_message(context), result));
  SEXP words = Rf_allocVector(STRSXP, k);
  SET_VECTOR_ELT(result, 3, words);
  for (int64_t i = 0; status >= 0 && i < k; ++i) {
    const char *word = weakness[i] >= 0 && weakness[i] <= 4 ? weaknesses[weakness[i]] : NULL;
    SET_STRING_ELT(words, i, word == NULL ? NA_STRING : Rf_mkChar(word));
  }
  UNPROTECT(2);
  return answer;
}

SEXP r_stability(SEXP handle, SEXP X, SEXP samples, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *documents = optional_pointer(X, MATRIX);
  const int64_t count = whole(samples, "samples");
  SEXP result = PROTECT(Rf_allocVector(REALSXP, manifact_model_clusters(model)));
  double *values = REAL(result);
  const int64_t k = XLENGTH(result);
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_stability(context, model, documents, count, values, k);
  SEXP answer = end(&call, status, manifact_context_message(context), result);
  UNPROTECT(1);
  return answer;
}

/* Positions that preserve neighborhoods: list(positions, quality). */
SEXP r_positions(SEXP handle, SEXP X, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *documents = optional_pointer(X, MATRIX);
  const int64_t n = manifact_model_documents(model);
  const char *const names[] = {"positions", "quality"};
  SEXP result = PROTECT(named_list(2, names));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(REALSXP, 2));
  double *places = (double *)R_alloc((size_t)(2 * n), sizeof *places);
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_positions(context, model, documents, places, n, REAL(VECTOR_ELT(result, 1)));
  SEXP answer = PROTECT(end(&call, status, manifact_context_message(context), result));
  if (status >= 0) SET_VECTOR_ELT(result, 0, matrix_for_r(places, n, 2));
  UNPROTECT(2);
  return answer;
}

/* Documents of each topic (columns) in each period (rows). */
static const int32_t *groups_of_documents(SEXP groups, const char *name,
                                          const manifact_model *model) {
  const int64_t n = manifact_model_documents(model);
  if (XLENGTH(groups) != n)
    Rf_error("%s has %.0f entries, but the fit has %.0f documents", name, (double)XLENGTH(groups),
             (double)n);
  return groups_of(groups, name);
}

SEXP r_timeline(SEXP handle, SEXP periods, SEXP n_periods) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int32_t *numbers = groups_of_documents(periods, "periods", model);
  const int64_t rows = whole(n_periods, "periods"), k = manifact_model_clusters(model);
  int64_t *counts = (int64_t *)R_alloc((size_t)(rows * k), sizeof *counts);
  double *values = (double *)R_alloc((size_t)(rows * k), sizeof *values);
  const manifact_status status =
      manifact_model_timeline(model, numbers, XLENGTH(periods), rows, counts, rows * k);
  if (status < 0) return checked(status, NULL, R_NilValue);
  for (int64_t i = 0; i < rows * k; ++i) values[i] = (double)counts[i];
  return matrix_for_r(values, rows, k);
}

/* Columns statistic, p_value, adjusted and expected: a row for each topic. */
SEXP r_group_test(SEXP handle, SEXP groups, SEXP n_groups) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int32_t *numbers = groups_of_documents(groups, "groups", model);
  const int64_t count = whole(n_groups, "groups"), k = manifact_model_clusters(model);
  SEXP result = PROTECT(Rf_allocMatrix(REALSXP, (int)k, 4));
  double *values = REAL(result);
  const manifact_status status =
      manifact_model_group_test(model, numbers, XLENGTH(groups), count, values, values + k,
                                values + 2 * k, values + 3 * k, k);
  UNPROTECT(1);
  return checked(status, NULL, result);
}

/* The best terms by an array of the documents: typical of a group if `direction` is 0, else rising
   or falling with the periods. */
static SEXP ranked_terms(SEXP handle, SEXP X, const int32_t *parts, int64_t n_documents, SEXP topic,
                         int64_t group, int direction, SEXP count, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *documents = optional_pointer(X, MATRIX);
  const int64_t n = whole(count, "n"), of = whole(topic, "topic") - 1;
  if (n < 0 || n > INT32_MAX) Rf_error("n must be between 0 and %d", INT32_MAX);
  int64_t *terms = (int64_t *)R_alloc((size_t)n + 1, sizeof *terms), found = 0;
  double *scores = (double *)R_alloc((size_t)n + 1, sizeof *scores);
  Call call;
  begin(&call, progress);
  const manifact_status status =
      direction == 0 ? manifact_model_group_terms(context, model, documents, parts, n_documents, of,
                                                  group, n, terms, scores, &found)
                     : manifact_model_trends(context, model, documents, parts, n_documents, of,
                                             direction, n, terms, scores, &found);
  SEXP answer = end(&call, status, manifact_context_message(context), R_NilValue);
  return status < 0 ? answer : best(terms, scores, found);
}

SEXP r_group_terms(SEXP handle, SEXP X, SEXP groups, SEXP topic, SEXP group, SEXP count,
                   SEXP progress) {
  return ranked_terms(handle, X, groups_of(groups, "groups"), XLENGTH(groups), topic,
                      whole(group, "group") - 1, 0, count, progress);
}

/* The documents to ask about, and their margins. X and constraints may be NULL. */
SEXP r_suggest_labels(SEXP handle, SEXP X, SEXP constraints, SEXP count, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_matrix *rows = optional_pointer(X, MATRIX);
  const manifact_constraints *known = optional_pointer(constraints, CONSTRAINTS);
  const int64_t n = whole(count, "n");
  if (n < 0 || n > INT32_MAX) Rf_error("n must be between 0 and %d", INT32_MAX);
  int64_t *documents = (int64_t *)R_alloc((size_t)n + 1, sizeof *documents), found = 0;
  double *margins = (double *)R_alloc((size_t)n + 1, sizeof *margins);
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_suggest_labels(context, model, rows, known, n, documents, margins, &found);
  SEXP answer = end(&call, status, manifact_context_message(context), R_NilValue);
  return status < 0 ? answer : best(documents, margins, found);
}

/* list(first, second, margin); constraints may be NULL. */
SEXP r_suggest_pairs(SEXP handle, SEXP constraints, SEXP count, SEXP progress) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const manifact_constraints *known = optional_pointer(constraints, CONSTRAINTS);
  const int64_t n = whole(count, "n");
  if (n < 0 || n > INT32_MAX) Rf_error("n must be between 0 and %d", INT32_MAX);
  const size_t room = (size_t)n + 1;
  int64_t *first = (int64_t *)R_alloc(room, sizeof *first), found = 0;
  int64_t *second = (int64_t *)R_alloc(room, sizeof *second);
  double *margins = (double *)R_alloc(room, sizeof *margins);
  Call call;
  begin(&call, progress);
  const manifact_status status =
      manifact_model_suggest_pairs(context, model, known, n, first, second, margins, &found);
  SEXP answer = end(&call, status, manifact_context_message(context), R_NilValue);
  if (status < 0) return answer;
  const char *const names[] = {"first", "second", "margin"};
  SEXP result = PROTECT(named_list(3, names));
  SET_VECTOR_ELT(result, 0, numbers_for_r(first, found, 1));
  SET_VECTOR_ELT(result, 1, numbers_for_r(second, found, 1));
  SET_VECTOR_ELT(result, 2, Rf_allocVector(REALSXP, found));
  if (found > 0) memcpy(REAL(VECTOR_ELT(result, 2)), margins, (size_t)found * sizeof *margins);
  UNPROTECT(1);
  return result;
}

SEXP r_trends(SEXP handle, SEXP X, SEXP periods, SEXP topic, SEXP direction, SEXP count,
              SEXP progress) {
  return ranked_terms(handle, X, groups_of(periods, "periods"), XLENGTH(periods), topic, 0,
                      (int)whole(direction, "direction"), count, progress);
}

/* Of each document its row in a later model, from 1, or NA. */
SEXP r_common_documents(SEXP before, SEXP after) {
  const manifact_model *old = pointer_of(before, MODEL), *now = pointer_of(after, MODEL);
  const int64_t n = manifact_model_documents(old);
  int64_t *rows = (int64_t *)R_alloc((size_t)n, sizeof *rows);
  const manifact_status status = manifact_model_common_documents(context, old, now, rows, n, NULL);
  SEXP result = PROTECT(Rf_allocVector(INTSXP, n));
  for (int64_t i = 0; status >= 0 && i < n; ++i)
    INTEGER(result)[i] = rows[i] < 0 ? NA_INTEGER : (int)rows[i] + 1;
  UNPROTECT(1);
  return checked(status, manifact_context_message(context), result);
}

/* list(forward, backward, partners, before, after); rows from 1, NA, or NULL: by terms. */
SEXP r_compare(SEXP before, SEXP after, SEXP rows) {
  const manifact_model *old = pointer_of(before, MODEL), *now = pointer_of(after, MODEL);
  const int64_t k = manifact_model_clusters(old), l = manifact_model_clusters(now);
  const int64_t n = Rf_isNull(rows) ? manifact_model_documents(old) : XLENGTH(rows);
  int64_t *given = NULL, *partners = (int64_t *)R_alloc((size_t)k, sizeof *partners);
  if (!Rf_isNull(rows)) {
    if (TYPEOF(rows) != INTSXP) Rf_error("rows must be whole numbers");
    given = (int64_t *)R_alloc((size_t)n + 1, sizeof *given);
    for (int64_t i = 0; i < n; ++i)
      given[i] = INTEGER(rows)[i] == NA_INTEGER ? -1 : INTEGER(rows)[i] - 1;
  }
  double *forward = (double *)R_alloc((size_t)(k * l), sizeof *forward),
         *backward = (double *)R_alloc((size_t)(k * l), sizeof *backward);
  const char *const names[] = {"forward", "backward", "partners", "before", "after"};
  SEXP result = PROTECT(named_list(5, names));
  SET_VECTOR_ELT(result, 2, Rf_allocVector(INTSXP, k));
  SET_VECTOR_ELT(result, 3, Rf_allocVector(INTSXP, k));
  SET_VECTOR_ELT(result, 4, Rf_allocVector(INTSXP, l));
  const manifact_status status =
      manifact_model_compare(context, old, now, given, n, forward, backward, partners,
                             INTEGER(VECTOR_ELT(result, 3)), k, INTEGER(VECTOR_ELT(result, 4)), l);
  SEXP answer = PROTECT(checked(status, manifact_context_message(context), result));
  if (status >= 0) {
    SET_VECTOR_ELT(result, 0, matrix_for_r(forward, k, l));
    SET_VECTOR_ELT(result, 1, matrix_for_r(backward, k, l));
    for (int64_t a = 0; a < k; ++a)
      INTEGER(VECTOR_ELT(result, 2))[a] = partners[a] < 0 ? NA_INTEGER : (int)partners[a] + 1;
  }
  UNPROTECT(2);
  return answer;
}

/* list(topic, count): the topic of each document from 1, NA; the number of new topics. */
SEXP r_new_topics(SEXP handle) {
  const manifact_model *model = pointer_of(handle, MODEL);
  const int64_t n = manifact_model_documents(model);
  int64_t found = 0;
  const char *const names[] = {"topic", "count"};
  SEXP result = PROTECT(named_list(2, names));
  SET_VECTOR_ELT(result, 0, Rf_allocVector(INTSXP, n));
  int *labels = INTEGER(VECTOR_ELT(result, 0));
  const manifact_status status = manifact_model_new_topics(context, model, labels, n, &found);
  for (int64_t i = 0; status >= 0 && i < n; ++i)
    labels[i] = labels[i] < 0 ? NA_INTEGER : labels[i] + 1;
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger((int)found));
  UNPROTECT(1);
  return checked(status, manifact_context_message(context), result);
}
