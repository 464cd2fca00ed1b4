#define MANIFACT_ISA baseline
#define MANIFACT_WIDE 32
#include "linalg/kernels_body.hpp"
