// How reliably topics recur: the index by hand, planted topics, and models that cannot be
// fitted again.
#include "topics/stability.hpp"

#include <cmath>

#include "support/corpus.hpp"

namespace {

using Values = std::vector<double>;

class Stability : public testing::Test {
 protected:
  Values of(const manifact_model *model, const manifact_matrix *X = nullptr) {
    Values stability(static_cast<size_t>(manifact_model_clusters(model)), -1);
    EXPECT_EQ(manifact_model_stability(context_.get(), model, X, 5, stability.data(),
                                       manifact_model_clusters(model)),
              MANIFACT_OK)
        << manifact_context_message(context_.get());
    return stability;
  }

  const support::Context context_ = support::context();
  const api::Corpus corpus_ = api::corpus(120, 60, 4, 25);
  const support::Matrix X_ = api::csr(context_.get(), corpus_);
};

TEST(BestJaccard, is_that_of_the_sets_by_hand) {
  // {0 1 2} and {3 4} against {0 1} and {2 3 5}; document 4 is in neither, topic 2 is empty.
  const Values found = manifact::best_jaccard({0, 0, 0, 1, 1, -1}, 3, {0, 0, 1, 1, -1, 1}, 2);
  EXPECT_DOUBLE_EQ(found[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(found[1], 1.0 / 4);
  EXPECT_TRUE(std::isnan(found[2]));
}

TEST_F(Stability, planted_topics_are_found_again_and_their_parts_are_not) {
  const support::Model planted = api::fit(context_.get(), "auto", {}, X_.get(), 4);
  for (const double found : of(planted.get())) EXPECT_GT(found, 0.9);
  const support::Model parts = api::fit(context_.get(), "spherical-kmeans", {}, X_.get(), 12);
  const Values found = of(parts.get());
  EXPECT_LT(*std::min_element(found.begin(), found.end()), 0.5);
}

TEST_F(Stability, is_the_same_for_every_number_of_threads_and_from_given_documents) {
  const support::Model model = api::fit(context_.get(), "ncut", {}, X_.get(), 6);
  const Values found = of(model.get());
  const support::Model without =
      api::fit(context_.get(), "ncut", {{"keep-data", "no"}, {"threads", "2"}}, X_.get(), 6);
  EXPECT_EQ(of(without.get(), X_.get()), found);
}

TEST_F(Stability, documents_without_a_topic_are_not_compared) {
  const support::Model model =
      api::fit(context_.get(), "kmeans", {{"outliers", "0.3"}}, X_.get(), 4);
  for (const double found : of(model.get())) EXPECT_GT(found, 0.9);
}

TEST_F(Stability, of_fits_that_cannot_be_repeated_is_refused) {
  Values stability(4);
  const auto refused = [&](const manifact_model *model, int64_t samples, const char *text) {
    EXPECT_EQ(
        manifact_model_stability(context_.get(), model, nullptr, samples, stability.data(), 4),
        MANIFACT_ERROR_ARGUMENT);
    EXPECT_NE(std::string(manifact_context_message(context_.get())).find(text), std::string::npos)
        << manifact_context_message(context_.get());
  };
  refused(api::fit(context_.get(), "rcf", {}, X_.get(), 4).get(), 3, "labels or pairs");
  const support::Model forgotten =
      api::fit(context_.get(), "kmeans", {{"keep-data", "no"}}, X_.get(), 4);
  refused(forgotten.get(), 3, "documents");
  refused(api::fit(context_.get(), "kmeans", {}, X_.get(), 4).get(), 0, "0 samples");
}

}  // namespace
