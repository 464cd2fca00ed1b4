#define MANIFACT_ISA avx512
#define MANIFACT_WIDE 64
#include "linalg/simd/distances_body.hpp"
