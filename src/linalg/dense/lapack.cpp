#include "linalg/dense/lapack.hpp"

#include <lapacke.h>

#include <bit>
#include <cstdint>

#include "runtime/error.hpp"

// Of the BLAS, which is in the same library and, unlike LAPACK, prints nothing.
extern "C" double ddot_(const std::int32_t *n, const double *x, const std::int32_t *x_step,
                        const double *y, const std::int32_t *y_step);

namespace manifact {

void require_lapack() {
  if constexpr (sizeof(lapack_int) != 4 || std::endian::native != std::endian::little) return;
  // With 64 bits the number is negative, and the sum empty.
  constexpr std::int32_t one[] = {1, 0}, number[] = {1, -1};
  constexpr double x = 3, y = 5;
  if (ddot_(number, &x, one, &y, one) != x * y)
    fail(Status::numerics,
         "the process has loaded a BLAS with integers of 64 bits in place of the one of the "
         "library: load it by dlopen() without RTLD_GLOBAL, and do not link it");
}

}  // namespace manifact
