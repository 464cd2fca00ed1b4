// methods/bipartite: the scale of the start, the strengths that the last scaling gives the graph
// term, and several starts of NMF.
#include <cmath>

#include "reference/bipartite.hpp"
#include "support/predictor_parts.hpp"

namespace manifact {
namespace {

constexpr std::int64_t n = 23, m = 17, k = 3;

double column_length(const Plain &A, std::int64_t c) {
  double square = 0;
  for (std::int64_t i = 0; i < A.rows; ++i) square += A(i, c) * A(i, c);
  return std::sqrt(square);
}

TEST(GnmfStart, the_basis_has_unit_columns_and_the_memberships_the_best_scale) {
  for (const char *kind : {"random", "kmeans", "svd"}) {
    Small<double> s("gnmf", {{"start", kind}}, random_plain(n, m, 1, 0.4), k, k);
    s.algorithm->start(Start{Rng(1)});
    const Factors<double> f = s.algorithm->factors();
    const Plain V = plain(f.V), U = plain(f.U), product = V * transposed(U);
    for (std::int64_t c = 0; c < k; ++c) EXPECT_NEAR(column_length(U, c), 1, 1e-12) << kind;
    EXPECT_NEAR(inner(product, s.plain_X), inner(product, product), 1e-10) << kind;
  }
}

TEST(GnmfStart, the_preset_of_the_paper_scales_a_given_basis_but_not_the_product) {
  Small<double> s("gnmf", {{"preset", "paper"}}, random_plain(n, m, 1, 0.4), k, k);
  s.start();
  const Factors<double> f = s.algorithm->factors();
  for (std::int64_t c = 0; c < k; ++c) EXPECT_NEAR(column_length(plain(f.U), c), 1, 1e-12);
  EXPECT_LE(relative_error(plain(f.V) * transposed(plain(f.U)), s.V * transposed(s.G)), 1e-13);
}

TEST(GnmfAssign, each_column_has_the_strength_of_its_scale) {
  const auto after = [](bool finished) {
    Small<double> s("gnmf", {{"lambda", "7"}}, random_plain(n, m, 1, 0.4), k, k);
    s.start();
    for (int t = 0; t < 10; ++t) s.algorithm->update();
    if (finished) s.algorithm->finish();
    return s.algorithm->factors();
  };
  const Plain before = plain(after(false).U);
  const Factors<double> f = after(true);
  const Plain strengths = part_of(*f.predictor, k, "strengths");
  ASSERT_EQ(strengths.rows, k);
  for (std::int64_t c = 0; c < k; ++c) {
    const double length = column_length(before, c);
    EXPECT_NE(length, 1);
    EXPECT_NEAR(strengths(c, 0), 7 / (length * length), 1e-10 * strengths(c, 0));
  }
}

// The first start is that from singular vectors for any seed, the others are those of start=random.
TEST(NmfStarts, after_the_singular_vectors_are_random) {
  const Plain data = random_plain(n, m, 1, 0.4);
  const auto objectives = [&](const char *kind, std::uint64_t stream) {
    Small<double> s("nmf", {{"start", kind}}, data, k, k);
    s.algorithm->start(Start{Rng(9, stream)});
    const double first = s.algorithm->objective();
    s.algorithm->start(Start{Rng(9, stream + 1)});
    return std::pair(first, s.algorithm->objective());
  };
  EXPECT_NEAR(objectives("svd", 0).first, objectives("svd", 5).first, 1e-3);
  EXPECT_EQ(objectives("svd", 0).second, objectives("random", 0).second);
  EXPECT_NE(objectives("svd", 0).second, objectives("svd", 5).second);
}

}  // namespace
}  // namespace manifact
