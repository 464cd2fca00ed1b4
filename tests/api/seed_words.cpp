// manifact_seed_labels(): labels from words that are known to belong to topics.
#include <algorithm>
#include <numeric>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

class SeedWords : public testing::Test {
 protected:
  int label(const std::vector<int64_t> &terms, const std::vector<int64_t> &offsets,
            const std::vector<int32_t> &topics, int64_t n_topics, int64_t n_clusters,
            const double *weights = nullptr) {
    labels.assign(static_cast<size_t>(c.n), -2);
    matched.assign(static_cast<size_t>(n_topics), -1);
    chosen = matched;
    return manifact_seed_labels(context.get(), X.get(), terms.data(), offsets.data(), topics.data(),
                                weights, static_cast<int64_t>(topics.size()), n_topics, n_clusters,
                                labels.data(), c.n, matched.data(), chosen.data());
  }
  void expect_planted(const std::vector<int32_t> &of_topic) const {
    for (size_t i = 0; i < labels.size(); ++i)
      if (labels[i] >= 0) {
        EXPECT_EQ(c.topics[i], of_topic[static_cast<size_t>(labels[i])]) << i;
      }
  }

  api::Corpus c = api::corpus(300, 45, 3);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
  std::vector<int32_t> labels;
  std::vector<int64_t> matched, chosen;
};

// The words of topic t are 15 t .. 15 t + 14.
TEST_F(SeedWords, label_the_clearest_tenth_of_the_documents_that_have_them) {
  ASSERT_EQ(label({2, 3, 17, 32}, {0, 1, 2, 3, 4}, {0, 0, 1, 2}, 3, 3), MANIFACT_OK)
      << manifact_context_message(context.get());
  expect_planted({0, 1, 2});
  for (size_t t = 0; t < 3; ++t) {
    EXPECT_EQ(chosen[t], 10);
    EXPECT_GT(matched[t], 30);
    EXPECT_EQ(std::count(labels.begin(), labels.end(), static_cast<int32_t>(t)), chosen[t]);
  }
  const std::vector<int32_t> before = labels;
  ASSERT_EQ(manifact_context_set_threads(context.get(), 3), MANIFACT_OK);
  ASSERT_EQ(label({2, 3, 17, 32}, {0, 1, 2, 3, 4}, {0, 0, 1, 2}, 3, 3), MANIFACT_OK);
  EXPECT_EQ(before, labels);
}

// The names of topics need not be in their order, and a phrase needs all of its words.
TEST_F(SeedWords, of_phrases_need_all_words) {
  ASSERT_EQ(label({33, 34, 4}, {0, 2, 3}, {0, 1}, 2, 3), MANIFACT_OK);
  expect_planted({2, 0});
  const int64_t both = matched[0];
  ASSERT_EQ(label({33, 34, 4}, {0, 1, 2, 3}, {0, 0, 1}, 2, 3), MANIFACT_OK);
  EXPECT_GT(matched[0], both);
}

TEST_F(SeedWords, of_two_topics_are_decided_by_the_other_seeds) {
  ASSERT_EQ(label({2, 17, 2, 18}, {0, 1, 2, 3, 4}, {0, 0, 1, 1}, 2, 3), MANIFACT_OK);
  // Word 2 alone is a tie.
  for (size_t i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) {
      EXPECT_NE(c.topics[i], 2);
    }
  const std::vector<double> weights = {1, 5, 1, 1};
  ASSERT_EQ(label({2, 17, 2, 18}, {0, 1, 2, 3, 4}, {0, 0, 1, 1}, 2, 3, weights.data()),
            MANIFACT_OK);
  EXPECT_GT(matched[0], matched[1]);
}

TEST_F(SeedWords, without_documents_leave_the_topic_free) {
  ASSERT_EQ(label({2, 17}, {0, 1, 2}, {0, 2}, 3, 4), MANIFACT_OK);
  EXPECT_EQ(matched[1], 0);
  EXPECT_EQ(chosen[1], 0);
  EXPECT_GT(chosen[2], 0);
}

TEST_F(SeedWords, improve_a_fit_like_labels) {
  ASSERT_EQ(label({2, 17, 32}, {0, 1, 2}, {0, 1}, 2, 3), MANIFACT_OK);
  manifact_constraints *handle = nullptr;
  ASSERT_EQ(manifact_constraints_create(context.get(), c.n, labels.data(), nullptr, nullptr,
                                        nullptr, 0, &handle),
            MANIFACT_OK);
  const support::Constraints constraints(handle);
  const support::Solver solver = support::solver(context.get(), "rcf");
  ASSERT_EQ(manifact_solver_set_constraints(solver.get(), constraints.get()), MANIFACT_OK);
  const support::Model model = support::fit(solver.get(), X.get(), 3);
  const std::vector<int32_t> found = support::labels(model.get());
  int64_t right = 0;
  for (size_t i = 0; i < found.size(); ++i) right += found[i] == c.topics[i] ? 1 : 0;
  EXPECT_GT(right, c.n * 9 / 10);
}

TEST_F(SeedWords, refuse_wrong_arguments) {
  const std::vector<int64_t> offsets = {0, 1};
  EXPECT_EQ(label({45}, offsets, {0}, 1, 2), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(label({4}, offsets, {1}, 1, 2), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(label({4}, offsets, {0}, 2, 1), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(label({4}, {0, 0}, {0}, 1, 2), MANIFACT_ERROR_ARGUMENT);
  const double zero = 0;
  EXPECT_EQ(label({4}, offsets, {0}, 1, 2, &zero), MANIFACT_ERROR_VALUE);
  const support::Matrix points = support::matrix(context.get(), 2, 2, {.5, 1, 2.5, 3});
  const int64_t term = 0;
  const int32_t topic = 0;
  EXPECT_EQ(manifact_seed_labels(context.get(), points.get(), &term, offsets.data(), &topic,
                                 nullptr, 1, 1, 2, labels.data(), 2, nullptr, nullptr),
            MANIFACT_ERROR_ARGUMENT);
}

}  // namespace
