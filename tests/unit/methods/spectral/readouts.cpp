// Read-outs of relaxed indicators: every method that has one offers all of them, and each of them
// is another way to read the same vectors.
#include <set>

#include "methods/registry.hpp"
#include "support/corpus.hpp"

namespace {

class Relaxed : public testing::TestWithParam<std::string> {};

std::vector<std::string> relaxed_methods() {
  std::vector<std::string> names;
  for (const manifact::Method *method : manifact::method_table())
    if (method->spectral) names.push_back(method->name);
  return names;
}

TEST_P(Relaxed, indicator_is_read_by_rotation_and_both_k_means) {
  const support::Context context = support::context();
  const api::Corpus corpus = api::corpus(90, 60, 3);
  const support::Matrix X = api::csr(context.get(), corpus);
  const std::string method = GetParam();
  EXPECT_STREQ(manifact_method_option_words(method.c_str(), "readout"),
               "cosine-kmeans kmeans rotation");
  EXPECT_EQ(manifact_method_uses_option(method.c_str(), "readout-starts"), 1);
  for (const char *readout : {"rotation", "cosine-kmeans", "kmeans"}) {
    const support::Model model = api::fit(
        context.get(), method,
        support::used(method, {{"readout", readout}, {"readout-starts", "3"}, {"neighbors", "12"}}),
        X.get(), 3);
    EXPECT_STREQ(manifact_model_option(model.get(), "readout"), readout);
    EXPECT_EQ(support::diagnostic(model.get(), "rotation_objective").empty(),
              std::string(readout) != "rotation")
        << readout;
    EXPECT_GE(api::accuracy(context.get(), corpus, model.get()), 0.95) << readout;
    const support::Model loaded = api::load(context.get(), api::bytes(context.get(), model.get()));
    std::vector<int32_t> labels(static_cast<std::size_t>(corpus.n));
    ASSERT_EQ(manifact_model_assign(context.get(), loaded.get(), X.get(), labels.data(), nullptr,
                                    corpus.n),
              MANIFACT_OK);
    std::size_t same = 0;
    for (std::size_t i = 0; i < labels.size(); ++i)
      same += labels[i] == support::labels(model.get())[i] ? 1 : 0;
    EXPECT_GE(same, 85u) << readout;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Relaxed, testing::ValuesIn(relaxed_methods()),
                         [](const auto &each) {
                           std::string name = each.param;
                           for (char &x : name) x = x == '-' ? '_' : x;
                           return name;
                         });

TEST(RelaxedMethods, are_all_the_spectral_ones) {
  const std::vector<std::string> names = relaxed_methods();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
            (std::set<std::string>{"average-association", "ratio-cut", "ncut", "cplr", "clgr",
                                   "can", "pcan", "ssc", "smce"}));
}

}  // namespace
