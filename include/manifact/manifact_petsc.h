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
 * with PETSc. A weighted graph in a Mat becomes the graph of a fit by manifact_petsc_matrix() and
 * manifact_mpi_graph_from_matrix(); deal it with the seed of the documents if they are dealt.
 *
 * All functions are collective on the communicator of the Mat, which must have the ranks of the
 * context, in the same order. They return an error code of PETSc, on all ranks if one fails:
 * PETSC_ERR_LIB with the message of the context, or PETSC_ERR_ARG_SIZ. Free a result with
 * manifact_matrix_free(), ISDestroy() and MatDestroy(). */
#ifndef MANIFACT_PETSC_H
#define MANIFACT_PETSC_H

#include <manifact/manifact_mpi.h>
#include <petscmat.h>
#include <petscsf.h>
#include <string.h>

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

#ifdef __cplusplus
extern "C" {
#endif

/* An error on all ranks if `wrong` is true on one, with the message of the first such rank. */
static inline PetscErrorCode manifact_petsc_agree(MPI_Comm comm, PetscBool wrong,
                                                  PetscErrorCode error, const char *message) {
  PetscMPIInt rank = 0, size = 0, mine = 0, first = 0;
  char text[512] = "";
  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  mine = wrong ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first == size) PetscFunctionReturn(0);
  if (rank == first) PetscCall(PetscStrncpy(text, message, sizeof text));
  PetscCallMPI(MPI_Bcast(text, sizeof text, MPI_CHAR, first, comm));
  SETERRQ(comm, error, "rank %d: %s", (int)first, text);
}

/* The rows of A on this rank, copied; NULL on a rank without rows, as manifact_mpi_deal() accepts
 * it. Types other than MATAIJ are converted to it first. Explicit zeros are kept. */
static inline PetscErrorCode manifact_petsc_matrix(manifact_context *context, Mat A,
                                                   manifact_matrix **X) {
  MPI_Comm comm = PetscObjectComm((PetscObject)A);
  Mat aij = A, own = NULL;
  const PetscInt *indptr = NULL, *indices = NULL;
  const PetscScalar *values = NULL;
  PetscInt n_rows = 0, n_columns = 0;
  PetscBool parallel = PETSC_FALSE, sequential = PETSC_FALSE, done = PETSC_FALSE;
  int status = MANIFACT_OK;
  PetscFunctionBegin;
  *X = NULL;
  PetscCall(PetscObjectBaseTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  PetscCall(PetscObjectBaseTypeCompare((PetscObject)A, MATSEQAIJ, &sequential));
  if (!parallel && !sequential) {
    PetscCall(MatConvert(A, MATAIJ, MAT_INITIAL_MATRIX, &aij));
    PetscCall(PetscObjectBaseTypeCompare((PetscObject)aij, MATMPIAIJ, &parallel));
  }
  if (parallel) {
    PetscCall(MatMPIAIJGetLocalMat(aij, MAT_INITIAL_MATRIX, &own));
  } else {
    own = aij;
    PetscCall(PetscObjectReference((PetscObject)own));
  }
  PetscCall(MatGetRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &n_rows, &indptr, &indices, &done));
  PetscCall(manifact_petsc_agree(comm, (PetscBool)!done, PETSC_ERR_SUP, "no rows in CSR"));
  PetscCall(MatGetSize(own, NULL, &n_columns));
  PetscCall(MatSeqAIJGetArrayRead(own, &values));
  if (n_rows > 0)
    status = manifact_matrix_create_csr(context, n_rows, n_columns, indptr[n_rows], indptr,
                                        MANIFACT_PETSC_INT, indices, MANIFACT_PETSC_INT, 0, values,
                                        MANIFACT_PETSC_SCALAR, MANIFACT_COPY, NULL, NULL, X);
  PetscCall(MatSeqAIJRestoreArrayRead(own, &values));
  PetscCall(MatRestoreRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &n_rows, &indptr, &indices, &done));
  PetscCall(MatDestroy(&own));
  if (aij != A) PetscCall(MatDestroy(&aij));
  PetscCall(manifact_petsc_agree(comm, (PetscBool)(status < 0), PETSC_ERR_LIB,
                                 manifact_context_message(context)));
  PetscFunctionReturn(0);
}

/* from[i] of the document i of this rank becomes the entry of its row of A in `to`, which has an
 * entry for each row of A on the rank. */
static inline PetscErrorCode manifact_petsc_move(Mat A, const manifact_model *model,
                                                 const int64_t *places, MPI_Datatype unit,
                                                 size_t bytes, const void *from, void *to) {
  MPI_Comm comm = PetscObjectComm((PetscObject)A);
  const PetscInt n = (PetscInt)manifact_model_documents(model);
  PetscInt n_rows = 0, mine[2] = {0, 0}, all[2] = {0, 0};
  PetscLayout layout = NULL;
  PetscInt *rows = NULL;
  PetscSF sf = NULL;
  PetscFunctionBegin;
  PetscCall(MatGetLayouts(A, &layout, NULL));
  PetscCall(MatGetLocalSize(A, &n_rows, NULL));
  mine[0] = n;
  mine[1] = places != NULL && n > 0 ? 1 : 0;
  PetscCallMPI(MPI_Allreduce(mine, all, 2, MPIU_INT, MPI_SUM, comm));
  PetscCall(manifact_petsc_agree(comm, (PetscBool)(all[1] == 0 && n != n_rows), PETSC_ERR_ARG_SIZ,
                                 "the model has other documents than A has rows"));
  if (all[1] == 0) {
    memcpy(to, from, bytes * (size_t)n);
    PetscFunctionReturn(0);
  }
  PetscCall(MatGetSize(A, &n_rows, NULL));
  PetscCall(manifact_petsc_agree(comm, (PetscBool)(all[0] != n_rows || (n > 0 && !places)),
                                 PETSC_ERR_ARG_SIZ,
                                 "the models have other documents than A has rows"));
  PetscCall(PetscMalloc1(n, &rows));
  for (PetscInt i = 0; i < n; ++i) rows[i] = (PetscInt)places[i];
  PetscCall(PetscSFCreate(comm, &sf));
  PetscCall(PetscSFSetGraphLayout(sf, layout, n, NULL, PETSC_COPY_VALUES, rows));
  PetscCall(PetscSFReduceBegin(sf, unit, from, to, MPI_REPLACE));
  PetscCall(PetscSFReduceEnd(sf, unit, from, to, MPI_REPLACE));
  PetscCall(PetscSFDestroy(&sf));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(0);
}

/* manifact_model_labels() as an index set: entry i is the label of row i of A on this rank, or -1.
 * `places` are those of manifact_mpi_deal(), or NULL on all ranks if the documents of each rank are
 * its rows of A, in order. The model must not have been gathered. */
static inline PetscErrorCode manifact_petsc_labels(Mat A, const manifact_model *model,
                                                   const int64_t *places, IS *labels) {
  const PetscInt n = (PetscInt)manifact_model_documents(model);
  const int32_t *const from = manifact_model_labels(model);
  PetscInt n_rows = 0, *own = NULL, *moved = NULL;
  PetscFunctionBegin;
  *labels = NULL;
  PetscCall(MatGetLocalSize(A, &n_rows, NULL));
  PetscCall(PetscMalloc2(n, &own, n_rows, &moved));
  for (PetscInt i = 0; i < n; ++i) own[i] = from[i];
  PetscCall(manifact_petsc_move(A, model, places, MPIU_INT, sizeof *own, own, moved));
  PetscCall(
      ISCreateGeneral(PetscObjectComm((PetscObject)A), n_rows, moved, PETSC_COPY_VALUES, labels));
  PetscCall(PetscFree2(own, moved));
  PetscFunctionReturn(0);
}

/* manifact_model_memberships() as a MATDENSE with the row layout of A and k columns. `places` and
 * `model` as in manifact_petsc_labels(). */
static inline PetscErrorCode manifact_petsc_memberships(Mat A, const manifact_model *model,
                                                        const int64_t *places, Mat *V) {
  const PetscInt k = (PetscInt)manifact_model_clusters(model);
  const double *const from = manifact_model_memberships(model);
  PetscInt n_rows = 0, stride = 0;
  double *moved = NULL;
  PetscScalar *values = NULL;
  MPI_Datatype row;
  PetscFunctionBegin;
  *V = NULL;
  PetscCall(MatGetLocalSize(A, &n_rows, NULL));
  PetscCall(PetscMalloc1(n_rows * k, &moved));
  PetscCallMPI(MPI_Type_contiguous((PetscMPIInt)k, MPI_DOUBLE, &row));
  PetscCallMPI(MPI_Type_commit(&row));
  PetscCall(manifact_petsc_move(A, model, places, row, sizeof *from * (size_t)k, from, moved));
  PetscCallMPI(MPI_Type_free(&row));
  PetscCall(MatCreateDense(PetscObjectComm((PetscObject)A), n_rows, PETSC_DECIDE, PETSC_DETERMINE,
                           k, NULL, V));
  PetscCall(MatDenseGetLDA(*V, &stride));
  PetscCall(MatDenseGetArrayWrite(*V, &values));
  for (PetscInt i = 0; i < n_rows; ++i)
    for (PetscInt c = 0; c < k; ++c) values[i + c * stride] = (PetscScalar)moved[i * k + c];
  PetscCall(MatDenseRestoreArrayWrite(*V, &values));
  PetscCall(MatAssemblyBegin(*V, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*V, MAT_FINAL_ASSEMBLY));
  PetscCall(PetscFree(moved));
  PetscFunctionReturn(0);
}

#ifdef __cplusplus
}
#endif

#endif
