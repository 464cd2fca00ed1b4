// readout/size_refinement: each round by its definition; the labels belong to the directions and
// the sizes that are returned.
#include "readout/size_refinement.hpp"

#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

constexpr std::int64_t n = 80, m = 12, k = 4;

// One round: the directions of the labels, and the label of the largest cosine plus size term.
Labels round_of(const Plain &X, const Labels &labels) {
  Plain directions(k, m);
  std::vector<double> sizes(k), lengths(k);
  double all = 0;
  const auto length = [&](std::int64_t i) {
    double square = 0;
    for (std::int64_t j = 0; j < m; ++j) square += X(i, j) * X(i, j);
    return std::sqrt(square);
  };
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int32_t c = labels[static_cast<std::size_t>(i)];
    if (c < 0) continue;
    ++sizes[static_cast<std::size_t>(c)], ++all;
    for (std::int64_t j = 0; j < m; ++j) directions(c, j) += X(i, j) / length(i);
  }
  for (std::int64_t c = 0; c < k; ++c) {
    for (std::int64_t j = 0; j < m; ++j)
      lengths[static_cast<std::size_t>(c)] += directions(c, j) * directions(c, j);
    lengths[static_cast<std::size_t>(c)] = std::sqrt(lengths[static_cast<std::size_t>(c)]);
  }
  Labels moved = labels;
  for (std::int64_t i = 0; i < n; ++i) {
    double most = -INFINITY;
    for (std::int64_t c = 0; c < k && length(i) > 0; ++c) {
      double value = std::log(sizes[static_cast<std::size_t>(c)] / all) / 60;
      for (std::int64_t j = 0; j < m; ++j)
        value += X(i, j) / length(i) * directions(c, j) / lengths[static_cast<std::size_t>(c)];
      if (value > most) most = value, moved[static_cast<std::size_t>(i)] = static_cast<int>(c);
    }
  }
  return moved;
}

class SizeRefinements : public testing::Test {
 protected:
  SizeRefinements() : X_(random_plain(n, m, 3)) {
    Rng rng(4);
    for (std::int64_t i = 0; i < n; ++i) {
      labels_.push_back(static_cast<std::int32_t>(i % 7 == 0 ? rng.below(k) : i % k));
      X_(i, i % k) += 1;
    }
    for (std::int64_t j = 0; j < m; ++j) X_(9, j) = 0;
    labels_[9] = -1;
  }

  Labels refine(std::int64_t threads, std::int64_t *moved = nullptr) {
    Host host(threads);
    const Csr<double> X = csr<double>(X_, host.memory);
    Array<std::int32_t> labels(host.memory, n);
    std::copy(labels_.begin(), labels_.end(), labels.begin());
    const auto refined =
        refine_by_sizes(*data_points<double>(X.view(), host.run), labels, k, host.run);
    if (moved != nullptr) *moved = refined.moved;
    for (std::int64_t i = 0; i < n && !refined.directions.empty(); ++i) {
      if (labels[i] < 0) continue;
      for (std::int64_t c = 0; c < k; ++c)
        EXPECT_LE(60 * refined.cosines(i, c) + refined.log_shares[c],
                  60 * refined.cosines(i, labels[i]) + refined.log_shares[labels[i]]);
    }
    return {labels.begin(), labels.end()};
  }

  Plain X_;
  Labels labels_;
};

TEST_F(SizeRefinements, are_three_rounds) {
  std::int64_t moved = 0;
  const Labels expected = round_of(X_, round_of(X_, round_of(X_, labels_)));
  EXPECT_EQ(refine(1, &moved), expected);
  std::int64_t differ = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) differ += expected[i] != labels_[i];
  EXPECT_EQ(moved, differ);
  EXPECT_GT(differ, 3) << "a problem that tests something";
  EXPECT_EQ(expected[9], -1) << "an empty document";
  EXPECT_EQ(refine(3), expected) << "threads";
}

// The mean difference between the cosine to the own direction and to all, by the definition.
double spread_of(const Plain &X, const Labels &labels) {
  Plain directions(k, X.columns);
  const auto dot = [&](const Plain &A, std::int64_t a, const Plain &B, std::int64_t b) {
    double sum = 0;
    for (std::int64_t j = 0; j < X.columns; ++j) sum += A(a, j) * B(b, j);
    return sum;
  };
  const auto length = [&](const Plain &A, std::int64_t a) { return std::sqrt(dot(A, a, A, a)); };
  const auto label = [&](std::int64_t i) { return labels[static_cast<std::size_t>(i)]; };
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < X.columns && label(i) >= 0 && length(X, i) > 0; ++j)
      directions(label(i), j) += X(i, j) / length(X, i);
  double sum = 0, count = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (label(i) < 0 || !(length(X, i) > 0)) continue;
    for (std::int64_t c = 0; c < k; ++c)
      sum += ((c == label(i) ? 1 : 0) - 1.0 / k) * dot(X, i, directions, c) / length(X, i) /
             length(directions, c);
    ++count;
  }
  return sum / count;
}

TEST_F(SizeRefinements, vectors_have_their_share_whatever_their_scale) {
  Plain E = random_plain(n, 5, 8);
  for (std::int64_t i = 0; i < n; ++i) E(i, i % k) += 2;
  for (std::int64_t j = 0; j < m; ++j) X_(30, j) = 0;  // no word, and a cluster all the same
  for (const double share : {0.25, 0.8}) {
    Host host;
    const Csr<double> X = csr<double>(X_, host.memory), vectors = csr<double>(E, host.memory);
    Array<std::int32_t> labels(host.memory, n);
    std::copy(labels_.begin(), labels_.end(), labels.begin());
    const auto beside = data_points<double>(vectors.view(), host.run);
    const PointVectors<double> given{*beside, share};
    const auto refined =
        refine_by_sizes(*data_points<double>(X.view(), host.run), labels, k, host.run, &given);
    ASSERT_FALSE(refined.directions.empty());
    const double larger = std::max(share, 1 - share);
    EXPECT_NEAR(refined.word_factor, (1 - share) / larger, 1e-12);
    EXPECT_NEAR(refined.vector_factor,
                share / larger * spread_of(X_, labels_) / spread_of(E, labels_), 1e-10);
    const auto value = [&](std::int64_t i, std::int64_t c) {
      return 60 * (refined.word_factor * refined.cosines(i, c) +
                   refined.vector_factor * refined.vector_cosines(i, c)) +
             refined.log_shares[c];
    };
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = 0; c < k; ++c) EXPECT_LE(value(i, c), value(i, labels[i]) + 1e-9);
    EXPECT_EQ(labels[9], 9 % k) << "by its vector: it has no word";
  }
}

TEST_F(SizeRefinements, empty_no_cluster) {
  // Cluster 3 is one document, equal to all of cluster 0: the sizes would take it away.
  for (std::size_t i = 0; i < n; ++i)
    labels_[i] = i == 9 ? -1 : static_cast<std::int32_t>(i % 4 == 3 ? 2 : i % 4);
  labels_[4] = 3;
  for (std::int64_t i = 0; i < n; i += 4)
    for (std::int64_t j = 0; j < m; ++j) X_(i, j) = X_(8, j);
  std::int64_t moved = 0;
  const Labels refined = refine(1, &moved);
  EXPECT_NE(std::find(refined.begin(), refined.end(), 3), refined.end());
  EXPECT_EQ(refined, labels_) << "the round is not taken";
  EXPECT_EQ(moved, 0);
}

}  // namespace
}  // namespace manifact
