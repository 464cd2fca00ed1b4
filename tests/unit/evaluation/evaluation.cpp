// evaluation/: the scores against hand-computed values and against their definitions over pairs of
// documents.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "runtime/error.hpp"
#include "runtime/rng.hpp"
#include "support/expect_error.hpp"
#include "support/sanitized.hpp"

namespace manifact {
namespace {

using Partition = std::vector<std::int32_t>;

Scores score(const Partition &truth, const Partition &predicted) {
  EXPECT_EQ(truth.size(), predicted.size());
  return evaluate(truth.data(), predicted.data(), static_cast<std::int64_t>(truth.size()));
}

Partition random_labels(Rng &rng, std::int64_t n, std::int64_t groups) {
  Partition labels(n);
  for (std::int32_t &label : labels) label = static_cast<std::int32_t>(rng.below(groups));
  return labels;
}

TEST(Scores, have_the_values_computed_by_hand) {
  // classes {a a a b b c}, clusters {x x y y z z}: cells ax 2, ay 1, by 1, bz 1, cz 1
  const Scores s = score({1, 1, 1, 2, 2, 3}, {10, 10, 20, 20, 30, 30});
  EXPECT_DOUBLE_EQ(s.accuracy, 4.0 / 6);
  EXPECT_DOUBLE_EQ(s.purity, 4.0 / 6);
  // pairs: cells 1, classes 4, clusters 3, all 15
  EXPECT_DOUBLE_EQ(s.ari, (1 - 4.0 * 3 / 15) / (3.5 - 4.0 * 3 / 15));
  const double classes = std::log(2.0) / 2 + std::log(3.0) / 3 + std::log(6.0) / 6,
               clusters = std::log(3.0);
  const double shared =
      std::log(2.0) / 3 + (std::log(1.0) + std::log(1.5) + std::log(1.5) + std::log(3.0)) / 6;
  EXPECT_NEAR(s.nmi, shared / clusters, 1e-14);
  EXPECT_NEAR(s.nmi_sqrt, shared / std::sqrt(classes * clusters), 1e-14);
}

TEST(Scores, of_equal_partitions_are_exactly_one_whatever_the_names) {
  Rng rng(4);
  for (const std::int64_t groups : {1, 2, 3, 17, 200}) {
    const Partition truth = random_labels(rng, 500, groups);
    Partition renamed = truth;
    for (std::int32_t &label : renamed) label = (label * 7919) % 10007;
    const Scores s = score(truth, renamed);
    EXPECT_EQ(s.accuracy, 1);
    EXPECT_EQ(s.nmi, 1);
    EXPECT_EQ(s.nmi_sqrt, 1);
    EXPECT_EQ(s.ari, 1);
    EXPECT_EQ(s.purity, 1);
  }
}

TEST(Scores, do_not_depend_on_names_or_on_the_order_of_documents) {
  Rng rng(5);
  const Partition truth = random_labels(rng, 300, 7), predicted = random_labels(rng, 300, 11);
  Partition truth2(300), predicted2(300);
  for (std::int64_t i = 0; i < 300; ++i) {
    truth2[i] = 1000 - truth[(i * 7) % 300] * 3;  // 7 and 300 have no common divisor
    predicted2[i] = 50 - predicted[(i * 7) % 300];
  }
  const Scores a = score(truth, predicted), b = score(truth2, predicted2);
  EXPECT_EQ(a.accuracy, b.accuracy);
  EXPECT_EQ(a.nmi, b.nmi);
  EXPECT_EQ(a.nmi_sqrt, b.nmi_sqrt);
  EXPECT_EQ(a.ari, b.ari);
  EXPECT_EQ(a.purity, b.purity);
}

TEST(Scores, all_but_purity_are_symmetric) {
  Rng rng(6);
  const Partition truth = random_labels(rng, 200, 4), predicted = random_labels(rng, 200, 9);
  const Scores a = score(truth, predicted), b = score(predicted, truth);
  EXPECT_EQ(a.accuracy, b.accuracy);
  EXPECT_DOUBLE_EQ(a.nmi, b.nmi);
  EXPECT_DOUBLE_EQ(a.nmi_sqrt, b.nmi_sqrt);
  EXPECT_DOUBLE_EQ(a.ari, b.ari);
  EXPECT_NE(a.purity, b.purity);
}

// The adjusted Rand index over every pair of documents, mutual information over every cell.
Scores score_slowly(const Partition &truth, const Partition &predicted) {
  const auto n = static_cast<std::int64_t>(truth.size());
  double both = 0, same_class = 0, same_cluster = 0, all = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) {
      all += 1;
      same_class += truth[i] == truth[j];
      same_cluster += predicted[i] == predicted[j];
      both += truth[i] == truth[j] && predicted[i] == predicted[j];
    }
  std::map<std::int64_t, double> p, q;
  std::map<std::pair<std::int64_t, std::int64_t>, double> r;
  for (std::int64_t i = 0; i < n; ++i) {
    const double share = 1 / static_cast<double>(n);
    p[truth[i]] += share;
    q[predicted[i]] += share;
    r[{truth[i], predicted[i]}] += share;
  }
  double h = 0, g = 0, shared = 0;
  for (const auto &[name, share] : p) h -= share * std::log(share);
  for (const auto &[name, share] : q) g -= share * std::log(share);
  for (const auto &[names, share] : r)
    shared += share * std::log(share / (p[names.first] * q[names.second]));
  const double by_chance = same_class * same_cluster / all;
  Scores s;
  s.nmi = shared / std::max(h, g);
  s.nmi_sqrt = shared / std::sqrt(h * g);
  s.ari = (both - by_chance) / ((same_class + same_cluster) / 2 - by_chance);
  return s;
}

TEST(Scores, agree_with_their_definitions_over_pairs_and_cells) {
  Rng rng(7);
  for (const std::int64_t classes : {2, 5, 40})
    for (const std::int64_t clusters : {2, 6, 100})
      for (const double noise : {0.1, 0.5, 1.0}) {
        const Partition truth = random_labels(rng, 250, classes);
        Partition predicted = truth;
        for (std::int32_t &label : predicted)
          label = static_cast<std::int32_t>(rng.uniform() < noise ? rng.below(clusters)
                                                                  : label % clusters);
        const Scores s = score(truth, predicted), slow = score_slowly(truth, predicted);
        EXPECT_NEAR(s.nmi, slow.nmi, 1e-12);
        EXPECT_NEAR(s.nmi_sqrt, slow.nmi_sqrt, 1e-12);
        EXPECT_NEAR(s.ari, slow.ari, 1e-12);
      }
}

TEST(Scores, of_one_cluster_against_several_classes) {
  const Scores s = score({0, 0, 0, 1}, {5, 5, 5, 5});
  EXPECT_DOUBLE_EQ(s.accuracy, 0.75);
  EXPECT_DOUBLE_EQ(s.purity, 0.75);
  EXPECT_EQ(s.nmi, 0);
  EXPECT_EQ(s.nmi_sqrt, 0);
  EXPECT_EQ(s.ari, 0);
}

TEST(Scores, of_every_document_alone) {
  const Scores against_one = score({0, 0, 0, 0}, {1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(against_one.accuracy, 0.25);
  EXPECT_EQ(against_one.purity, 1);
  EXPECT_EQ(against_one.nmi, 0);
  EXPECT_EQ(against_one.ari, 0);
  const Scores against_alone = score({9, 8, 7, 6}, {1, 2, 3, 4});
  EXPECT_EQ(against_alone.accuracy, 1);
  EXPECT_EQ(against_alone.nmi, 1);
  EXPECT_EQ(against_alone.ari, 1);
}

TEST(Scores, of_one_document_are_one) {
  const Scores s = score({3}, {0});
  EXPECT_EQ(s.accuracy, 1);
  EXPECT_EQ(s.nmi, 1);
  EXPECT_EQ(s.nmi_sqrt, 1);
  EXPECT_EQ(s.ari, 1);
  EXPECT_EQ(s.purity, 1);
}

TEST(Scores, leave_documents_of_unknown_class_out) {
  const Scores all = score({0, -1, 0, 1, -1, 1, 2}, {4, 4, 4, 5, 9, 4, 7}),
               known = score({0, 0, 1, 1, 2}, {4, 4, 5, 4, 7});
  EXPECT_EQ(all.accuracy, known.accuracy);
  EXPECT_EQ(all.nmi, known.nmi);
  EXPECT_EQ(all.nmi_sqrt, known.nmi_sqrt);
  EXPECT_EQ(all.ari, known.ari);
  EXPECT_EQ(all.purity, known.purity);
}

TEST(Scores, count_unassigned_documents_as_wrong_and_as_a_group) {
  const Partition truth = {0, 0, 0, 1, 1, 1};
  const Scores s = score(truth, {7, 7, 7, -1, -1, -1}), named = score(truth, {7, 7, 7, 8, 8, 8});
  EXPECT_DOUBLE_EQ(s.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(s.purity, 0.5);
  EXPECT_EQ(s.nmi, named.nmi);
  EXPECT_EQ(s.nmi_sqrt, named.nmi_sqrt);
  EXPECT_EQ(s.ari, named.ari);
  const Scores none = score(truth, Partition(6, -1));
  EXPECT_EQ(none.accuracy, 0);
  EXPECT_EQ(none.purity, 0);
  EXPECT_EQ(none.nmi, 0);
}

TEST(Scores, take_any_label_from_0_to_the_largest) {
  constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();
  const Scores s = score({0, 0, highest, highest, 7}, {highest, highest, 1, 1, 0});
  EXPECT_EQ(s.accuracy, 1);
  EXPECT_EQ(s.nmi, 1);
  EXPECT_EQ(s.ari, 1);
}

TEST(Scores, refuse_other_negative_labels_than_unknown) {
  constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  expect_error(Status::value, "truth[1] is -2: a label must be at least 0, or -1", [] {
    score({0, -2, 1}, {0, 0, 1});
  });
  expect_error(Status::value, "predicted[2] is -2147483648: a label must be at least 0, or -1", [] {
    score({0, 0, 1}, {0, 0, lowest});
  });
}

TEST(Scores, of_very_many_groups_need_no_table_of_all_pairs) {
  Rng rng(8);
  // The number of pairs of documents has more than 32 bits.
  constexpr std::int64_t n = support::all_or_few(200000, 100000);
  Partition alone(n);
  std::iota(alone.begin(), alone.end(), 0);
  EXPECT_EQ(score(alone, alone).accuracy, 1);
  const Partition few = random_labels(rng, n, 20);
  EXPECT_DOUBLE_EQ(score(few, alone).accuracy, 20.0 / n);
  // a table of 10^9 cells or more; few cells hold two documents, so that the matching is nearly the
  // largest matching of a random graph
  const Scores s = score(random_labels(rng, n, n / 2), random_labels(rng, n, n / 2));
  EXPECT_GT(s.accuracy, 0.3);
  EXPECT_LT(s.accuracy, 0.5);
  EXPECT_NEAR(s.ari, 0, 1e-4);
}

void expect_length_error(const Partition &truth) {
  const Partition predicted(truth.size());
  try {
    evaluate(truth.data(), predicted.data(), static_cast<std::int64_t>(truth.size()));
    FAIL() << "no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), Status::length);
  }
}

TEST(Scores, need_at_least_one_known_document) {
  expect_length_error({});
  expect_length_error({-1, -1});
}

}  // namespace
}  // namespace manifact
