// text/weighting: the formulas by hand, the decision of `auto`, the limits of document frequency,
// values near the limits of double.
#include <string_view>

#include "io/reader.hpp"
#include "support/expect_error.hpp"
#include "support/weighting_fixture.hpp"

namespace manifact {
namespace {

class Weights : public WeightingFixture {
 protected:
  Plain weighted(const Matrix &X, const WeightingRequest &request) {
    return applied(X, learned(X, request));
  }
};

// Whole numbers; feature j is in the first df_j of n documents.
Plain counts_of(std::int64_t n, const std::vector<std::int64_t> &df) {
  Plain A(n, static_cast<std::int64_t>(df.size()));
  for (std::int64_t j = 0; j < A.columns; ++j)
    for (std::int64_t i = 0; i < df[static_cast<std::size_t>(j)]; ++i)
      A(i, j) = static_cast<double>(1 + (i + j) % 4);
  return A;
}

std::int64_t kept(const FeatureWeights &weights) {
  std::int64_t count = 0;
  for (const double idf : weights.idf) count += idf > 0 ? 1 : 0;
  return count;
}

const Plain counts =
    from_rows({{2, 0, 1, 3, 0}, {0, 1, 1, 0, 0}, {1, 0, 4, 0, 0}, {0, 0, 1, 2, 0}});
const double ln2 = std::log(2.0), ln4 = std::log(4.0);

TEST_F(Weights, tfidf_by_hand) {
  const Plain right = from_rows(
      {{2 * ln2, 0, 0, 3 * ln2, 0}, {0, ln4, 0, 0, 0}, {ln2, 0, 0, 0, 0}, {0, 0, 0, 2 * ln2, 0}});
  const auto X = sparse(counts);
  EXPECT_LT(relative_error(weighted(*X, {Weighting::tfidf, Scaling::none}), right), 1e-15);
  EXPECT_EQ(weighted_rows<double>(*X, learned(*X, {Weighting::tfidf, Scaling::none}), host_.run)
                .entries(),
            5)
      << "weights of zero are left out";
}

TEST_F(Weights, log_tfidf_by_hand) {
  const double two = 1 + std::log(2.0), three = 1 + std::log(3.0);
  const Plain right = from_rows({{two * ln2, 0, 0, three * ln2, 0},
                                 {0, ln4, 0, 0, 0},
                                 {ln2, 0, 0, 0, 0},
                                 {0, 0, 0, two * ln2, 0}});
  EXPECT_LT(relative_error(weighted(*sparse(counts), {Weighting::log_tfidf, Scaling::none}), right),
            1e-15);
}

TEST_F(Weights, log_tfidf_of_fractions_is_never_negative) {
  const Plain weights = weighted(*sparse(from_rows({{0.1, 0.9}, {0, 2}, {0, 0}})),
                                 {Weighting::log_tfidf, Scaling::none});
  EXPECT_EQ(weights(0, 0), 0) << "1 + ln 0.1 < 0";
  EXPECT_NEAR(weights(0, 1), (1 + std::log(0.9)) * std::log(1.5), 1e-15);
}

TEST_F(Weights, unit_rows_have_length_one) {
  const Plain weights = weighted(*sparse(counts), {Weighting::tfidf, Scaling::unit_rows});
  EXPECT_NEAR(weights(0, 0), 2 / std::sqrt(13.0), 1e-15);
  EXPECT_NEAR(weights(0, 3), 3 / std::sqrt(13.0), 1e-15);
  const Plain signs = weighted(*sparse(from_rows({{3, -4}, {-2, 0}, {0, 0}})),
                               {Weighting::none, Scaling::unit_rows});
  EXPECT_LT(relative_error(signs, from_rows({{0.6, -0.8}, {-1, 0}, {0, 0}})), 1e-15);
}

TEST_F(Weights, sparse_whole_numbers_are_taken_for_counts) {
  const FeatureWeights weights = learned(*sparse(counts));
  EXPECT_EQ(weights.weighting, Weighting::tfidf);
  EXPECT_TRUE(weights.unit_rows());
  ASSERT_EQ(weights.idf.size(), 5);
  EXPECT_EQ(listed(weights.idf), (std::vector<double>{ln2, ln4, 0, ln2, 0}));
}

TEST_F(Weights, sparse_reals_and_negative_numbers_are_not_weighted) {
  for (const double other : {0.5, -1.0}) {
    Plain A = counts;
    A(3, 3) = other;
    const FeatureWeights weights = learned(*sparse(A));
    EXPECT_EQ(weights.weighting, Weighting::none) << other;
    EXPECT_TRUE(weights.unit_rows()) << other;
    EXPECT_TRUE(weights.idf.empty());
  }
}

TEST_F(Weights, dense_numbers_are_used_as_they_are) {
  const auto X = dense(counts);
  EXPECT_EQ(applied(*X, learned(*X)), counts);
  const Plain asked = weighted(*X, {Weighting::tfidf, Scaling::unit_rows});
  EXPECT_LT(
      relative_error(asked, weighted(*sparse(counts), {Weighting::tfidf, Scaling::unit_rows})),
      1e-15)
      << "unless asked for";
}

TEST_F(Weights, dense_counts_are_weighted_in_place_and_logarithms_are_copied) {
  const auto S = sparse(counts), D = dense(counts);
  for (const Weighting weighting : {Weighting::tfidf, Weighting::log_tfidf})
    for (const Scaling scaling :
         {Scaling::none, Scaling::unit_rows, Scaling::min_max, Scaling::z_score}) {
      WeightingRequest request{weighting, scaling};
      request.min_df = 2;
      const FeatureWeights weights = learned(*D, request);
      const WeightedData<double> data = weighted_data<double>(*D, weights, host_.run);
      EXPECT_EQ(data.dense.rows.reals == D->reals, weighting == Weighting::tfidf);
      Plain read(counts.rows, counts.columns);
      for (std::int64_t i = 0; i < read.rows; ++i)
        for (std::int64_t j = 0; j < read.columns; ++j) read(i, j) = data.dense.rows.value(i, j);
      EXPECT_LT(relative_error(read, weighted(*S, request)), 1e-15);
    }
}

TEST_F(Weights, tables_in_files_are_dense) {
  const auto read = [&](std::string_view text, const char *name) {
    return learned(*parse_matrix(text.data(), text.size(), name, Format::automatic, host_.memory,
                                 host_.monitor))
        .weighting;
  };
  EXPECT_EQ(read("1,0\n2,3\n", "x.csv"), Weighting::none);
  EXPECT_EQ(read("%%MatrixMarket matrix array integer general\n2 2\n1\n2\n0\n3\n", "x.mtx"),
            Weighting::none);
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 3\n", "x.mtx"),
            Weighting::tfidf);
  EXPECT_EQ(read("0 1:3\n1 2:1\n", "x.svm"), Weighting::tfidf);
}

TEST_F(Weights, negative_numbers_cannot_be_weighted) {
  const auto X = sparse(from_rows({{1, 2}, {3, 0}, {0, -4}}));
  for (const Weighting weighting : {Weighting::tfidf, Weighting::log_tfidf})
    expect_error(Status::value, "row 2, column 1 is negative (-4)", [&] {
      learned(*X, {weighting, Scaling::none});
    });
}

TEST_F(Weights, stored_zeros_are_no_occurrences) {
  Csr<double> A = csr<double>(counts, host_.memory);
  A.values[0] = 0;  // the 2 of feature 0, which is left in one document
  const auto X = matrix_from_parts(std::move(A));
  EXPECT_EQ(learned(*X).idf[0], ln4);
}

TEST_F(Weights, rare_and_common_features_are_dropped) {
  std::vector<std::int64_t> df(60, 5);
  df[3] = 1, df[4] = 2, df[5] = 19, df[6] = 10;
  const auto X = sparse(counts_of(20, df));
  const FeatureWeights rare = learned(*X, {Weighting::tfidf, Scaling::none, 3});
  EXPECT_EQ(rare.dropped, 2);
  EXPECT_EQ(rare.idf[3], 0);
  EXPECT_EQ(rare.idf[4], 0);
  EXPECT_EQ(rare.idf[0], std::log(4.0));
  EXPECT_EQ(kept(rare), 58);
  const FeatureWeights common = learned(*X, {Weighting::tfidf, Scaling::none, 1, 0.5});
  EXPECT_EQ(common.dropped, 1) << "in more than half of the documents; in half of them stays";
  EXPECT_EQ(common.idf[5], 0);
  EXPECT_EQ(common.idf[6], std::log(2.0));
  EXPECT_EQ(learned(*X, {Weighting::none, Scaling::none, 3}).dropped, 0) << "for counts only";
}

TEST_F(Weights, never_fewer_than_fifty_features_are_left) {
  std::vector<std::int64_t> df(45, 9);
  df.insert(df.end(), 7, 3);
  df.insert(df.end(), 20, 2);
  const auto X = sparse(counts_of(30, df));
  // min-df 4 would leave 45 of 72: the largest that leaves 50 is 3.
  const FeatureWeights weights = learned(*X, {Weighting::tfidf, Scaling::none, 4});
  EXPECT_EQ(kept(weights), 52);
  EXPECT_EQ(weights.dropped, 20);
  // max-df 0.2 would leave 27, so that it does not apply.
  EXPECT_EQ(learned(*X, {Weighting::tfidf, Scaling::none, 1, 0.2}).dropped, 0);
  // With fewer than 50 features none is dropped.
  const auto few = sparse(counts_of(30, {1, 2, 3, 4, 0}));
  EXPECT_EQ(kept(learned(*few, {Weighting::tfidf, Scaling::none, 1000, 0.001})), 4);
}

TEST_F(Weights, unit_rows_at_the_ends_of_the_range) {
  for (const double scale : {1e-310, 1e-200, 1e-30, 1e30, 1e200, 1e307}) {
    const Plain unit = weighted(*sparse(scale * from_rows({{3, 0, 4}, {0, 0, 0}, {0, 2, 0}})),
                                {Weighting::none, Scaling::unit_rows});
    EXPECT_LT(relative_error(unit, from_rows({{0.6, 0, 0.8}, {0, 0, 0}, {0, 1, 0}})), 1e-12)
        << scale;
  }
  const Plain mixed =
      weighted(*sparse(from_rows({{1e-200, 1e200, 0}})), {Weighting::none, Scaling::unit_rows});
  EXPECT_LT(relative_error(mixed, from_rows({{0, 1, 0}})), 1e-15);
}

TEST_F(Weights, new_documents_are_weighted_as_the_old_ones) {
  const Plain all = counts_of(24, {3, 9, 20, 24, 1, 12, 0});
  Plain first = all, fresh = all;
  for (std::int64_t e = 0; e < 3 * all.columns; ++e)
    fresh.values[static_cast<std::size_t>(e)] = static_cast<double>(e % 3);
  for (const Weighting weighting : {Weighting::none, Weighting::tfidf, Weighting::log_tfidf}) {
    const FeatureWeights weights = learned(*sparse(first), {weighting, Scaling::unit_rows});
    const Plain old_rows = applied(*sparse(first), weights),
                new_rows = applied(*sparse(fresh), weights);
    for (std::int64_t i = 3; i < all.rows; ++i)
      for (std::int64_t j = 0; j < all.columns; ++j)
        EXPECT_EQ(new_rows(i, j), old_rows(i, j)) << "the other new documents do not matter";
    if (weighting == Weighting::none) continue;
    for (std::int64_t i = 0; i < 3; ++i)
      for (const std::int64_t j : {3, 6})
        EXPECT_EQ(new_rows(i, j), 0)
            << "a feature of all or of none of the old documents weighs nothing";
  }
}

TEST_F(Weights, float_is_the_rounded_double) {
  const auto X = sparse(counts);
  const FeatureWeights weights = learned(*X);
  const Plain exact = applied(*X, weights),
              rounded = plain(weighted_rows<float>(*X, weights, host_.run).view());
  for (std::size_t e = 0; e < exact.values.size(); ++e)
    EXPECT_EQ(rounded.values[e], static_cast<double>(static_cast<float>(exact.values[e])));
}

TEST(WeightingNames, are_those_of_the_options) {
  EXPECT_EQ(weighting_named("log-tfidf"), Weighting::log_tfidf);
  for (const Scaling scaling :
       {Scaling::automatic, Scaling::none, Scaling::unit_rows, Scaling::min_max, Scaling::z_score})
    EXPECT_EQ(scaling_named(name_of(scaling)), scaling);
  EXPECT_STREQ(name_of(Scaling::z_score), "z-score");
  expect_error(Status::option, "auto none tfidf log-tfidf; not 'bm25'",
               [] { weighting_named("bm25"); });
  expect_error(Status::option, "auto none unit-rows min-max z-score; not ''",
               [] { scaling_named(""); });
}

}  // namespace
}  // namespace manifact
