// supervision/constraints: normalized sets of constraints, their closure, violations by a
// clustering, and suggested pairs.
#include <ostream>
#include <set>

#include "reference/supervision.hpp"
#include "supervision/constraints.hpp"
#include "supervision/suggest.hpp"
#include "support/corpus.hpp"
#include "support/expect_error.hpp"

namespace manifact {

static bool operator==(const Pair &a, const Pair &b) {
  return a.first == b.first && a.second == b.second && a.weight == b.weight;
}
static void PrintTo(const Pair &p, std::ostream *out) {
  *out << '(' << p.first << ", " << p.second << ": " << p.weight << ')';
}

namespace {

using Pairs = std::vector<Pair>;

constexpr std::int64_t memory_budget = 1 << 30;

Pairs closed(std::int64_t n, const std::vector<std::int32_t> &labels, const Pairs &pairs) {
  return transitive_closure(constraints_of(n, labels, pairs), memory_budget).pairs;
}

TEST(Constraints, repeated_pairs_are_their_mean_in_any_order_and_a_mean_of_zero_is_dropped) {
  const Constraints c = constraints_of(
      6, {}, {{3, 1, 1}, {1, 3, 0}, {1, 3, 0.5}, {4, 5, 1}, {5, 4, -1}, {2, 2, 1}, {0, 5, -0.25}});
  EXPECT_EQ(c.pairs, (Pairs{{0, 5, -0.25}, {1, 3, 0.5}}));
  EXPECT_EQ(c.repeated, 3);
  EXPECT_EQ(c.contradictions, (Pairs{{4, 5, 0}}));
  EXPECT_TRUE(c.conflicts.empty());
  EXPECT_FALSE(c.empty());
  EXPECT_TRUE(constraints_of(6, {}, {{4, 5, 1}, {5, 4, -1}}).empty());
  EXPECT_TRUE(constraints_of(6, {-1, -1, -1, -1, -1, -1}).empty());
}

TEST(Constraints, classes_are_numbered_by_their_labels_whatever_the_gaps) {
  const Constraints c = constraints_of(5, {900, -1, 0, 900, 2147483647});
  EXPECT_EQ(c.class_labels, (std::vector<std::int64_t>{0, 900, 2147483647}));
  EXPECT_EQ(listed(c.classes), (std::vector<std::int32_t>{1, -1, 0, 1, 2}));
  EXPECT_EQ(c.labeled, 4);
}

TEST(Constraints, pairs_that_labels_deny_are_contradictions_and_chains_that_pairs_deny_conflicts) {
  const Constraints c = constraints_of(7, {1, 1, 0, -1, -1, -1, -1},
                                       {{0, 1, -1},
                                        {0, 2, 1},
                                        {0, 3, 1},
                                        {3, 4, 1},
                                        {4, 1, -0.1},
                                        {4, 5, 0.9},
                                        {5, 0, -1},
                                        {5, 6, -1}});
  EXPECT_EQ(c.contradictions, (Pairs{{0, 1, -1}, {0, 2, 1}}));
  EXPECT_EQ(c.conflicts, (Pairs{{0, 1, -1}, {1, 4, -0.1}})) << "softer must-links chain nothing";
}

TEST(Constraints, documents_that_chain_are_one_group_named_by_the_lowest) {
  const Constraints c = constraints_of(8, {-1, 3, -1, -1, 3, -1, -1, -1},
                                       {{6, 4, 1}, {2, 7, 0.1}, {7, 5, 1}, {0, 3, -1}});
  EXPECT_EQ(linked_groups(c), (std::vector<std::int64_t>{0, 1, 2, 3, 1, 5, 1, 5}));
  EXPECT_EQ(linked_groups(c, 0.1), (std::vector<std::int64_t>{0, 1, 2, 3, 1, 2, 1, 2}));
}

TEST(Closure, joins_all_pairs_of_a_chain) {
  EXPECT_EQ(closed(5, {}, {{0, 1, 1}, {1, 2, 1}}), (Pairs{{0, 1, 1}, {0, 2, 1}, {1, 2, 1}}));
}

TEST(Closure, leaves_softer_pairs_as_they_are) {
  EXPECT_EQ(closed(5, {}, {{0, 1, 1}, {1, 2, 0.5}, {2, 3, 1}}),
            (Pairs{{0, 1, 1}, {1, 2, 0.5}, {2, 3, 1}}));
}

TEST(Closure, that_needs_too_much_is_refused_before_it_is_made) {
  Pairs chain;
  for (std::int64_t i = 0; i + 1 < 1000; ++i) chain.push_back({i, i + 1, 1});
  expect_error(Status::budget,
               "closure=yes implies 499500 pairs, which need 99900000 bytes, more than the "
               "memory-budget of 1000000",
               [&] { transitive_closure(constraints_of(1000, {}, chain), 1000000); });
}

TEST(Closure, a_cannot_link_holds_between_whole_groups_the_strongest_of_them) {
  EXPECT_EQ(closed(6, {}, {{0, 1, 1}, {2, 3, 1}, {1, 2, -0.5}, {0, 2, -1}, {3, 5, -0.25}}),
            (Pairs{{0, 1, 1},
                   {0, 2, -1},
                   {0, 3, -1},
                   {1, 2, -1},
                   {1, 3, -1},
                   {2, 3, 1},
                   {2, 5, -0.25},
                   {3, 5, -0.25}}));
}

// 60 documents in two chains of 30, with 900 cannot-links: all 1,770 pairs, 354,000 bytes.
TEST(Closure, counts_each_pair_once) {
  Pairs pairs;
  for (std::int64_t i = 0; i < 60; ++i)
    if (i != 29 && i != 59) pairs.push_back({i, i + 1, 1});
  for (std::int64_t i = 0; i < 30; ++i)
    for (std::int64_t j = 30; j < 60; ++j) pairs.push_back({i, j, -1});
  const Constraints given = constraints_of(60, {}, pairs);
  EXPECT_EQ(transitive_closure(given, 354000).pairs.size(), 1770U);
  expect_error(Status::budget,
               "closure=yes implies 1770 pairs, which need 354000 bytes, more than the "
               "memory-budget of 353999",
               [&] { transitive_closure(given, 353999); });
}

// Documents 0 to 2 have class 0, 3 to 5 class 1; 6 belongs to 0 and 7 to 3. Of 28 pairs, labels
// imply 3 + 3 + 9: the 4 of document 7 with {0, 1, 2, 6} are apart, and so are 6 and {3, 4, 5}.
TEST(Closure, does_not_count_what_labels_imply) {
  const Constraints given =
      constraints_of(8, {0, 0, 0, 1, 1, 1, -1, -1}, {{0, 6, 1}, {3, 7, 1}, {1, 7, -1}});
  EXPECT_EQ(transitive_closure(given, 13 * 200).pairs.size(), 13U);
  expect_error(Status::budget,
               "closure=yes implies 13 pairs, which need 2600 bytes, more than the memory-budget "
               "of 2599",
               [&] { transitive_closure(given, 2599); });
}

TEST(Closure, a_group_with_a_conflict_stays_as_given_and_so_does_what_it_has_with_others) {
  const Pairs given = {{0, 1, 1}, {0, 2, -1}, {1, 2, 1}, {2, 4, -1}};
  Pairs with = given;
  with.push_back({4, 5, 1});
  EXPECT_EQ(closed(6, {}, with), with);
  EXPECT_EQ(transitive_closure(constraints_of(6, {}, with), memory_budget).conflicts,
            (Pairs{{0, 2, -1}}));
}

TEST(Closure, labels_join_documents_and_imply_pairs) {
  EXPECT_EQ(closed(6, {0, 0, 2, -1, -1, -1}, {{1, 3, 1}, {2, 4, -1}}),
            (Pairs{{0, 3, 1}, {1, 3, 1}, {2, 4, -1}}));
  EXPECT_EQ(closed(6, {0, 0, 2, -1, -1, -1}, {}), Pairs{});
}

TEST(Closure, of_the_closure_is_the_closure) {
  const Constraints once =
      transitive_closure(constraints_of(8, {-1, -1, -1, -1, -1, -1, 1, 1},
                                        {{0, 1, 1}, {1, 2, 1}, {3, 4, 1}, {2, 3, -1}, {6, 0, 1}}),
                         memory_budget);
  EXPECT_EQ(transitive_closure(once, memory_budget).pairs, once.pairs);
  EXPECT_TRUE(once.conflicts.empty());
}

TEST(Violations, are_pairs_and_labels_that_a_clustering_does_not_keep) {
  Host host;
  const Constraints c =
      constraints_of(6, {5, -1, 9, 9, -1, 5}, {{0, 1, 1}, {1, 4, 0.2}, {2, 4, -1}, {1, 5, -0.1}});
  Array<std::int32_t> labels(host.memory, 6);
  const std::int32_t found[] = {0, 1, 1, 0, 1, -1};
  std::copy(std::begin(found), std::end(found), labels.begin());
  EXPECT_EQ(violations(c, labels, {0, 1, 2, 3, 4, 5}),
            (Pairs{{0, 1, 1}, {2, 4, -1}, {3, -1, 1}, {5, -1, 1}}));
}

// Questions about a corpus of planted topics.
class Suggest : public testing::Test {
 protected:
  void SetUp() override {
    Plain plain_X(corpus_.n + 2, corpus_.m);  // the last two documents are zeros
    for (std::int64_t i = 0; i < corpus_.n; ++i)
      for (auto e = static_cast<std::size_t>(corpus_.indptr[static_cast<std::size_t>(i)]);
           e < static_cast<std::size_t>(corpus_.indptr[static_cast<std::size_t>(i) + 1]); ++e)
        plain_X(i, corpus_.indices[e]) = corpus_.values[e];
    X_ = csr<double>(plain_X, host_.memory);
  }

  Pairs asked(const Pairs &known, std::int64_t k, std::int64_t count, std::uint64_t seed = 0,
              std::int64_t threads = 1) {
    Host host(threads);
    return suggest_pairs(X_.view(), constraints_of(X_.rows, {}, known), k, count, seed, host.run);
  }
  double answer(const Pair &p) const {
    return corpus_.topics[static_cast<std::size_t>(p.first)] ==
                   corpus_.topics[static_cast<std::size_t>(p.second)]
               ? 1
               : -1;
  }

  Host host_;
  api::Corpus corpus_ = api::corpus(60, 45, 4);
  Csr<double> X_;
};

TEST_F(Suggest, never_asks_what_is_known_or_was_asked_nor_about_documents_of_zeros) {
  Pairs known;
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (int round = 0; round < 12; ++round)
    for (Pair &p : asked(known, 4, 5)) {
      EXPECT_LT(p.first, p.second);
      EXPECT_LT(p.second, 60);
      EXPECT_TRUE(seen.insert({p.first, p.second}).second) << p.first << " " << p.second;
      p.weight = answer(p);
      known.push_back(p);
    }
}

TEST_F(Suggest, what_follows_from_answers_is_not_asked) {
  Pairs known;
  for (int round = 0; round < 60; ++round)
    for (Pair &p : asked(known, 4, 1)) {
      const std::vector<Pair> implied = closed(X_.rows, {}, known);
      EXPECT_TRUE(std::none_of(implied.begin(), implied.end(), [&](const Pair &q) {
        return q.first == p.first && q.second == p.second;
      }));
      p.weight = answer(p);
      known.push_back(p);
    }
  EXPECT_TRUE(constraints_of(X_.rows, {}, known).conflicts.empty());
}

TEST_F(Suggest, opens_as_many_groups_as_clusters_and_ends_with_all_documents_in_them) {
  Pairs known;
  for (Pairs more = asked(known, 4, 1); !more.empty(); more = asked(known, 4, 1)) {
    ASSERT_LT(known.size(), 60u * 4);
    more[0].weight = answer(more[0]);
    known.push_back(more[0]);
  }
  const std::vector<std::int64_t> group = linked_groups(constraints_of(X_.rows, {}, known));
  for (std::size_t i = 0; i < 60; ++i)
    EXPECT_EQ(group[i], static_cast<std::int64_t>(i % 4)) << "the lowest of its topic";
}

TEST_F(Suggest, depends_on_the_seed_but_not_on_the_threads) {
  const Pairs known = {{0, 4, 1}, {0, 1, -1}};
  const Pairs once = asked(known, 2, 8);
  EXPECT_EQ(once.size(), 8u);
  EXPECT_EQ(asked(known, 2, 8), once);
  EXPECT_EQ(asked(known, 2, 8, 0, 3), once);
  EXPECT_NE(asked(known, 2, 8, 1), once);
  for (const Pair &p : once) EXPECT_TRUE(p.weight >= 0 && p.weight <= 1 + 1e-12);
}

TEST_F(Suggest, classes_are_groups_that_are_known_to_be_apart) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(X_.rows), -1);
  for (std::size_t i = 0; i < 8; ++i) labels[i] = static_cast<std::int32_t>(i % 4) + 1;
  for (const Pair &p :
       suggest_pairs(X_.view(), constraints_of(X_.rows, labels), 4, 20, 0, host_.run))
    EXPECT_GE(p.second, 8);
}

}  // namespace
}  // namespace manifact
