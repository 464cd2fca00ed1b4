#include "model/file/left_out.hpp"

namespace manifact {
namespace {

constexpr const char *scores[] = {"none", "cosine", "distance"};
static_assert(static_cast<int>(FitScore::none) == 0 && static_cast<int>(FitScore::distance) == 2);

}  // namespace

void add_left_out_facts(KeyValues &facts, const LeftOutRule &rule) {
  if (rule.empty()) return;
  facts.emplace_back("min_membership", print(rule.min_membership));
  facts.emplace_back("fit_score", scores[static_cast<int>(rule.score)]);
  facts.emplace_back("least_score", print(rule.least_score));
}

LeftOutRule read_left_out(const FactReader &facts) {
  constexpr double most = 1e300;
  return {facts.real("min_membership", 1), static_cast<FitScore>(facts.chosen("fit_score", scores)),
          facts.real("least_score", -most, most)};
}

}  // namespace manifact
