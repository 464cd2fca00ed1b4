#define MANIFACT_ISA avx2
#define MANIFACT_WIDE 32
#include "linalg/simd/distances_body.hpp"
