// supervision/linked_documents: probabilities with pairs against sums over all assignments.
#include "supervision/linked_documents.hpp"

#include "reference/supervision.hpp"

namespace manifact {
namespace {

Dense<double> copied(const Plain &A, Host &host) {
  Dense<double> R(host.memory, A.rows, A.columns);
  for (std::int64_t i = 0; i < A.rows; ++i)
    for (std::int64_t c = 0; c < A.columns; ++c) R(i, c) = A(i, c);
  return R;
}

// The probability of an assignment, up to a constant: a pair that it violates counts 1 - |weight|.
double probability(const Plain &R, const std::vector<Pair> &pairs,
                   const std::vector<std::int64_t> &class_of) {
  const auto of = [&](std::int64_t i) { return class_of[static_cast<std::size_t>(i)]; };
  double p = 1;
  for (std::int64_t i = 0; i < R.rows; ++i) p *= R(i, of(i));
  for (const Pair &pair : pairs)
    if ((of(pair.first) == of(pair.second)) == (pair.weight < 0)) p *= 1 - std::fabs(pair.weight);
  return p;
}

// The probabilities of the classes of each document, summed over all assignments.
Plain marginals(const Plain &R, const std::vector<Pair> &pairs) {
  Plain sums(R.rows, R.columns);
  double all = 0;
  std::vector<std::int64_t> class_of(static_cast<std::size_t>(R.rows));
  for (std::size_t digit = 0; digit < class_of.size();) {
    const double p = probability(R, pairs, class_of);
    all += p;
    for (std::int64_t i = 0; i < R.rows; ++i) sums(i, class_of[static_cast<std::size_t>(i)]) += p;
    for (digit = 0; digit < class_of.size() && ++class_of[digit] == R.columns; ++digit)
      class_of[digit] = 0;
  }
  return 1 / all * sums;
}

TEST(LinkedDocuments, probabilities_with_single_pairs_and_with_chains_are_exact) {
  Host host;
  const Plain R = from_rows({{.5, .3, .2}, {.2, .7, .1}, {.1, .1, .8}, {.4, .35, .25}});
  const std::vector<std::vector<Pair>> all = {{{0, 1, 1}},
                                              {{0, 1, -1}},
                                              {{0, 3, 0.4}, {1, 2, -0.7}},
                                              {{0, 1, 1}, {1, 3, 1}},
                                              {{0, 1, 1}, {1, 3, 1}, {0, 2, -1}}};
  for (const std::vector<Pair> &pairs : all) {
    const Plain right = marginals(R, pairs);
    Dense<double> found = copied(R, host);
    combine_with_pairs(constraints_of(4, {}, pairs), found, host.run);
    for (std::int64_t i = 0; i < R.rows; ++i)
      for (std::int64_t c = 0; c < R.columns; ++c)
        EXPECT_NEAR(found(i, c), right(i, c), 1e-8) << pairs.size() << ' ' << i << ' ' << c;
  }
}

TEST(LinkedDocuments, labeled_documents_and_those_without_probabilities_stay) {
  Host host;
  Dense<double> R = copied(from_rows({{1, 0}, {.1, .9}, {0, 0}, {.3, .7}, {.6, .4}}), host);
  combine_with_pairs(constraints_of(5, {5, -1, -1, -1, -1}, {{0, 1, -1}, {1, 2, 1}, {0, 3, 1}}), R,
                     host.run);
  EXPECT_EQ(R(0, 0), 1);
  EXPECT_EQ(R(0, 1), 0);
  EXPECT_NEAR(R(1, 1), 1, 1e-6) << "apart from class 0";
  EXPECT_EQ(R(2, 0) + R(2, 1), 0);
  EXPECT_NEAR(R(3, 0), 1, 1e-6) << "together with class 0";
  EXPECT_EQ(R(4, 0), .6) << "in no pair";
}

// 1 - p of a probability that rounds to 1.
TEST(LinkedDocuments, of_two_certain_documents_the_less_certain_one_moves) {
  Host host;
  Dense<double> R = copied(from_rows({{1, 1e-20}, {1, 1e-25}}), host);
  combine_with_pairs(constraints_of(2, {}, {{0, 1, -1}}), R, host.run);
  EXPECT_NEAR(R(0, 0), 1e-5, 1e-9);
  EXPECT_NEAR(R(1, 0), 1 - 1e-5, 1e-9);
}

TEST(LinkedDocuments, one_class_stays_in_spite_of_a_cannot_link) {
  Host host;
  Dense<double> R = copied(from_rows({{1}, {1}}), host);
  combine_with_pairs(constraints_of(2, {}, {{0, 1, -1}}), R, host.run);
  EXPECT_EQ(R(0, 0), 1);
  EXPECT_EQ(R(1, 0), 1);
}

TEST(LinkedDocuments, a_label_is_the_class_of_its_chain_however_long) {
  Host host;
  constexpr Index n = 100;
  Plain rows(n, 2);
  std::vector<std::int32_t> labels(n, -1);
  std::vector<Pair> pairs;
  for (Index i = 0; i < n; ++i) {
    rows(i, 0) = i == 0 ? 1 : 1e-12;
    rows(i, 1) = i == 0 ? 0 : 1;
    if (i > 0 && i < n - 1) pairs.push_back({i - 1, i, 1});
  }
  labels[0] = 3;
  pairs.push_back({5, n - 1, -1});
  Dense<double> R = copied(rows, host);
  for (Index c = 0; c < 2; ++c) R(n - 1, c) = c == 0 ? 1 : 1e-200;
  combine_with_pairs(constraints_of(n, labels, pairs), R, host.run);
  EXPECT_EQ(R(n - 2, 0), 1);
  EXPECT_EQ(R(n - 1, 1), 1) << "apart from the label at the other end of the chain";
}

TEST(LinkedDocuments, pairs_that_follow_from_others_change_nothing) {
  Host host;
  const Plain rows = from_rows({{.5, .3, .2}, {.2, .7, .1}, {.1, .1, .8}, {.4, .35, .25}});
  const Constraints given = constraints_of(4, {}, {{0, 1, 1}, {2, 3, 1}, {0, 2, -0.3}});
  const Constraints closed = transitive_closure(given, 1 << 20);
  EXPECT_GT(closed.pairs.size(), given.pairs.size());
  Dense<double> one = copied(rows, host), other = copied(rows, host);
  combine_with_pairs(given, one, host.run);
  combine_with_pairs(closed, other, host.run);
  for (Index i = 0; i < 4; ++i)
    for (Index c = 0; c < 3; ++c) EXPECT_NEAR(one(i, c), other(i, c), 1e-15);
}

}  // namespace
}  // namespace manifact
