#define MANIFACT_ISA avx512
#define MANIFACT_WIDE 64
#include "linalg/kernels_body.hpp"
