// text/dense_features among ranks: data that compare the rows with each other are seen wherever the
// rows are.
#include <gtest/gtest.h>

#include <vector>

#include "support/handles.hpp"
#include "support/numbers.hpp"
#include "support/thread_ranks.hpp"
#include "text/dense_features.hpp"

namespace manifact {
namespace {

// Row i is on rank (7 i) mod ranks, as row places[..] of all.
Pairwise seen(const Plain &X, Index ranks) {
  std::vector<Pairwise> found(static_cast<std::size_t>(ranks));
  on_ranks(ranks, [&](ExecutionContext &run) {
    const Index rank = group_of(run).rank();
    std::vector<Index> places;
    for (Index i = X.rows - 1; i >= 0; --i)
      if (7 * i % ranks == rank) places.push_back(i);
    Plain own(std::ssize(places), X.columns);
    for (Index r = 0; r < own.rows; ++r)
      for (Index j = 0; j < X.columns; ++j) own(r, j) = X(places[static_cast<std::size_t>(r)], j);
    const auto matrix = matrix_from_parts(csr<double>(own, run.memory));
    found[static_cast<std::size_t>(rank)] = pairwise_values(*matrix, places.data(), run);
  });
  for (const Pairwise one : found) EXPECT_EQ(one, found[0]) << "all ranks must agree";
  return found[0];
}

TEST(PairwiseOfRanks, is_that_of_one_process) {
  constexpr Index n = 11;
  const Plain points = random_plain(n, 3, 5);
  Plain distances(n, n), similarities(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index c = 0; c < 3; ++c) {
        distances(i, j) += std::fabs(points(i, c) - points(j, c));
        similarities(i, j) += points(i, c) * points(j, c);
      }
  Plain other = distances, wide(n, n + 1);
  other(2, 9) *= 1.5;
  Plain negative = distances;
  negative(8, 3) = negative(3, 8) = -1;
  for (const Index ranks : {1, 2, 3, 13}) {
    EXPECT_EQ(seen(distances, ranks), Pairwise::distances) << ranks;
    EXPECT_EQ(seen(similarities, ranks), Pairwise::similarities) << ranks;
    EXPECT_EQ(seen(other, ranks), Pairwise::none) << "not symmetric, " << ranks;
    EXPECT_EQ(seen(negative, ranks), Pairwise::none) << "a negative distance, " << ranks;
    EXPECT_EQ(seen(wide, ranks), Pairwise::none) << "not square, " << ranks;
  }
}

}  // namespace
}  // namespace manifact
