/* Tables: columns of Arrow, of which the C data interface gives pointers. */
#include "session.h"

#include <manifact/arrow.h>

/* The structure to which an external pointer of another package points. */
static void *structure_of(SEXP pointer, const char *name) {
  if (TYPEOF(pointer) != EXTPTRSXP) Rf_error("%s must be an external pointer", name);
  void *address = R_ExternalPtrAddr(pointer);
  if (address == NULL) Rf_error("%s is a null pointer", name);
  return address;
}

SEXP r_table(SEXP schema, SEXP array) {
  struct ArrowSchema *described = structure_of(schema, "the schema");
  struct ArrowArray *values = structure_of(array, "the array");
  if (described->release == NULL || values->release == NULL)
    Rf_error("the array was taken before: its pointer is released");
  SEXP handle = PROTECT(new_handle(TABLE));
  manifact_table *table = NULL;
  const manifact_status status = manifact_table_from_arrow(context, described, values, &table);
  keep(handle, table);
  UNPROTECT(1);
  return checked_context(status, handle);
}

SEXP r_table_of_stream(SEXP pointer) {
  struct ArrowArrayStream *stream = structure_of(pointer, "the stream");
  if (stream->release == NULL) Rf_error("the stream was taken before: its pointer is released");
  SEXP handle = PROTECT(new_handle(TABLE));
  manifact_table *table = NULL;
  const manifact_status status = manifact_table_from_arrow_stream(context, stream, &table);
  keep(handle, table);
  UNPROTECT(1);
  return checked_context(status, handle);
}

static void release_stream(SEXP pointer) {
  struct ArrowArrayStream *stream = R_ExternalPtrAddr(pointer);
  if (stream == NULL) return;
  if (stream->release != NULL) stream->release(stream);
  R_ClearExternalPtr(pointer);
  R_Free(stream);
}

/* A stream that another package fills, by its address. */
SEXP r_empty_stream(void) {
  struct ArrowArrayStream *stream = R_Calloc(1, struct ArrowArrayStream);
  SEXP pointer = PROTECT(R_MakeExternalPtr(stream, R_NilValue, R_NilValue));
  R_RegisterCFinalizer(pointer, release_stream);
  UNPROTECT(1);
  return pointer;
}

/* list(rows, names, types) */
SEXP r_table_columns(SEXP handle) {
  static const char *const types[] = {"other", "numbers", "vectors", "texts", "times", "nulls"};
  const char *const names[] = {"rows", "names", "types"};
  const manifact_table *table = pointer_of(handle, TABLE);
  const int64_t count = manifact_table_columns(table);
  SEXP result = PROTECT(named_list(3, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal((double)manifact_table_rows(table)));
  SET_VECTOR_ELT(result, 1, Rf_allocVector(STRSXP, count));
  SET_VECTOR_ELT(result, 2, Rf_allocVector(STRSXP, count));
  for (int64_t i = 0; i < count; ++i) {
    SET_STRING_ELT(VECTOR_ELT(result, 1), i,
                   Rf_mkCharCE(manifact_table_column_name(table, i), CE_UTF8));
    SET_STRING_ELT(VECTOR_ELT(result, 2), i,
                   Rf_mkChar(types[manifact_table_column_type(table, i)]));
  }
  UNPROTECT(1);
  return result;
}

/* Columns are counted from 1. */
SEXP r_table_matrix(SEXP handle, SEXP columns) {
  const manifact_table *table = pointer_of(handle, TABLE);
  const R_xlen_t count = XLENGTH(columns);
  int64_t *chosen = (int64_t *)R_alloc((size_t)count + 1, sizeof *chosen);
  for (R_xlen_t i = 0; i < count; ++i) chosen[i] = INTEGER(columns)[i] - 1;
  SEXP matrix = PROTECT(new_handle(MATRIX));
  manifact_matrix *made = NULL;
  const manifact_status status = manifact_table_matrix(context, table, chosen, count, &made);
  keep(matrix, made);
  UNPROTECT(1);
  return checked_context(status, matrix);
}

/* NA for an empty text, if the column has nulls. */
SEXP r_table_texts(SEXP handle, SEXP column) {
  const manifact_table *table = pointer_of(handle, TABLE);
  const int64_t number = whole(column, "column") - 1, rows = manifact_table_rows(table);
  const char *bytes = NULL;
  const int64_t *ends = NULL;
  int64_t nulls = 0;
  manifact_status status = manifact_table_texts(context, table, number, &bytes, &ends);
  if (status >= 0) status = manifact_table_nulls(context, table, number, &nulls);
  if (status < 0) return checked_context(status, R_NilValue);
  SEXP texts = PROTECT(Rf_allocVector(STRSXP, rows));
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t size = ends[i + 1] - ends[i];
    if (size > INT32_MAX) Rf_error("the text of row %.0f is too long for R", (double)i + 1);
    SET_STRING_ELT(
        texts, i,
        size == 0 && nulls > 0 ? NA_STRING : Rf_mkCharLenCE(bytes + ends[i], (int)size, CE_UTF8));
  }
  UNPROTECT(1);
  return texts;
}

SEXP r_table_numbers(SEXP handle, SEXP column) {
  const manifact_table *table = pointer_of(handle, TABLE);
  const int64_t rows = manifact_table_rows(table);
  SEXP values = PROTECT(Rf_allocVector(REALSXP, rows));
  const manifact_status status =
      manifact_table_numbers(context, table, whole(column, "column") - 1, REAL(values), rows);
  for (int64_t i = 0; status >= 0 && i < rows; ++i)
    if (ISNAN(REAL(values)[i])) REAL(values)[i] = NA_REAL;
  UNPROTECT(1);
  return checked_context(status, values);
}
