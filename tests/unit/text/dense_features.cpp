// text/dense_features: the ratio of the standard deviations, and which data are measurements.
#include "text/dense_features.hpp"

#include <limits>

#include "support/weighting_fixture.hpp"

namespace manifact {
namespace {

class Scales : public WeightingFixture {
 protected:
  FeatureScales of(std::int64_t columns, std::vector<double> values) {
    Plain A(static_cast<std::int64_t>(values.size()) / columns, columns);
    A.values = std::move(values);
    return feature_scales(*dense(A), host_.run);
  }
};

TEST_F(Scales, the_largest_deviation_over_the_median_one) {
  // Deviations 0.5, 1, 50; the second of three is the median.
  EXPECT_DOUBLE_EQ(of(3, {0, 3, 100.5, 1, 5, 200.5}).ratio, 50);
  EXPECT_DOUBLE_EQ(of(4, {7, 0, 3, 100, 7, 1, 5, 200}).ratio, 50)
      << "constant features do not count";
  EXPECT_EQ(of(2, {1, 2, 1, 2}).ratio, 1) << "nothing varies";
}

TEST_F(Scales, a_large_mean_does_not_cancel) {
  EXPECT_NEAR(of(3, {1e9, 0, 0, 1e9 + 2, 2, 2, 1e9 + 4, 4, 4}).ratio, 1, 1e-12);
}

TEST_F(Scales, values_out_of_range_have_no_ratio) { EXPECT_EQ(of(2, {0, 0, 1e300, 1}).ratio, 1); }

TEST_F(Scales, measurements_are_neither_signed_nor_whole) {
  EXPECT_TRUE(of(2, {0.5, 0, 1000, 1}).measurements);
  EXPECT_FALSE(of(2, {0, 0, 1000, 1}).measurements);
  EXPECT_FALSE(of(2, {-0.5, 0, 1000, 1}).measurements);
  EXPECT_TRUE(of(3, {0.5, 0, 0, 1000, 1, 1}).unlike_units());
  EXPECT_FALSE(of(3, {0.5, 0, 0, 15, 1, 1}).unlike_units());
  EXPECT_TRUE(of(3, {-0.5, 0, 0, 1000, 1, 1}).worth_a_warning());
}

}  // namespace
}  // namespace manifact
