// text/weighting: features scaled to one range, or to mean 0 and deviation 1.
#include <limits>

#include "support/expect_error.hpp"
#include "support/weighting_fixture.hpp"

namespace manifact {
namespace {

class FeatureScaling : public WeightingFixture {
 protected:
  FeatureWeights learned(const Matrix &X, Scaling scaling, Weighting weighting = Weighting::none) {
    return WeightingFixture::learned(X, {weighting, scaling});
  }
  Plain scaled(const Plain &A, Scaling scaling) {
    const auto X = dense(A);
    return applied(*X, learned(*X, scaling));
  }
};

Plain table(std::int64_t columns, std::vector<double> values) {
  Plain A(static_cast<std::int64_t>(values.size()) / columns, columns);
  A.values = std::move(values);
  return A;
}

const Plain some = table(4, {0, 3, -2, 7, 2, 3, 0, 7, 8, 3, 0, 5, 4, 3, 6, 9});

TEST_F(FeatureScaling, min_max_by_hand) {
  EXPECT_EQ(scaled(some, Scaling::min_max).values,
            (std::vector<double>{0, 0, 0, 0.5, 0.25, 0, 0.25, 0.5, 1, 0, 0.25, 0, 0.5, 0, 1, 1}));
}

TEST_F(FeatureScaling, z_scores_have_mean_zero_and_deviation_one) {
  const Plain Z = scaled(some, Scaling::z_score);
  EXPECT_NEAR(Z(0, 0), -3.5 / std::sqrt(8.75),
              1e-15);  // (0 2 8 4): mean 3.5, mean square 8.75 about it
  for (std::int64_t j = 0; j < some.columns; ++j) {
    double sum = 0, square = 0;
    for (std::int64_t i = 0; i < some.rows; ++i) sum += Z(i, j), square += Z(i, j) * Z(i, j);
    EXPECT_NEAR(sum, 0, 1e-14) << j;
    EXPECT_NEAR(square, j == 1 ? 0 : 4, 1e-14) << j;
  }
}

TEST_F(FeatureScaling, a_feature_of_one_value_becomes_zero) {
  const Plain same = table(2, {0.1, 1, 0.1, 2, 0.1, 4});  // three times 0.1 is no mean of 0.1
  const Plain fresh = table(2, {5.1, 1});
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score}) {
    const FeatureWeights weights = learned(*dense(same), scaling);
    const Plain old_rows = applied(*dense(same), weights);
    for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(old_rows(i, 0), 0);
    EXPECT_EQ(applied(*dense(fresh), weights)(0, 0), scaling == Scaling::min_max ? 0 : 5.1 - 0.1)
        << "of new documents";
  }
}

// 0.3 computed in three ways, and a number whose rounding error exceeds 1.
TEST_F(FeatureScaling, a_feature_of_one_value_but_for_rounding_is_one_too) {
  const double most = 1e17;
  const Plain same = table(3, {0.3, most, 1, 0.1 + 0.2, most + 16, 2, 0.1 * 3, most, 4}),
              off = table(3, {0.3, most, 1, 0.3 + 1e-12, most, 2, 0.3, most * (1 + 1e-12), 4});
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score}) {
    const Plain Y = scaled(same, scaling), Z = scaled(off, scaling);
    for (std::int64_t i = 0; i < 3; ++i)
      for (const std::int64_t j : {0, 1}) EXPECT_NEAR(Y(i, j), 0, 1e-14) << i << " " << j;
    EXPECT_GT(Z(1, 0) - Z(0, 0), 0.9) << "more than rounding";
    EXPECT_GT(Z(2, 1) - Z(0, 1), 0.9);
  }
}

TEST_F(FeatureScaling, values_near_each_other_and_far_from_zero_have_their_mean) {
  const Plain far = table(1, {1.7e9, 1.7e9 + 1, 1.7e9 + 2}), near = table(1, {0, 1, 2});
  EXPECT_EQ(scaled(far, Scaling::z_score), scaled(near, Scaling::z_score));
}

TEST_F(FeatureScaling, sparse_and_dense_are_one) {
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score})
    EXPECT_EQ(applied(*sparse(some), learned(*sparse(some), scaling)),
              applied(*dense(some), learned(*dense(some), scaling)));
}

TEST_F(FeatureScaling, zeros_that_stay_zeros_are_not_stored) {
  const Plain counts = table(3, {0, 3, 0, 2, 1, 0, 0, 0, 0, 5, 2, 0});
  const auto X = sparse(counts);
  EXPECT_EQ(weighted_rows<double>(*X, learned(*X, Scaling::min_max), host_.run).entries(),
            X->entries());
  EXPECT_EQ(weighted_rows<double>(*X, learned(*X, Scaling::z_score), host_.run).entries(), 8)
      << "two features of four documents, and one of zeros";
}

TEST_F(FeatureScaling, is_applied_after_the_weighting) {
  const Plain counts = table(3, {0, 3, 1, 2, 1, 1, 0, 0, 1, 5, 2, 1});
  const auto X = sparse(counts);
  const Plain weighted = applied(*X, learned(*X, Scaling::none, Weighting::log_tfidf));
  EXPECT_EQ(applied(*X, learned(*X, Scaling::min_max, Weighting::log_tfidf)),
            scaled(weighted, Scaling::min_max));
}

TEST_F(FeatureScaling, new_documents_are_scaled_as_the_old_ones) {
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score}) {
    const FeatureWeights weights = learned(*dense(some), scaling);
    const Plain old_rows = applied(*dense(some), weights),
                fresh = applied(*dense(table(4, {8, 3, 0, 5, 16, 3, -10, 7})), weights);
    for (std::int64_t j = 0; j < 4; ++j) EXPECT_EQ(fresh(0, j), old_rows(2, j));
    if (scaling == Scaling::z_score) continue;
    EXPECT_EQ(fresh(1, 0), 2) << "beyond what the old ones had";
    EXPECT_EQ(fresh(1, 2), -1);
  }
}

TEST_F(FeatureScaling, the_unit_of_a_feature_does_not_matter) {
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score})
    for (const double unit : {0x1p-1000, 0x1p-40, 0x1p900})
      EXPECT_EQ(scaled(unit * some, scaling), scaled(some, scaling)) << unit;
}

TEST_F(FeatureScaling, what_spans_more_than_a_double_holds_is_refused) {
  const double most = std::numeric_limits<double>::max();
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score})
    expect_error(Status::value, "column 1 ranges from -1.79769e+308 to 1.79769e+308", [&] {
      learned(*dense(table(2, {1, most, 2, -most})), scaling);
    });
}

TEST_F(FeatureScaling, sparse_documents_that_fill_up_are_counted_first) {
  const auto X = sparse(some);
  const FeatureWeights moved = learned(*X, Scaling::z_score),
                       kept = learned(*X, Scaling::unit_rows);
  expect_error(Status::budget,
               "scaling=z-score makes the zeros in 4 features of 4 sparse documents nonzero, which "
               "needs 192 bytes, more than the memory-budget of 191",
               [&] { check_scaled_budget(*X, moved, 191); });
  check_scaled_budget(*X, moved, 192);
  check_scaled_budget(*X, kept, 0);
  check_scaled_budget(*dense(some), learned(*dense(some), Scaling::z_score), 0);
  Csr<double> many(host_.memory, 50'000'000, 4, 0);
  expect_error(Status::budget, "more than 2 GiB: use fewer documents at once",
               [&] { check_scaled_budget(*matrix_from_parts(std::move(many)), moved); });
}

}  // namespace
}  // namespace manifact
