/* Reads a binary matrix as MATAIJ. */
#ifndef PETSC_FILE_H
#define PETSC_FILE_H

#include <petscmat.h>

static inline PetscErrorCode load(const char *path, Mat *A) {
  PetscViewer file;
  PetscFunctionBeginUser;
  PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, path, FILE_MODE_READ, &file));
  PetscCall(MatCreate(PETSC_COMM_WORLD, A));
  PetscCall(MatSetType(*A, MATAIJ));
  PetscCall(MatLoad(*A, file));
  PetscCall(PetscViewerDestroy(&file));
  PetscFunctionReturn(0);
}

#endif
