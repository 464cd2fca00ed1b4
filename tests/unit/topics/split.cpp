// Fits of some documents of a model: by its options, within its memory budget.
#include "topics/split.hpp"

#include <numeric>

#include "capi/handles.hpp"
#include "support/corpus.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

class FitsOfAModel : public testing::TestWithParam<const char *> {
 protected:
  const support::Context context_ = support::context();
  const support::Matrix X_ = api::csr(context_.get(), api::corpus(120, 60, 4, 25));
  Host host_;
};

// rcf: split by auto.
TEST_P(FitsOfAModel, have_its_memory_budget) {
  const support::Model fitted =
      api::fit(context_.get(), GetParam(), {{"memory-budget", "1234567"}}, X_.get(), 4);
  const Model &model = *fitted->model;
  EXPECT_EQ(model.memory_budget, 1234567);
  const FittedDocuments documents(model, nullptr, host_.run);
  EXPECT_EQ(fit_parts(model, 0, 2, documents, host_.run)->memory_budget, 1234567);
  if (std::string_view(GetParam()) == "rcf") return;
  std::vector<std::int32_t> rows(100);
  std::iota(rows.begin(), rows.end(), 0);
  EXPECT_EQ(fit_again(model, rows, 4, documents, host_.run)->memory_budget, 1234567);
}

INSTANTIATE_TEST_SUITE_P(Methods, FitsOfAModel,
                         testing::Values("kmeans", "spherical-kmeans", "lccf", "auto", "rcf"));

}  // namespace
}  // namespace manifact
