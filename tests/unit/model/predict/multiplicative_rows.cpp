// model/predict/multiplicative_rows: the rank-one corrections agree with the extended matrices.
#include "model/predict/multiplicative_rows.hpp"

#include "support/numbers.hpp"

namespace manifact {
namespace {

Plain stacked(const Plain &A, const Plain &row) {
  Plain B(A.rows + 1, A.columns);
  std::copy(A.values.begin(), A.values.end(), B.values.begin());
  std::copy(row.values.begin(), row.values.end(),
            B.values.begin() + static_cast<std::ptrdiff_t>(A.values.size()));
  return B;
}

TEST(MultiplicativeRow, equals_the_updates_of_the_extended_matrices) {
  constexpr std::int64_t n = 23, m = 17, k = 4;
  const double lambda = 0.7;
  const Plain X = random_plain(n, m, 1), x = random_plain(1, m, 2), W = random_plain(n, k, 3),
              V = random_plain(n, k, 4);
  const Plain s = random_plain(1, n, 5, 0.3), all = stacked(X, x), K = all * transposed(all);
  Plain w = random_plain(1, k, 6), v = random_plain(1, k, 7);
  double edges = 0;
  for (const double value : s.values) edges += lambda * value;

  const Plain kernel_row = x * transposed(X), u = kernel_row * W, z = kernel_row * V,
              b = u + lambda * (s * V);
  const Plain M = transposed(W) * (X * transposed(X)) * W, G = transposed(V) * V;
  Plain fast_w = w, fast_v = v;
  std::vector<double> scratch(2 * k);
  place_row({k, M.values.data(), G.values.data(), u.values.data(), z.values.data(), b.values.data(),
             edges, K(n, n)},
            5, fast_w.values.data(), fast_v.values.data(), scratch.data());

  Plain row(1, n + 1);  // k^
  for (std::int64_t j = 0; j <= n; ++j) row(0, j) = K(n, j);
  for (int t = 0; t < 5; ++t) {
    const Plain num_w = row * stacked(V, v),
                den_w = row * stacked(W, w) * (transposed(stacked(V, v)) * stacked(V, v));
    for (std::int64_t c = 0; c < k; ++c) w(0, c) *= num_w(0, c) / den_w(0, c);
    const Plain big = stacked(W, w), num_v = row * big + lambda * (s * V),
                den_v = v * (transposed(big) * K * big) + edges * v;
    for (std::int64_t c = 0; c < k; ++c) v(0, c) *= num_v(0, c) / den_v(0, c);
  }
  EXPECT_LT(relative_error(fast_w, w), 1e-12);
  EXPECT_LT(relative_error(fast_v, v), 1e-12);
}

// lambda V'V of a graph whose weights vanish is beyond the range of a double.
TEST(MultiplicativeRow, in_another_unit_lambda_may_be_any_number) {
  constexpr std::int64_t k = 3;
  const double lambda = 0x1p1020, unit = 0x1p-1020;
  const Plain M = random_plain(k, k, 1), G = random_plain(k, k, 2), u = random_plain(1, k, 3),
              z = random_plain(1, k, 4), near = 8 * random_plain(1, k, 5);
  Plain w = random_plain(1, k, 6), v = random_plain(1, k, 7);
  const Plain b = (unit * lambda) * near;
  std::vector<double> scratch(2 * k);
  place_row({.k = k,
             .M = M.values.data(),
             .G = G.values.data(),
             .u = u.values.data(),
             .z = z.values.data(),
             .b = b.values.data(),
             .edges = unit * lambda,
             .own = 1,
             .unit = unit},
            500, w.values.data(), v.values.data(), scratch.data());
  EXPECT_LT(relative_error(v, near), 1e-12);  // the graph alone decides
}

TEST(MultiplicativeRow, stops_where_nothing_moves_and_keeps_zeros) {
  const double M[] = {2, 0, 0, 3}, G[] = {1, 0, 0, 1}, u[] = {1, 0}, z[] = {1, 0};
  double w[] = {0, 0}, v[] = {0.1, 0.1}, scratch[4];
  place_row({2, M, G, u, z, u, 0, 0}, 100000, w, v, scratch);
  EXPECT_NEAR(v[0], 0.5, 1e-12);  // v = u / M
  EXPECT_EQ(v[1], 0);
  EXPECT_EQ(w[0], 0);
}

}  // namespace
}  // namespace manifact
