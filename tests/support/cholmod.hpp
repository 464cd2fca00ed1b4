// Some tests need the sparse factorization, which a build may lack.
#pragma once

#include <gtest/gtest.h>

#include "linalg/sparse/cholesky.hpp"

#define NEEDS_CHOLMOD \
  if (!manifact::Cholesky::available()) GTEST_SKIP() << "this build is without CHOLMOD"
