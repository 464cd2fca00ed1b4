// The default pipeline on real collections: accuracy over three seeds.
#include <filesystem>
#include <fstream>

#include "support/accuracy.hpp"
#include "support/sanitized.hpp"

namespace {

struct CutAcceptance {
  const char *corpus;
  int64_t k;
  double accuracy;
};

class AutoOnRealData : public testing::TestWithParam<CutAcceptance> {};

TEST_P(AutoOnRealData, reaches_its_gate_over_three_seeds) {
  const std::string folder = support::shared() + "/data/" + GetParam().corpus;
  if (support::shared().empty() || !std::filesystem::exists(folder))
    GTEST_SKIP() << "no shared data: " << GetParam().corpus;
  if (GetParam().k > 3) NOT_UNDER_SANITIZERS("accuracy; classic3 takes the same ways");
  const auto context = support::context();
  const auto X = support::read(context.get(), folder + "/X.mtx.gz");
  std::vector<int64_t> truth;
  std::ifstream file(folder + "/labels.txt");
  for (int64_t label; file >> label;) truth.push_back(label);
  double sum = 0;
  for (const char *seed : {"0", "1", "2"})
    sum += accuracy(
        context.get(), truth,
        support::fit(
            support::solver(context.get(), "auto", {{"seed", seed}, {"threads", "2"}}).get(),
            X.get(), GetParam().k)
            .get());
  EXPECT_GE(sum / 3, GetParam().accuracy);
}

INSTANTIATE_TEST_SUITE_P(, AutoOnRealData,
                         testing::Values(CutAcceptance{"bbc_news", 5, 0.95},
                                         CutAcceptance{"classic3", 3, 0.985}),
                         [](const auto &acceptance) {
                           return std::string(acceptance.param.corpus);
                         });

}  // namespace
