/* What Go cannot call directly. Callbacks are given the number of a cgo.Handle as their pointer.
   Arrays are passed as bytes: for a void * the runtime would look for pointers in the whole object
   that an array is part of. */
#ifndef MANIFACT_GO_BRIDGE_H
#define MANIFACT_GO_BRIDGE_H

#include <manifact/manifact.h>
#include <stdint.h>
#include <stdlib.h>

/* Sets the progress callback to the Go function of `handle`, or to none for 0. */
manifact_status manifact_go_context_progress(manifact_context *context, uintptr_t handle);
manifact_status manifact_go_solver_progress(manifact_solver *solver, uintptr_t handle);

/* Writes a model to the Go writer of `handle`. */
manifact_status manifact_go_model_write(manifact_context *context, const manifact_model *model,
                                        uintptr_t handle);

/* The arrays of a sparse matrix. */
typedef struct {
  int64_t rows, columns, entries;
  manifact_value_type indptr_type, index_type, value_type;
} manifact_go_sparse;

manifact_status manifact_go_create_csr(manifact_context *context, manifact_go_sparse shape,
                                       const char *indptr, const char *indices, const char *values,
                                       manifact_matrix **out);
manifact_status manifact_go_create_csc(manifact_context *context, manifact_go_sparse shape,
                                       const char *indptr, const char *indices, const char *values,
                                       manifact_matrix **out);
manifact_status manifact_go_create_dense(manifact_context *context, int64_t rows, int64_t columns,
                                         int64_t row_stride, int64_t column_stride,
                                         const char *values, manifact_value_type value_type,
                                         manifact_matrix **out);
manifact_status manifact_go_parse(manifact_context *context, const char *data, size_t size,
                                  const char *name, manifact_format format, manifact_matrix **out);
manifact_status manifact_go_copy_csr(const manifact_matrix *matrix, int64_t *indptr,
                                     int64_t *indices, double *values, int64_t entries);
manifact_status manifact_go_load(manifact_context *context, const char *data, size_t size,
                                 manifact_model **out);

/* As manifact_model_update(), with the texts of column c at texts[starts[c]] and their offsets at
   offsets[c * (rows + 1)]; names end with NUL, one after the other. Arrays of pointers are made
   here, since Go may not give C any memory that holds pointers to its own. */
manifact_status manifact_go_update(manifact_context *context, const manifact_model *model,
                                   const manifact_matrix *X, const int64_t *terms,
                                   const char *names, const char *texts, const int64_t *starts,
                                   const int64_t *offsets, int64_t n_columns, manifact_model **out);

#endif
