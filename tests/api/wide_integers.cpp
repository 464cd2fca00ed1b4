// A BLAS with integers of 64 bits that is loaded before the one of the library.
#include <bit>
#include <cstring>

#include "support/corpus.hpp"
#include "support/small_problems.hpp"

namespace {
bool is_wide = false;
}

// In place of the one of the BLAS, as the program comes first.
extern "C" double ddot_(const void *n, const double *x, const void *x_step, const double *y,
                        const void *y_step) {
  const auto number = [](const void *bytes) {
    int64_t wide = 0;
    int32_t narrow = 0;
    std::memcpy(&wide, bytes, is_wide ? sizeof wide : 0);
    std::memcpy(&narrow, bytes, sizeof narrow);
    return is_wide ? wide : narrow;
  };
  double sum = 0;
  for (int64_t i = 0; i < number(n); ++i) sum += x[i * number(x_step)] * y[i * number(y_step)];
  return sum;
}

namespace {

TEST(WideIntegers, are_an_error_and_not_a_singular_system) {
  if (std::endian::native == std::endian::big) GTEST_SKIP() << "32 bits are not the first 32 of 64";
  const support::SmallProblem p = support::small_problem(1, support::Kind::counts);
  const support::SmallFit right = support::fit_small("kmeans", p, {}, false);
  EXPECT_GE(right.status, MANIFACT_OK) << right.message;
  is_wide = true;
  const support::SmallFit wrong = support::fit_small("kmeans", p, {}, false);
  is_wide = false;
  EXPECT_EQ(wrong.status, MANIFACT_ERROR_NUMERICS);
  EXPECT_NE(wrong.message.find("integers of 64 bits"), std::string::npos) << wrong.message;
  EXPECT_EQ(support::fit_small("kmeans", p, {}, false).labels, right.labels);
}

}  // namespace
