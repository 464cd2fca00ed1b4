/* A binary matrix of PETSc, read by MatLoad() and by manifact_mpi_read():
 * mpirun -np P bench-petsc-read FILE [REPEATS]
 * Prints the least wall-clock seconds of MatLoad(), of manifact_petsc_matrix(), of
 * manifact_mpi_deal(), and of manifact_mpi_read(), which deals as well. */
#include <manifact/manifact_petsc.h>
#include <stdlib.h>

#include "support/petsc_file.h"

enum { steps = 4 };

static PetscErrorCode check(manifact_context *context, int status) {
  PetscFunctionBeginUser;
  PetscCheck(status >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "%s", manifact_context_message(context));
  PetscFunctionReturn(0);
}

static double now(void) {
  MPI_Barrier(PETSC_COMM_WORLD);
  return MPI_Wtime();
}

static PetscErrorCode measure(manifact_context *context, const char *path, double *least) {
  manifact_matrix *X, *dealt, *read;
  int64_t *places;
  double times[steps + 1];
  Mat A;
  PetscFunctionBeginUser;
  times[0] = now();
  PetscCall(load(path, &A));
  times[1] = now();
  PetscCall(manifact_petsc_matrix(context, A, &X));
  times[2] = now();
  PetscCall(check(context, manifact_mpi_deal(context, X, 0, &dealt, &places)));
  manifact_mpi_places_free(places);
  times[3] = now();
  PetscCall(check(context, manifact_mpi_read(context, path, 0, &read, &places)));
  manifact_mpi_places_free(places);
  times[4] = now();
  for (int s = 0; s < steps; ++s) least[s] = PetscMin(least[s], times[s + 1] - times[s]);
  manifact_matrix_free(X);
  manifact_matrix_free(dealt);
  manifact_matrix_free(read);
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv) {
  manifact_context *context;
  double least[steps] = {1e300, 1e300, 1e300, 1e300};
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCheck(argc >= 2, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "no file");
  PetscCheck(manifact_mpi_context_create(PETSC_COMM_WORLD, &context) == MANIFACT_OK,
             PETSC_COMM_SELF, PETSC_ERR_LIB, "no context");
  for (int r = 0; r < (argc > 2 ? atoi(argv[2]) : 5); ++r)
    PetscCall(measure(context, argv[1], least));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                        "MatLoad %.3f s, to rows %.3f s, deal %.3f s; read %.3f s\n", least[0],
                        least[1], least[2], least[3]));
  manifact_context_free(context);
  PetscCall(PetscFinalize());
  return 0;
}
