/* Manifact with PETSc: the rows of a Mat as documents, labels and memberships in its layout. Since
 * version 0.2.0.
 *
 *   Mat A;                                                        // one row per document
 *   manifact_mpi_context_create(PETSC_COMM_WORLD, &context);
 *   manifact_petsc_matrix(context, A, &X);
 *   manifact_mpi_deal(context, X, 0, &dealt, &places);            // equal work on all ranks
 *   ... manifact_solver_fit(solver, dealt, 20, &model) ...
 *   manifact_petsc_labels(A, model, places, &labels);             // an IS: a label per row of A
 *
 * The functions are compiled with the PETSc of the program, 3.18 or later, which may have indices
 * of 32 or 64 bits and real scalars of single or double precision; the library itself is not linked
 * with PETSc. To use a weighted graph that is in a Mat, call manifact_petsc_matrix() and
 * manifact_mpi_graph_from_matrix(); deal it with the same seed as the documents if they are dealt.
 *
 * All functions are collective on the communicator of the Mat, which must have the ranks of the
 * context, in the same order. They return an error code of PETSc, and no result then. Bad input is
 * an error on all ranks, with the message of the first rank that has it: PETSC_ERR_LIB with that of
 * the context, or the code given below. (The error handler that PETSc installs prints it and may
 * end the processes; PetscReturnErrorHandler() returns it.) Free results with
 * manifact_matrix_free(), ISDestroy() and MatDestroy(), and solvers and the context before
 * PetscFinalize(). */
#ifndef MANIFACT_PETSC_H
#define MANIFACT_PETSC_H

#include <manifact/manifact_mpi.h>
#include <petscmat.h>
#include <petscsf.h>

/* Not part of the interface: these macros, and functions whose names end with "_". */
#if defined(PETSC_USE_COMPLEX)
#error "manifact_petsc.h requires a PETSc with real scalars"
#elif defined(PETSC_USE_REAL_SINGLE)
#define MANIFACT_PETSC_SCALAR MANIFACT_FLOAT
#elif defined(PETSC_USE_REAL_DOUBLE)
#define MANIFACT_PETSC_SCALAR MANIFACT_DOUBLE
#else
#error "manifact_petsc.h requires scalars of single or double precision"
#endif
#if defined(PETSC_USE_64BIT_INDICES)
#define MANIFACT_PETSC_INT MANIFACT_INT64
#else
#define MANIFACT_PETSC_INT MANIFACT_INT32
#endif
#define MANIFACT_PETSC_OK ((PetscErrorCode)0)

#ifdef __cplusplus
extern "C" {
#endif

/* An error on all ranks if `wrong` is true on one, with the message of the first such rank. */
static inline PetscErrorCode manifact_petsc_agree_(MPI_Comm comm, PetscBool wrong,
                                                   PetscErrorCode error, const char *message) {
  PetscMPIInt rank = 0, size = 0, mine = 0, first = 0;
  char text[512] = "";
  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  mine = wrong ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first == size) PetscFunctionReturn(MANIFACT_PETSC_OK);
  if (rank == first) PetscCall(PetscStrncpy(text, message, sizeof text));
  PetscCallMPI(MPI_Bcast(text, sizeof text, MPI_CHAR, first, comm));
  SETERRQ(comm, error, "rank %d: %s", (int)first, text);
}

/* The rows of an assembled matrix on this rank as a MATSEQAIJ with all global columns. */
static inline PetscErrorCode manifact_petsc_own_rows_(Mat A, Mat *own) {
  Mat aij = A;
  PetscBool parallel = PETSC_FALSE, sequential = PETSC_FALSE;
  PetscFunctionBegin;
  PetscCall(PetscObjectBaseTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  PetscCall(PetscObjectBaseTypeCompare((PetscObject)A, MATSEQAIJ, &sequential));
  if (!parallel && !sequential) {
    PetscCall(MatConvert(A, MATAIJ, MAT_INITIAL_MATRIX, &aij));
    PetscCall(PetscObjectBaseTypeCompare((PetscObject)aij, MATMPIAIJ, &parallel));
  }
  if (parallel) {
    PetscCall(MatMPIAIJGetLocalMat(aij, MAT_INITIAL_MATRIX, own));
  } else {
    *own = aij;
    PetscCall(PetscObjectReference((PetscObject)aij));
  }
  if (aij != A) PetscCall(MatDestroy(&aij));
  PetscFunctionReturn(MANIFACT_PETSC_OK);
}

/* The rows of A on this rank, copied. Explicit zeros are kept; types other than MATAIJ are
 * converted to it first. *X is NULL on a rank without rows, as manifact_mpi_deal() accepts it; a
 * fit without dealing needs a row on every rank.
 * Errors: PETSC_ERR_ARG_WRONGSTATE (A is not assembled), PETSC_ERR_LIB. */
static inline PetscErrorCode manifact_petsc_matrix(manifact_context *context, Mat A,
                                                   manifact_matrix **X) {
  MPI_Comm comm = PetscObjectComm((PetscObject)A);
  Mat own = NULL;
  const PetscInt *indptr = NULL, *indices = NULL;
  const PetscScalar *values = NULL;
  const char *message = NULL;
  PetscInt n_rows = 0, n_columns = 0;
  PetscBool done = PETSC_FALSE;
  PetscErrorCode error = MANIFACT_PETSC_OK;
  int status = MANIFACT_OK;
  PetscFunctionBegin;
  *X = NULL;
  PetscCall(MatAssembled(A, &done));
  PetscCheck(done, comm, PETSC_ERR_ARG_WRONGSTATE, "the matrix is not assembled");
  PetscCall(manifact_petsc_own_rows_(A, &own));
  PetscCall(MatGetRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &n_rows, &indptr, &indices, &done));
  PetscCheck(done, comm, PETSC_ERR_SUP, "the matrix does not give its compressed rows");
  PetscCall(MatGetSize(own, NULL, &n_columns));
  PetscCall(MatSeqAIJGetArrayRead(own, &values));
  if (n_rows > 0)
    status = manifact_matrix_create_csr(context, n_rows, n_columns, indptr[n_rows], indptr,
                                        MANIFACT_PETSC_INT, indices, MANIFACT_PETSC_INT, 0, values,
                                        MANIFACT_PETSC_SCALAR, MANIFACT_COPY, NULL, NULL, X);
  PetscCall(MatSeqAIJRestoreArrayRead(own, &values));
  PetscCall(MatRestoreRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &n_rows, &indptr, &indices, &done));
  PetscCall(MatDestroy(&own));
  message = status == MANIFACT_ERROR_BUSY ? "" : manifact_context_message(context);
  if (message == NULL || message[0] == '\0') message = manifact_status_text(status);
  error = manifact_petsc_agree_(comm, (PetscBool)(status < 0), PETSC_ERR_LIB, message);
  if (error) {
    manifact_matrix_free(*X);
    *X = NULL;
  }
  PetscCall(error);
  PetscFunctionReturn(MANIFACT_PETSC_OK);
}

/* Whether documents have places, on any rank; all arguments of the functions below are checked. */
static inline PetscErrorCode manifact_petsc_check_(Mat A, const manifact_model *model,
                                                   const int64_t *places, PetscBool *moved) {
  MPI_Comm comm = PetscObjectComm((PetscObject)A);
  const int64_t n = manifact_model_documents(model);
  int64_t mine[2] = {0, 0}, all[2] = {0, 0};
  PetscInt n_rows = 0, n_all = 0;
  PetscBool outside = PETSC_FALSE;
  PetscFunctionBegin;
  PetscCall(manifact_petsc_agree_(comm, (PetscBool)(n < 0), PETSC_ERR_ARG_NULL, "not a model"));
  PetscCall(MatGetLocalSize(A, &n_rows, NULL));
  PetscCall(MatGetSize(A, &n_all, NULL));
  mine[0] = n;
  mine[1] = places != NULL && n > 0 ? 1 : 0;
  PetscCallMPI(MPI_Allreduce(mine, all, 2, MPI_INT64_T, MPI_SUM, comm));
  *moved = all[1] > 0 ? PETSC_TRUE : PETSC_FALSE;
  PetscCall(manifact_petsc_agree_(
      comm, (PetscBool)(*moved ? all[0] != n_all || (n > 0 && !places) : n != n_rows),
      PETSC_ERR_ARG_SIZ, "the documents of the model are not the rows of the matrix"));
  for (int64_t i = 0; *moved && i < n; ++i)
    if (places[i] < 0 || places[i] >= n_all) outside = PETSC_TRUE;
  PetscCall(manifact_petsc_agree_(comm, outside, PETSC_ERR_ARG_OUTOFRANGE,
                                  "a place is not the number of a row of the matrix"));
  PetscFunctionReturn(MANIFACT_PETSC_OK);
}

/* Entry i of `from`, of document i of this rank, becomes the entry of its row in `to`, which has
 * one for each row of A on the rank. */
static inline PetscErrorCode manifact_petsc_move_(Mat A, const manifact_model *model,
                                                  const int64_t *places, PetscBool moved,
                                                  MPI_Datatype unit, size_t bytes, const void *from,
                                                  void *to) {
  const PetscInt n = (PetscInt)manifact_model_documents(model);
  PetscLayout layout = NULL;
  PetscInt *rows = NULL;
  PetscSF sf = NULL;
  PetscFunctionBegin;
  if (!moved) {
    PetscCall(PetscMemcpy(to, from, bytes * (size_t)n));
    PetscFunctionReturn(MANIFACT_PETSC_OK);
  }
  PetscCall(MatGetLayouts(A, &layout, NULL));
  PetscCall(PetscMalloc1(n, &rows));
  for (PetscInt i = 0; i < n; ++i) rows[i] = (PetscInt)places[i];
  PetscCall(PetscSFCreate(PetscObjectComm((PetscObject)A), &sf));
  PetscCall(PetscSFSetGraphLayout(sf, layout, n, NULL, PETSC_COPY_VALUES, rows));
  PetscCall(PetscSFReduceBegin(sf, unit, from, to, MPI_REPLACE));
  PetscCall(PetscSFReduceEnd(sf, unit, from, to, MPI_REPLACE));
  PetscCall(PetscSFDestroy(&sf));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(MANIFACT_PETSC_OK);
}

/* manifact_model_labels() as an index set: entry i is the label of local row i of A, -1 if its
 * document has none. `places` are those of manifact_mpi_deal(), or NULL on all ranks if the
 * documents of each rank are its rows of A, in order. The model must not have been gathered, which
 * is not detected on a single rank.
 * Errors: PETSC_ERR_ARG_NULL (the model), PETSC_ERR_ARG_SIZ (other documents),
 * PETSC_ERR_ARG_OUTOFRANGE (a place). */
static inline PetscErrorCode manifact_petsc_labels(Mat A, const manifact_model *model,
                                                   const int64_t *places, IS *labels) {
  const int32_t *const from = manifact_model_labels(model);
  PetscBool moved = PETSC_FALSE;
  PetscInt n = 0, n_rows = 0, *own = NULL, *all = NULL;
  PetscFunctionBegin;
  *labels = NULL;
  PetscCall(manifact_petsc_check_(A, model, places, &moved));
  n = (PetscInt)manifact_model_documents(model);
  PetscCall(MatGetLocalSize(A, &n_rows, NULL));
  PetscCall(PetscMalloc1(n, &own));
  PetscCall(PetscMalloc1(n_rows, &all));
  for (PetscInt i = 0; i < n; ++i) own[i] = from[i];
  for (PetscInt i = 0; i < n_rows; ++i) all[i] = -1;
  PetscCall(manifact_petsc_move_(A, model, places, moved, MPIU_INT, sizeof *own, own, all));
  PetscCall(PetscFree(own));
  PetscCall(
      ISCreateGeneral(PetscObjectComm((PetscObject)A), n_rows, all, PETSC_OWN_POINTER, labels));
  PetscFunctionReturn(MANIFACT_PETSC_OK);
}

/* manifact_model_memberships() as a MATDENSE with the row layout of A and a column for each of the
 * k clusters. Arguments and errors as of manifact_petsc_labels(). */
static inline PetscErrorCode manifact_petsc_memberships(Mat A, const manifact_model *model,
                                                        const int64_t *places, Mat *V) {
  const double *const from = manifact_model_memberships(model);
  PetscBool moved = PETSC_FALSE;
  PetscInt k = 0, n_rows = 0, stride = 0;
  size_t size = 0;
  double *all = NULL;
  PetscScalar *values = NULL;
  MPI_Datatype row;
  PetscFunctionBegin;
  *V = NULL;
  PetscCall(manifact_petsc_check_(A, model, places, &moved));
  k = (PetscInt)manifact_model_clusters(model);
  PetscCall(MatGetLocalSize(A, &n_rows, NULL));
  size = (size_t)n_rows * (size_t)k;
  PetscCall(PetscCalloc1(size, &all));
  PetscCallMPI(MPI_Type_contiguous((PetscMPIInt)k, MPI_DOUBLE, &row));
  PetscCallMPI(MPI_Type_commit(&row));
  PetscCall(
      manifact_petsc_move_(A, model, places, moved, row, sizeof *from * (size_t)k, from, all));
  PetscCallMPI(MPI_Type_free(&row));
  PetscCall(MatCreateDense(PetscObjectComm((PetscObject)A), n_rows, PETSC_DECIDE, PETSC_DETERMINE,
                           k, NULL, V));
  PetscCall(MatDenseGetLDA(*V, &stride));
  PetscCall(MatDenseGetArrayWrite(*V, &values));
  for (PetscInt i = 0; i < n_rows; ++i)
    for (PetscInt c = 0; c < k; ++c) values[i + c * stride] = (PetscScalar)all[i * k + c];
  PetscCall(MatDenseRestoreArrayWrite(*V, &values));
  PetscCall(MatAssemblyBegin(*V, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*V, MAT_FINAL_ASSEMBLY));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(MANIFACT_PETSC_OK);
}

#ifdef __cplusplus
}
#endif

#endif
