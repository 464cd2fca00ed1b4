// linalg/dense/range: the power of two that brings numbers near 1.
#include "linalg/dense/range.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace manifact {
namespace {

using Limits = std::numeric_limits<double>;

TEST(Range, the_largest_magnitude_is_brought_to_one_or_a_little_more) {
  for (const double most : {1.0, 1.5, 3e-7, 4e9, 1e300, 1e-300, Limits::max(), Limits::min()}) {
    const double scaled = std::ldexp(most, exponent_to_one(most));
    EXPECT_GE(scaled, 1) << most;
    EXPECT_LT(scaled, 2) << most;
  }
  EXPECT_EQ(std::ldexp(Limits::denorm_min(), exponent_to_one(Limits::denorm_min())), 1);
}

TEST(Range, numbers_without_a_power_of_two_stay) {
  EXPECT_EQ(exponent_to_one(0), 0);
  EXPECT_EQ(exponent_to_one(Limits::infinity()), 0);
  EXPECT_EQ(exponent_to_one(Limits::quiet_NaN()), 0);
}

}  // namespace
}  // namespace manifact
