// readout/lloyd among ranks, some of which have no points: all take the same steps.
#include "readout/lloyd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/numbers.hpp"
#include "support/thread_ranks.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

// Of the points of all ranks, after starts from these labels and at most 30 updates.
Labels clustered(const Plain &X, const Labels &first, Index k, Index ranks) {
  Labels labels(static_cast<std::size_t>(X.rows));
  on_ranks(ranks, [&](ExecutionContext &run) {
    const Index rank = group_of(run).rank(), begin = X.rows * rank / ranks,
                n = X.rows * (rank + 1) / ranks - begin;
    Dense<double> own(run.memory, n, X.columns);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < X.columns; ++j) own(i, j) = X(begin + i, j);
    const auto points = dense_points(own);
    Lloyd<double> lloyd(*points, k, Geometry::euclidean, false, run, nullptr, true);
    lloyd.start_labels(first.data() + begin);
    for (int round = 0; round < 30 && lloyd.update(); ++round) continue;
    lloyd.settle();
    std::copy_n(lloyd.labels().begin(), n, labels.begin() + begin);
  });
  return labels;
}

TEST(LloydOfRanks, without_points_is_that_of_one_process) {
  Plain X = random_plain(6, 4, 3);
  for (Index i = 0; i < 6; ++i) X(i, i % 2) += 5;
  // A start that is wrong, and one with a cluster without points.
  for (const Labels &first : {Labels{0, 0, 0, 1, 1, 1}, Labels{0, 0, 0, 0, 0, 0}}) {
    const Labels alone = clustered(X, first, 2, 1);
    EXPECT_NE(alone[0], alone[1]);
    for (const Index ranks : {2, 3, 8}) EXPECT_EQ(clustered(X, first, 2, ranks), alone) << ranks;
  }
}

}  // namespace
}  // namespace manifact
