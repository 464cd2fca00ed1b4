// supervision/suggest: suggested pairs equal those of a plain program that examines all pairs.
#include <gtest/gtest.h>

#include <numeric>

#include "linalg/data/products.hpp"
#include "reference/suggest.hpp"
#include "reference/supervision.hpp"
#include "supervision/suggest.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

// Rows of a few random numbers in single precision, some near to others and some of zeros;
// `negative`: of both signs.
Plain rows_of(std::int64_t n, std::int64_t m, std::int64_t entries, bool negative, Rng &rng) {
  Plain X(n, m);
  for (std::int64_t i = 0; i < n; ++i) {
    if (i % 17 == 5) continue;
    const bool near = i > 0 && rng.below(3) == 0;
    const std::int64_t other = near ? rng.below(i) : 0;
    for (std::int64_t j = 0; j < m && near; ++j) X(i, j) = X(other, j) * (1 + 0.3 * rng.uniform());
    for (std::int64_t e = 0; e < entries; ++e) {
      const double u = rng.uniform();  // columns of few and of many rows
      X(i, static_cast<std::int64_t>(u * u * static_cast<double>(m))) +=
          rng.uniform() - (negative ? 0.5 : 0);
    }
  }
  for (double &x : X.values) x = static_cast<float>(x);
  return X;
}

enum class Said { pairs, chains, labels, both };

Constraints said_of(std::int64_t n, Said what, Rng &rng) {
  std::vector<std::int32_t> labels;
  std::vector<Pair> pairs;
  if (what == Said::labels || what == Said::both)
    for (std::int64_t i = 0; i < n; ++i)
      labels.push_back(rng.below(3) == 0 ? static_cast<std::int32_t>(rng.below(4)) : -1);
  for (std::int64_t p = 0; p < n / 3 && (what == Said::pairs || what == Said::both); ++p)
    if (const std::int64_t i = rng.below(n), j = rng.below(n); i != j)
      pairs.push_back({i, j, rng.below(2) == 0 ? 1 : rng.below(3) == 0 ? 0.4 : -1.0});
  for (std::int64_t i = 3; i < n && what == Said::chains; ++i)
    if (i % 7 != 6) pairs.push_back({i - 3, i, 1});
  return constraints_of(n, labels, pairs);
}

void expect_right(const std::vector<Pair> &found, const std::vector<Pair> &right) {
  ASSERT_EQ(found.size(), right.size());
  for (std::size_t p = 0; p < found.size(); ++p) {
    ASSERT_EQ(std::pair(found[p].first, found[p].second),
              std::pair(right[p].first, right[p].second))
        << p;
    ASSERT_NEAR(found[p].weight, right[p].weight, 1e-12);
    ASSERT_LE(std::abs(found[p].weight), 1);
  }
}

void expect_the_same(const Plain &X, const Constraints &c, std::int64_t k, std::size_t count,
                     int threads) {
  Host host(threads);
  const std::vector<Pair> right = SuggestByHand(X, c).pairs(k, count, 7);
  const auto suggested = [&](const DataView<double> &rows) {
    return suggest_pairs(rows, c, k, static_cast<std::int64_t>(count), 7, host.run);
  };
  const Csr<double> sparse = csr<double>(X, host.memory);
  expect_right(suggested(sparse.view()), right);
  Array<std::int32_t> all_columns(host.memory, X.columns);
  std::iota(all_columns.begin(), all_columns.end(), 0);
  const Dense<double> reals = dense<double>(X, host.memory);
  expect_right(suggested(DataView<double>(rows_of(reals, all_columns))), right);
  const Dense<float> singles = dense<float>(X, host.memory);
  expect_right(suggested(DataView<double>(rows_of(singles, all_columns))), right);
}

TEST(SuggestPairs, are_those_of_the_plain_program) {
  Rng rng(1);
  const int rounds = support::is_sanitized ? 6 : 60;
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t n = 12 + rng.below(40);
    const Plain X = rows_of(n, 4 + rng.below(40), 1 + rng.below(8), round % 3 == 0, rng);
    for (const Said what : {Said::pairs, Said::chains, Said::labels, Said::both})
      for (const std::size_t count : {0u, 1u, 5u, 70u, 3000u}) {
        SCOPED_TRACE("round " + std::to_string(round) + " said " +
                     std::to_string(static_cast<int>(what)) + " count " + std::to_string(count));
        expect_the_same(X, said_of(n, what, rng), round % 2 == 0 ? 2 : 12, count, 1 + round % 2);
      }
  }
}

TEST(SuggestPairs, between_large_groups_are_those_of_the_plain_program) {
  Rng rng(2);
  for (int round = 0; round < 4; ++round) {
    const std::int64_t n = 160;
    const Plain X = rows_of(n, 20 + 100 * round, 6, round == 3, rng);
    std::vector<Pair> pairs;
    for (std::int64_t i = 2; i < n; ++i) pairs.push_back({i - 2, i, 1});
    expect_the_same(X, constraints_of(n, {}, pairs), 4, 1, 1);
  }
}

}  // namespace
}  // namespace manifact
