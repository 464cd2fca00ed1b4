// Groups of documents: manifact_model_group_test() and manifact_model_group_terms().
#include <cmath>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

class Groups : public testing::Test {
 protected:
  static constexpr int64_t k = 3;
  api::Corpus c = api::corpus(60, 45, k);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
  support::Model model = api::fit(context.get(), "auto", {}, X.get(), k);
};

TEST_F(Groups, of_topics_themselves_differ_and_of_halves_do_not) {
  std::vector<int32_t> groups = support::labels(model.get());
  std::vector<double> statistics(k), p(k), adjusted(k), expected(k);
  const auto test = [&](int64_t n_groups) {
    return manifact_model_group_test(model.get(), groups.data(), c.n, n_groups, statistics.data(),
                                     p.data(), adjusted.data(), expected.data(), k);
  };
  ASSERT_EQ(test(k), MANIFACT_OK);
  for (size_t t = 0; t < k; ++t) {
    EXPECT_NEAR(statistics[t], static_cast<double>(c.n), 1e-9);  // a perfect association
    EXPECT_LT(adjusted[t], 1e-10);
    EXPECT_GE(adjusted[t], p[t]);
  }
  for (size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<int32_t>(i / 3 % 2);
  ASSERT_EQ(test(2), MANIFACT_OK);
  for (const double each : adjusted) EXPECT_GT(each, 0.05);
  groups.assign(groups.size(), 0);
  ASSERT_EQ(test(1), MANIFACT_OK);
  for (const double each : p) EXPECT_TRUE(std::isnan(each));
  groups[3] = 1;
  EXPECT_EQ(test(1), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(manifact_model_group_test(model.get(), groups.data(), c.n - 1, 2, nullptr, nullptr,
                                      nullptr, nullptr, k),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_model_group_test(model.get(), nullptr, c.n, 2, nullptr, nullptr, nullptr,
                                      nullptr, k),
            MANIFACT_ERROR_NULL);
}

TEST_F(Groups, have_the_terms_that_only_they_use) {
  // Of all documents, the groups are the planted topics, which have blocks of 15 words.
  std::vector<int64_t> terms(5);
  std::vector<double> scores(5);
  for (int64_t group = 0; group < k; ++group) {
    int64_t found = 0;
    ASSERT_EQ(manifact_model_group_terms(context.get(), model.get(), nullptr, c.topics.data(), c.n,
                                         -1, group, 5, terms.data(), scores.data(), &found),
              MANIFACT_OK)
        << manifact_context_message(context.get());
    EXPECT_EQ(found, 5);
    for (int64_t t = 0; t < found; ++t) {
      EXPECT_EQ(terms[static_cast<size_t>(t)] / 15, group);
      EXPECT_GE(scores[static_cast<size_t>(t)], 1.96);
    }
  }
  int64_t found = 0;
  const auto status = [&](int64_t topic, int64_t group) {
    return manifact_model_group_terms(context.get(), model.get(), nullptr, c.topics.data(), c.n,
                                      topic, group, 5, terms.data(), nullptr, &found);
  };
  EXPECT_EQ(status(0, 0), MANIFACT_OK);
  EXPECT_EQ(status(k, 0), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status(0, -1), MANIFACT_ERROR_ARGUMENT);
}

}  // namespace
