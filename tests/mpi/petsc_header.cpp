// The header compiles as C++.
#include <manifact/manifact_petsc.h>

extern "C" const void *const petsc_functions[] = {
    reinterpret_cast<const void *>(manifact_petsc_matrix),
    reinterpret_cast<const void *>(manifact_petsc_labels),
    reinterpret_cast<const void *>(manifact_petsc_memberships)};
