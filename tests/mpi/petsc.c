/* A Mat of PETSc as documents, and SLEPc as a check of the eigensolver.
 *
 * petsc fit FILE METHOD K deal|keep|gather TYPE [NAME=VALUE...] [graph=FILE] fits the rows of a
 * binary matrix, converted to TYPE, dealt or not; document i starts in cluster 7919 i mod K, but
 * "auto" begins by itself. The graph is converted to SBAIJ. The first rank prints the objective,
 * the number of updates and the labels in the order of the file, and the column of the largest
 * membership of each document. "gather" makes an error: the first rank has all documents then.
 *
 * petsc refused FILE prints for each rank the error code of a matrix that the library refuses, and
 * whether there is a result.
 *
 * petsc eigenvalues FILE K prints the K largest eigenvalues of D^-1/2 S D^-1/2. */
#include <manifact/manifact_petsc.h>
#include <slepceps.h>
#include <stdlib.h>
#include <string.h>

#include "support/petsc_file.h"

static PetscErrorCode load_as(const char *type, const char *path, Mat *A) {
  PetscFunctionBeginUser;
  PetscCall(load(path, A));
  PetscCall(MatConvert(*A, type, MAT_INPLACE_MATRIX, A));
  PetscFunctionReturn(0);
}

static PetscErrorCode check(int status, const char *message) {
  PetscFunctionBeginUser;
  PetscCheck(status >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "%s", message);
  PetscFunctionReturn(0);
}

static PetscErrorCode set_start(manifact_solver *solver, Mat A, const int64_t *places, int64_t n,
                                int k) {
  int32_t *start = NULL;
  PetscInt first = 0;
  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, NULL));
  PetscCall(PetscMalloc1(n, &start));
  for (int64_t i = 0; i < n; ++i)
    start[i] = (int32_t)((places != NULL ? places[i] : first + i) * 7919 % k);
  PetscCall(
      check(manifact_solver_set_start_labels(solver, start, n), manifact_solver_message(solver)));
  PetscCall(PetscFree(start));
  PetscFunctionReturn(0);
}

/* An index set of all rows, on the first rank. */
static PetscErrorCode print(IS numbers) {
  IS all;
  const PetscInt *number;
  PetscInt n;
  PetscFunctionBeginUser;
  PetscCall(ISAllGather(numbers, &all));
  PetscCall(ISGetLocalSize(all, &n));
  PetscCall(ISGetIndices(all, &number));
  for (PetscInt i = 0; i < n; ++i) PetscCall(PetscPrintf(PETSC_COMM_WORLD, " %d", (int)number[i]));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "\n"));
  PetscCall(ISRestoreIndices(all, &number));
  PetscCall(ISDestroy(&all));
  PetscFunctionReturn(0);
}

/* The column of the largest entry of each row. */
static PetscErrorCode largest(Mat V, IS *columns) {
  const PetscScalar *values;
  PetscInt n, k, stride, *best;
  PetscFunctionBeginUser;
  PetscCall(MatGetLocalSize(V, &n, NULL));
  PetscCall(MatGetSize(V, NULL, &k));
  PetscCall(MatDenseGetLDA(V, &stride));
  PetscCall(MatDenseGetArrayRead(V, &values));
  PetscCall(PetscMalloc1(n, &best));
  for (PetscInt i = 0; i < n; ++i) {
    best[i] = 0;
    for (PetscInt c = 1; c < k; ++c)
      if (values[i + c * stride] > values[i + best[i] * stride]) best[i] = c;
  }
  PetscCall(ISCreateGeneral(PETSC_COMM_WORLD, n, best, PETSC_OWN_POINTER, columns));
  PetscCall(MatDenseRestoreArrayRead(V, &values));
  PetscFunctionReturn(0);
}

static PetscErrorCode print_model(Mat A, const manifact_model *model, const int64_t *places) {
  IS labels, columns;
  Mat V;
  PetscFunctionBeginUser;
  PetscCall(manifact_petsc_labels(A, model, places, &labels));
  PetscCall(manifact_petsc_memberships(A, model, places, &V));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%.17g %lld", manifact_model_objective(model),
                        (long long)manifact_model_iterations(model)));
  PetscCall(print(labels));
  PetscCall(largest(V, &columns));
  PetscCall(print(columns));
  PetscCall(ISDestroy(&labels));
  PetscCall(ISDestroy(&columns));
  PetscCall(MatDestroy(&V));
  PetscFunctionReturn(0);
}

static PetscErrorCode set_graph(manifact_context *context, manifact_solver *solver,
                                const char *path, PetscBool deal) {
  manifact_matrix *rows, *dealt = NULL;
  manifact_graph *graph;
  int64_t *places = NULL;
  Mat S;
  PetscFunctionBeginUser;
  PetscCall(load(path, &S));
  PetscCall(MatSetOption(S, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatConvert(S, MATSBAIJ, MAT_INPLACE_MATRIX, &S));
  PetscCall(manifact_petsc_matrix(context, S, &rows));
  if (deal)
    PetscCall(check(manifact_mpi_deal(context, rows, 0, &dealt, &places),
                    manifact_context_message(context)));
  PetscCall(check(manifact_mpi_graph_from_matrix(context, deal ? dealt : rows, NULL, 0,
                                                 MANIFACT_RULE_SYMMETRIC, &graph),
                  manifact_context_message(context)));
  PetscCall(check(manifact_solver_set_graph(solver, graph), manifact_solver_message(solver)));
  manifact_graph_free(graph);
  manifact_matrix_free(rows);
  manifact_matrix_free(dealt);
  manifact_mpi_places_free(places);
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(0);
}

static PetscErrorCode fit(int count, char **words) {
  const int k = atoi(words[2]);
  manifact_context *context;
  manifact_matrix *X, *dealt = NULL;
  manifact_solver *solver;
  manifact_model *model;
  int64_t *places = NULL, n;
  Mat A;
  PetscFunctionBeginUser;
  PetscCall(load_as(words[4], words[0], &A));
  PetscCall(check(manifact_mpi_context_create(PETSC_COMM_WORLD, &context), "context"));
  PetscCall(manifact_petsc_matrix(context, A, &X));
  if (strcmp(words[3], "keep") != 0)
    PetscCall(check(manifact_mpi_deal(context, X, 0, &dealt, &places),
                    manifact_context_message(context)));
  n = manifact_matrix_rows(places != NULL ? dealt : X);
  PetscCall(
      check(manifact_solver_create(context, words[1], &solver), manifact_context_message(context)));
  for (int i = 5; i < count; ++i) {
    char *const equals = strchr(words[i], '=');
    *equals = '\0';
    if (strcmp(words[i], "graph") == 0)
      PetscCall(set_graph(context, solver, equals + 1, (PetscBool)(places != NULL)));
    else
      PetscCall(check(manifact_solver_set_text(solver, words[i], equals + 1),
                      manifact_solver_message(solver)));
  }
  if (strcmp(words[1], "auto") != 0) PetscCall(set_start(solver, A, places, n, k));
  PetscCall(check(manifact_solver_fit(solver, places != NULL ? dealt : X, k, &model),
                  manifact_solver_message(solver)));
  if (strcmp(words[3], "gather") == 0)
    PetscCall(check(manifact_mpi_gather(context, model, places, n, 0),
                    manifact_context_message(context)));
  PetscCall(print_model(A, model, places));
  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_matrix_free(dealt);
  manifact_mpi_places_free(places);
  manifact_context_free(context);
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(0);
}

static PetscErrorCode refused(const char *path) {
  manifact_context *context;
  manifact_matrix *X;
  PetscErrorCode error;
  Mat A;
  PetscFunctionBeginUser;
  PetscCall(load(path, &A));
  PetscCall(check(manifact_mpi_context_create(PETSC_COMM_WORLD, &context), "context"));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  error = manifact_petsc_matrix(context, A, &X);
  PetscCall(PetscPopErrorHandler());
  PetscCall(PetscSynchronizedPrintf(PETSC_COMM_WORLD, "%d %s\n", (int)error, X ? "X" : "NULL"));
  PetscCall(PetscSynchronizedFlush(PETSC_COMM_WORLD, PETSC_STDOUT));
  manifact_context_free(context);
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(0);
}

static PetscErrorCode eigenvalues(const char *path, PetscInt k) {
  Mat S;
  Vec degrees;
  EPS solver;
  PetscFunctionBeginUser;
  PetscCall(load(path, &S));
  PetscCall(MatCreateVecs(S, NULL, &degrees));
  PetscCall(MatGetRowSum(S, degrees));
  PetscCall(VecSqrtAbs(degrees));
  PetscCall(VecReciprocal(degrees));
  PetscCall(MatDiagonalScale(S, degrees, degrees));
  PetscCall(EPSCreate(PETSC_COMM_WORLD, &solver));
  PetscCall(EPSSetOperators(solver, S, NULL));
  PetscCall(EPSSetProblemType(solver, EPS_HEP));
  PetscCall(EPSSetWhichEigenpairs(solver, EPS_LARGEST_REAL));
  PetscCall(EPSSetDimensions(solver, k, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(solver, 1e-12, PETSC_DEFAULT));
  PetscCall(EPSSolve(solver));
  for (PetscInt i = 0; i < k; ++i) {
    PetscScalar value;
    PetscCall(EPSGetEigenvalue(solver, i, &value, NULL));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%.17g\n", (double)value));
  }
  PetscCall(EPSDestroy(&solver));
  PetscCall(VecDestroy(&degrees));
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv) {
  PetscCall(SlepcInitialize(&argc, &argv, NULL, NULL));
  if (argc >= 7 && strcmp(argv[1], "fit") == 0)
    PetscCall(fit(argc - 2, argv + 2));
  else if (argc == 3 && strcmp(argv[1], "refused") == 0)
    PetscCall(refused(argv[2]));
  else if (argc == 4 && strcmp(argv[1], "eigenvalues") == 0)
    PetscCall(eigenvalues(argv[2], atoi(argv[3])));
  else
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "unknown arguments");
  PetscCall(SlepcFinalize());
  return 0;
}
