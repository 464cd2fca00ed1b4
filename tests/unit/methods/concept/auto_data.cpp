// methods/concept/auto on real collections: accuracy over three seeds, one under sanitizers.
#include <filesystem>
#include <fstream>
#include <string>

#include "support/accuracy.hpp"
#include "support/sanitized.hpp"

namespace {

struct Expectation {
  const char *corpus;
  int64_t k;
  double accuracy, nmi;
};

class AutoOnRealData : public testing::TestWithParam<Expectation> {};

TEST_P(AutoOnRealData, reaches_its_accuracy) {
  const std::string folder = support::shared() + "/data/" + GetParam().corpus;
  if (support::shared().empty() || !std::filesystem::exists(folder))
    GTEST_SKIP() << "no shared data: " << GetParam().corpus;
  if (GetParam().k > 3)
    NOT_UNDER_SANITIZERS("accuracy; classic3 and the tables take the same ways");
  const auto context = support::context();
  const auto X = support::read(context.get(), folder + "/X.mtx.gz");
  std::vector<int32_t> truth;
  std::ifstream file(folder + "/labels.txt");
  for (int32_t label; file >> label;) truth.push_back(label);
  Scores sum;
  constexpr int seeds = support::all_or_few(3, 1);
  for (int seed = 0; seed < seeds; ++seed) {
    const auto model = support::fit(
        support::solver(context.get(), "auto", {{"seed", std::to_string(seed)}, {"threads", "2"}})
            .get(),
        X.get(), GetParam().k);
    const Scores one = scores(context.get(), truth, model.get());
    sum.accuracy += one.accuracy;
    sum.nmi += one.nmi;
  }
  EXPECT_GE(sum.accuracy / seeds, GetParam().accuracy);
  EXPECT_GE(sum.nmi / seeds, GetParam().nmi);
}

INSTANTIATE_TEST_SUITE_P(
    , AutoOnRealData,
    testing::Values(Expectation{"bbc_news", 5, 0.95, 0.86}, Expectation{"classic3", 3, 0.985, 0.94},
                    Expectation{"coil20", 20, 0.8, 0.9}, Expectation{"uci_iris", 3, 0.96, 0.88},
                    Expectation{"uci_wine", 3, 0.9, 0.74}, Expectation{"uci_zoo", 7, 0.8, 0.77}),
    [](const auto &expected) { return std::string(expected.param.corpus); });

}  // namespace
