#include "model/predict/rules.hpp"

#include "model/predict/mixture_posterior.hpp"
#include "model/predict/multiplicative_rows.hpp"

namespace manifact {
namespace {

// The words are stored in model files since release 0.1 and must not change.
constexpr struct {
  const char *word;
  ReadPredictor read;
} rules[] = {{"least-squares", read_least_squares},    {"iterative", read_multiplicative_rows},
             {"centre", read_nearest_center},          {"vote", read_neighbor_average},
             {"prediction", read_local_ridge},         {"mixture", read_mixture_posterior},
             {"full-mixture", read_mixture_posterior}, {"linear", read_linear_memberships},
             {"nearest-row", read_nearest_row}};

}  // namespace

ReadPredictor reader_of_rule(const FactReader &facts) {
  for (const auto &rule : rules)
    if (facts.text("rule") == rule.word) return rule.read;
  facts.refuse_later("rule", facts.text("rule"));
}

}  // namespace manifact
