// manifact_model_suggest_pairs(): the questions of the rule in src/topics/suggest_pairs.hpp.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "support/corpus.hpp"

namespace {

using Question = std::pair<int64_t, int64_t>;
struct Known {
  int64_t first, second;
  double weight;
};

class SuggestPairs : public testing::Test {
 protected:
  static constexpr int64_t k = 3;
  api::Corpus c = api::corpus(60, 45, k, 6);  // short: some are between topics
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
  support::Model model = api::fit(context.get(), "lccf", {}, X.get(), k);
  std::vector<int32_t> labels = support::labels(model.get());
  std::vector<double> margins = [&] {
    std::vector<double> all(labels.size());
    EXPECT_EQ(manifact_model_margins(model.get(), all.data(), c.n), MANIFACT_OK);
    return all;
  }();

  support::Constraints constraints(const std::vector<Known> &pairs) {
    std::vector<int64_t> first, second;
    std::vector<double> weights;
    for (const Known &pair : pairs) {
      first.push_back(pair.first);
      second.push_back(pair.second);
      weights.push_back(pair.weight);
    }
    manifact_constraints *out = nullptr;
    EXPECT_GE(manifact_constraints_create(context.get(), c.n, nullptr, first.data(), second.data(),
                                          weights.data(), std::ssize(first), &out),
              0);
    return support::Constraints(out);
  }

  std::vector<Question> ask(int64_t count, const std::vector<Known> &pairs = {}) {
    const support::Constraints known = constraints(pairs);
    std::vector<int64_t> first(static_cast<size_t>(count)), second(first);
    std::vector<double> found_margins(first.size());
    int64_t found = 0;
    EXPECT_EQ(manifact_model_suggest_pairs(
                  context.get(), model.get(), pairs.empty() ? nullptr : known.get(), count,
                  first.data(), second.data(), found_margins.data(), &found),
              MANIFACT_OK)
        << manifact_context_message(context.get());
    std::vector<Question> questions;
    for (size_t q = 0; q < static_cast<size_t>(found); ++q) {
      EXPECT_LT(first[q], second[q]);
      EXPECT_TRUE(found_margins[q] == margins[static_cast<size_t>(first[q])] ||
                  found_margins[q] == margins[static_cast<size_t>(second[q])]);
      questions.emplace_back(first[q], second[q]);
    }
    return questions;
  }

  // The document nearest to the mean of each topic.
  std::vector<int64_t> typical() const {
    std::vector<int64_t> best(k, -1);
    const double *const cosines = manifact_model_cosines(model.get());
    for (int64_t i = 0; i < c.n; ++i) {
      int64_t &own = best[static_cast<size_t>(labels[static_cast<size_t>(i)])];
      if (own < 0 || cosines[i] > cosines[own]) own = i;
    }
    return best;
  }

  int64_t other_of(const Question &question, int64_t document) const {
    return question.first == document ? question.second : question.first;
  }
};

TEST_F(SuggestPairs, first_are_documents_between_topics_and_the_typical_one) {
  const std::vector<int64_t> anchors = typical();
  const double *const cosines = manifact_model_cosines(model.get());
  std::vector<int64_t> order;
  for (int64_t i = 0; i < c.n; ++i)
    if (std::find(anchors.begin(), anchors.end(), i) == anchors.end()) order.push_back(i);
  const auto score = [&](int64_t i) {
    return (1 - margins[static_cast<size_t>(i)]) * std::max(0.0, cosines[i]);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t i, int64_t j) { return score(i) > score(j); });
  const std::vector<Question> found = ask(10);
  ASSERT_EQ(found.size(), 10u);
  std::vector<double> shares(static_cast<size_t>(c.n * k));
  ASSERT_EQ(manifact_model_proportions(model.get(), shares.data(), c.n * k), MANIFACT_OK);
  for (size_t q = 0; q < found.size(); ++q) {
    const int64_t document = order[q];
    const auto row = shares.begin() + document * k;
    const auto topic = static_cast<size_t>(std::max_element(row, row + k) - row);
    EXPECT_EQ(found[q], Question(std::minmax(document, anchors[topic])));
  }
}

TEST_F(SuggestPairs, documents_of_violated_pairs_precede) {
  const std::vector<int64_t> anchors = typical();
  // Two documents of one topic that are apart, and one that is in another topic.
  int64_t i = 0, j = -1;
  while (std::find(anchors.begin(), anchors.end(), i) != anchors.end()) ++i;
  for (j = i + 1; labels[static_cast<size_t>(j)] != labels[static_cast<size_t>(i)] ||
                  std::find(anchors.begin(), anchors.end(), j) != anchors.end();)
    ++j;
  const std::vector<Question> found = ask(5, {{i, j, -1}});
  ASSERT_EQ(found.size(), 5u);
  // One of them is the known document of the topic, the other one is known to be apart from it and
  // is compared with that of another topic.
  const bool has_i = found[0].first == i || found[0].second == i,
             has_j = found[0].first == j || found[0].second == j;
  ASSERT_TRUE(has_i != has_j);
  const int64_t other = other_of(found[0], has_i ? i : j);
  EXPECT_NE(labels[static_cast<size_t>(other)], labels[static_cast<size_t>(i)]);
  EXPECT_NE(std::find(anchors.begin(), anchors.end(), other), anchors.end());
  // If it is apart from all topics, there is nothing to ask about it.
  std::vector<Known> all = {{i, j, -1}};
  const int64_t lone = has_i ? i : j;
  for (int64_t t = 0; t < k; ++t)
    if (t != labels[static_cast<size_t>(i)])
      all.push_back({std::min(lone, anchors[static_cast<size_t>(t)]),
                     std::max(lone, anchors[static_cast<size_t>(t)]), -1});
  for (const Question &question : ask(60, all))
    EXPECT_TRUE(question.first != lone && question.second != lone);
}

// A must-link between topics is violated, one within a topic is not.
TEST_F(SuggestPairs, documents_of_violated_must_links_precede_and_those_of_others_do_not) {
  const std::vector<int64_t> anchors = typical();
  const auto clearest = [&](int32_t topic, int64_t but) {
    int64_t best = -1;
    for (int64_t i = 0; i < c.n; ++i)
      if (const auto at = static_cast<size_t>(i);
          labels[at] == topic && i != but &&
          std::find(anchors.begin(), anchors.end(), i) == anchors.end() &&
          (best < 0 || margins[at] > margins[static_cast<size_t>(best)]))
        best = i;
    return best;
  };
  const int64_t i = clearest(0, -1), like = clearest(0, i), other = clearest(1, -1);
  const auto first_asks_about = [&](int64_t a, int64_t b) {
    const Question first = ask(1, {{std::min(a, b), std::max(a, b), 1}}).at(0);
    return first.first == a || first.second == a || first.first == b || first.second == b;
  };
  EXPECT_TRUE(first_asks_about(i, other));
  EXPECT_FALSE(first_asks_about(i, like));
}

// Labels that agree with a topic are no reason to ask about it later than about others.
TEST_F(SuggestPairs, labels_that_agree_with_a_topic_raise_no_doubt_and_lower_none) {
  const Question first = ask(1).at(0);
  std::vector<int32_t> classes(labels.size(), -1);
  for (size_t i = 0; i < classes.size(); ++i) {
    const auto document = static_cast<int64_t>(i);
    if (labels[i] == labels[static_cast<size_t>(first.first)] && margins[i] > 0.3 &&
        document != first.first && document != first.second)
      classes[i] = 0;
  }
  EXPECT_GT(std::count(classes.begin(), classes.end(), 0), 3);
  manifact_constraints *out = nullptr;
  ASSERT_EQ(manifact_constraints_create(context.get(), c.n, classes.data(), nullptr, nullptr,
                                        nullptr, 0, &out),
            MANIFACT_OK);
  const support::Constraints known(out);
  int64_t one = -1, other = -1, found = 0;
  double margin = 0;
  ASSERT_EQ(manifact_model_suggest_pairs(context.get(), model.get(), known.get(), 1, &one, &other,
                                         &margin, &found),
            MANIFACT_OK);
  const int64_t doubtful =
      margins[static_cast<size_t>(first.first)] < margins[static_cast<size_t>(first.second)]
          ? first.first
          : first.second;
  EXPECT_TRUE(one == doubtful || other == doubtful) << one << ' ' << other;
}

// Nothing is asked twice, and in the end nothing is left; together and apart are inferred.
TEST_F(SuggestPairs, answers_end_the_questions) {
  std::vector<Known> answers;
  std::set<Question> asked;
  for (int round = 0; round < 200; ++round) {
    const std::vector<Question> questions = ask(10, answers);
    if (questions.empty()) break;
    for (const auto &[first, second] : questions) {
      EXPECT_TRUE(asked.emplace(first, second).second);
      const bool together =
          c.topics[static_cast<size_t>(first)] == c.topics[static_cast<size_t>(second)];
      answers.push_back({first, second, together ? 1. : -1.});
    }
  }
  EXPECT_TRUE(ask(1, answers).empty());
  EXPECT_LE(std::ssize(answers), k * c.n);
}

TEST_F(SuggestPairs, wrong_arguments_are_refused) {
  int64_t first[2], second[2], found = 7;
  const auto status = [&](const manifact_constraints *known, int64_t count) {
    return manifact_model_suggest_pairs(context.get(), model.get(), known, count, first, second,
                                        nullptr, &found);
  };
  EXPECT_EQ(status(nullptr, -1), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(found, 0);
  EXPECT_EQ(status(nullptr, 2), MANIFACT_OK);
  EXPECT_EQ(found, 2);
  manifact_constraints *other = nullptr;
  ASSERT_GE(
      manifact_constraints_create(context.get(), 5, nullptr, nullptr, nullptr, nullptr, 0, &other),
      0);
  EXPECT_EQ(status(support::Constraints(other).get(), 2), MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(manifact_model_suggest_pairs(context.get(), model.get(), nullptr, 2, nullptr, second,
                                         nullptr, &found),
            MANIFACT_ERROR_NULL);
}

}  // namespace
