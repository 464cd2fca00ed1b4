#define MANIFACT_ISA baseline
#define MANIFACT_WIDE 32
#include "linalg/simd/distances_body.hpp"
