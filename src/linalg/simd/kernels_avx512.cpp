#define MANIFACT_ISA avx512
#define MANIFACT_WIDE 64
#include "linalg/simd/kernels_body.hpp"
