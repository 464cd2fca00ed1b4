/* Texts and vectorizers. */
#include "session.h"

#include <string.h>

enum { BATCH = 20000 };

Texts joined(SEXP texts, R_xlen_t first, R_xlen_t count) {
  const char **parts = (const char **)R_alloc((size_t)count + 1, sizeof *parts);
  Texts all = {NULL, (int64_t *)R_alloc((size_t)count + 1, sizeof(int64_t))};
  all.offsets[0] = 0;
  for (R_xlen_t i = 0; i < count; ++i) {
    SEXP text = STRING_ELT(texts, first + i);
    parts[i] = text == NA_STRING ? "" : Rf_translateCharUTF8(text);
    all.offsets[i + 1] = all.offsets[i] + (int64_t)strlen(parts[i]);
  }
  all.bytes = R_alloc((size_t)all.offsets[count] + 1, 1);
  for (R_xlen_t i = 0; i < count; ++i)
    memcpy(all.bytes + all.offsets[i], parts[i], (size_t)(all.offsets[i + 1] - all.offsets[i]));
  return all;
}

static void require_texts(SEXP texts) {
  if (!Rf_isString(texts)) Rf_error("the documents must be a character vector");
}

/* Options: names and their values as texts. */
static manifact_status set_options(manifact_vectorizer *vectorizer, SEXP names, SEXP values) {
  manifact_status status = MANIFACT_OK;
  for (R_xlen_t i = 0; i < XLENGTH(names) && status >= 0; ++i)
    status = manifact_vectorizer_set_text(vectorizer, Rf_translateCharUTF8(STRING_ELT(names, i)),
                                          Rf_translateCharUTF8(STRING_ELT(values, i)));
  return status;
}

/* A vectorizer before its first document; `solver` may be NULL: its limits apply. */
SEXP r_vectorizer(SEXP names, SEXP values, SEXP stop_words, SEXP solver) {
  const manifact_solver *limits = optional_pointer(solver, SOLVER);
  require_texts(stop_words);
  const Texts words = joined(stop_words, 0, XLENGTH(stop_words));
  SEXP handle = PROTECT(new_handle(VECTORIZER));
  manifact_vectorizer *made = NULL;
  manifact_status status = manifact_vectorizer_create(context, &made);
  keep(handle, made);
  if (status >= 0 && limits != NULL) status = manifact_vectorizer_take_limits(made, limits);
  if (status >= 0) status = set_options(made, names, values);
  if (status >= 0 && XLENGTH(stop_words) > 0)
    status =
        manifact_vectorizer_add_stop_words(made, words.bytes, words.offsets, XLENGTH(stop_words));
  SEXP result = checked(status, made != NULL ? manifact_vectorizer_message(made) : NULL, handle);
  UNPROTECT(1);
  return result;
}

/* Adds the texts and finishes: list(vectorizer, counts). */
SEXP r_count(SEXP vectorizer, SEXP texts, SEXP progress) {
  manifact_vectorizer *adding = pointer_of(vectorizer, VECTORIZER);
  require_texts(texts);
  const char *const names[] = {"vectorizer", "counts"};
  SEXP result = PROTECT(named_list(2, names));
  SET_VECTOR_ELT(result, 1, new_handle(MATRIX));
  Call call;
  const void *top = vmaxget();
  for (R_xlen_t first = 0; first < XLENGTH(texts); first += BATCH) {
    const R_xlen_t left = XLENGTH(texts) - first, count = left < BATCH ? left : BATCH;
    const Texts batch = joined(texts, first, count);
    begin(&call, progress);
    const manifact_status status =
        manifact_vectorizer_add_many(adding, batch.bytes, batch.offsets, count);
    SEXP failure = end(&call, status, manifact_vectorizer_message(adding), R_NilValue);
    if (failure != R_NilValue) {
      UNPROTECT(1);
      return failure;
    }
    vmaxset(top);
  }
  manifact_matrix *counts = NULL;
  begin(&call, progress);
  const manifact_status status = manifact_vectorizer_finish(adding, &counts);
  keep(VECTOR_ELT(result, 1), counts);
  result = end(&call, status, manifact_vectorizer_message(adding), result);
  if (status >= 0) SET_VECTOR_ELT(result, 0, saved_handle(VECTORIZER, vectorizer));
  UNPROTECT(1);
  return result;
}

SEXP r_vectorizer_of_terms(SEXP terms) {
  require_texts(terms);
  const Texts all = joined(terms, 0, XLENGTH(terms));
  SEXP handle = PROTECT(new_handle(VECTORIZER));
  manifact_vectorizer *made = NULL;
  const manifact_status status =
      manifact_vectorizer_from_terms(context, all.bytes, all.offsets, XLENGTH(terms), &made);
  keep(handle, made);
  SEXP result = checked_context(status, status < 0 ? R_NilValue : saved_handle(VECTORIZER, handle));
  UNPROTECT(1);
  return result;
}

/* The counts of new texts. */
SEXP r_transform(SEXP vectorizer, SEXP texts, SEXP progress) {
  const manifact_vectorizer *finished = pointer_of(vectorizer, VECTORIZER);
  require_texts(texts);
  const Texts all = joined(texts, 0, XLENGTH(texts));
  SEXP handle = PROTECT(new_handle(MATRIX));
  manifact_matrix *counts = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_vectorizer_transform(
      context, finished, all.bytes, all.offsets, XLENGTH(texts), &counts);
  keep(handle, counts);
  SEXP result = end(&call, status, manifact_context_message(context), handle);
  UNPROTECT(1);
  return result;
}

/* The same, with the number of terms of each text, known or not. */
SEXP r_transform_counted(SEXP vectorizer, SEXP texts, SEXP progress) {
  const manifact_vectorizer *finished = pointer_of(vectorizer, VECTORIZER);
  const char *const names[] = {"documents", "terms"};
  require_texts(texts);
  const Texts all = joined(texts, 0, XLENGTH(texts));
  int64_t *terms = (int64_t *)R_alloc((size_t)XLENGTH(texts) + 1, sizeof *terms);
  SEXP result = PROTECT(named_list(2, names));
  SET_VECTOR_ELT(result, 0, new_handle(MATRIX));
  manifact_matrix *counts = NULL;
  Call call;
  begin(&call, progress);
  const manifact_status status = manifact_vectorizer_transform_counted(
      context, finished, all.bytes, all.offsets, XLENGTH(texts), terms, &counts);
  keep(VECTOR_ELT(result, 0), counts);
  result = end(&call, status, manifact_context_message(context), result);
  if (status >= 0) SET_VECTOR_ELT(result, 1, numbers_for_r(terms, XLENGTH(texts), 0));
  UNPROTECT(1);
  return result;
}

SEXP r_terms(SEXP vectorizer) {
  const manifact_vectorizer *finished = pointer_of(vectorizer, VECTORIZER);
  const int64_t count = manifact_vectorizer_terms(finished);
  SEXP terms = PROTECT(Rf_allocVector(STRSXP, count));
  for (int64_t i = 0; i < count; ++i)
    SET_STRING_ELT(terms, i, Rf_mkCharCE(manifact_vectorizer_term(finished, i), CE_UTF8));
  UNPROTECT(1);
  return terms;
}

/* The vectorizer of the features of a model, or of its attached texts; NULL if there is none. */
SEXP r_model_vectorizer(SEXP model, SEXP attached) {
  const manifact_model *of = pointer_of(model, MODEL);
  const manifact_vectorizer *view =
      Rf_asLogical(attached) ? manifact_model_text_vectorizer(of) : manifact_model_vectorizer(of);
  if (view == NULL) return R_NilValue;
  SEXP handle = PROTECT(new_handle(VECTORIZER));
  keep(handle, manifact_vectorizer_retain(view));
  SEXP result = saved_handle(VECTORIZER, handle);
  UNPROTECT(1);
  return result;
}
