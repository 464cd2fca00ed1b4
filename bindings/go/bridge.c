#include "bridge.h"

#include <string.h>

#include "_cgo_export.h"

static int progress(void *user, const char *stage, int64_t done, int64_t total, double objective,
                    double change) {
  return manifactGoProgress((uintptr_t)user, (char *)stage, done, total, objective, change);
}

static int write_bytes(void *user, const void *data, size_t size) {
  return manifactGoWrite((uintptr_t)user, (void *)data, size);
}

manifact_status manifact_go_context_progress(manifact_context *context, uintptr_t handle) {
  return manifact_context_set_progress(context, handle == 0 ? NULL : progress, (void *)handle);
}

manifact_status manifact_go_solver_progress(manifact_solver *solver, uintptr_t handle) {
  return manifact_solver_set_progress(solver, handle == 0 ? NULL : progress, (void *)handle);
}

manifact_status manifact_go_model_write(manifact_context *context, const manifact_model *model,
                                        uintptr_t handle) {
  return manifact_model_write(context, model, write_bytes, (void *)handle);
}

manifact_status manifact_go_create_csr(manifact_context *context, manifact_go_sparse shape,
                                       const char *indptr, const char *indices, const char *values,
                                       manifact_matrix **out) {
  return manifact_matrix_create_csr(context, shape.rows, shape.columns, shape.entries, indptr,
                                    shape.indptr_type, indices, shape.index_type, 0, values,
                                    shape.value_type, MANIFACT_COPY, NULL, NULL, out);
}

manifact_status manifact_go_create_csc(manifact_context *context, manifact_go_sparse shape,
                                       const char *indptr, const char *indices, const char *values,
                                       manifact_matrix **out) {
  return manifact_matrix_create_csc(context, shape.rows, shape.columns, shape.entries, indptr,
                                    shape.indptr_type, indices, shape.index_type, 0, values,
                                    shape.value_type, out);
}

manifact_status manifact_go_create_dense(manifact_context *context, int64_t rows, int64_t columns,
                                         int64_t row_stride, int64_t column_stride,
                                         const char *values, manifact_value_type value_type,
                                         manifact_matrix **out) {
  return manifact_matrix_create_dense(context, rows, columns, row_stride, column_stride, values,
                                      value_type, MANIFACT_COPY, NULL, NULL, out);
}

manifact_status manifact_go_parse(manifact_context *context, const char *data, size_t size,
                                  const char *name, manifact_format format, manifact_matrix **out) {
  return manifact_matrix_parse(context, data, size, name, format, out);
}

manifact_status manifact_go_copy_csr(const manifact_matrix *matrix, int64_t *indptr,
                                     int64_t *indices, double *values, int64_t entries) {
  return manifact_matrix_copy_csr(matrix, indptr, MANIFACT_INT64, indices, MANIFACT_INT64, values,
                                  MANIFACT_DOUBLE, entries);
}

manifact_status manifact_go_load(manifact_context *context, const char *data, size_t size,
                                 manifact_model **out) {
  return manifact_model_load_memory(context, data, size, out);
}

manifact_status manifact_go_update(manifact_context *context, const manifact_model *model,
                                   const manifact_matrix *X, const int64_t *terms,
                                   const char *names, const char *texts, const int64_t *starts,
                                   const int64_t *offsets, int64_t n_columns,
                                   manifact_model **out) {
  const int64_t stride = manifact_matrix_rows(X) + 1;
  const char **name = calloc((size_t)n_columns + 1, sizeof *name);
  const char **bytes = calloc((size_t)n_columns + 1, sizeof *bytes);
  const int64_t **offset = calloc((size_t)n_columns + 1, sizeof *offset);
  manifact_status status = MANIFACT_ERROR_MEMORY;
  if (name != NULL && bytes != NULL && offset != NULL) {
    for (int64_t c = 0; c < n_columns; ++c) {
      name[c] = names;
      names += strlen(names) + 1;
      bytes[c] = texts + starts[c];
      offset[c] = offsets + c * stride;
    }
    status = manifact_model_update(context, model, X, terms, name, bytes, offset, n_columns, out);
  }
  free(name);
  free(bytes);
  free(offset);
  return status;
}
