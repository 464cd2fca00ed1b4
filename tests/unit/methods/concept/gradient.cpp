// methods/concept: the gradients stated in multiplicative.cpp are those of the objective that
// ConceptState computes, and each update multiplies by the negative part of the gradient over the
// positive part.
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/update.hpp"
#include "reference/concept.hpp"

namespace manifact {
namespace {

class ConceptGradient : public testing::TestWithParam<ConceptSetting> {
 protected:
  static constexpr std::int64_t n = 17, m = 14, k = 3;

  // The state as the method sets it up, from the matrices of the reference; no penalty if lambda is
  // 0.
  void SetUp() override {
    const std::vector<double> g = problem_.weights(GetParam().ncw);
    state_.K = linear_kernel<double>(data(X_), host_.run);
    Array<double> weights(host_.memory, static_cast<std::int64_t>(g.size()));
    std::copy(g.begin(), g.end(), weights.begin());
    if (!g.empty()) state_.K = scaled_kernel(std::move(state_.K), weights, host_.run);
    state_.trace = trace(*state_.K);
    if (GetParam().lambda > 0) {
      auto penalty = std::make_unique<GraphPenalty<double>>(
          graph_, k,
          GraphStrength{GetParam().lambda, textbook_.scale_invariant, GetParam().ncw == "full"},
          host_.run);
      penalty->set_weights(weights, host_.run);
      state_.penalties.push_back(std::move(penalty));
    }
    state_.KW = Tall<double>(host_.memory, n, k);
    state_.W = Tall(dense<double>(textbook_.W, host_.memory));
    state_.V = Tall(dense<double>(textbook_.V, host_.memory));
    state_.W_changed(host_.run);
    state_.V_changed(host_.run);
  }

  // Central differences; the objective is quadratic in each factor, so that a long step is exact up
  // to rounding.
  Plain differences(Tall<double> ConceptState<double>::*factor,
                    void (ConceptState<double>::*changed)(manifact::ExecutionContext &)) {
    constexpr double h = 0.25;
    Plain gradient(n, k);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t c = 0; c < k; ++c) {
        double &entry = (state_.*factor)(i, c);
        const double before = entry;
        double side[2];
        for (const int s : {0, 1}) {
          entry = before + (s == 0 ? -h : h);
          (state_.*changed)(host_.run);
          side[s] = state_.objective(host_.run);
        }
        gradient(i, c) = (side[1] - side[0]) / (2 * h);
        entry = before;
        (state_.*changed)(host_.run);
      }
    return gradient;
  }

  Host host_;
  const ConceptProblem problem_{n, m, 8};
  const Csr<double> X_ = csr<double>(problem_.X, host_.memory);
  const Graph graph_ = graph_of(problem_.S, host_.memory);
  Textbook textbook_{problem_, GetParam(), random_plain(n, k, 9), random_plain(n, k, 10)};
  ConceptState<double> state_;
};

TEST_P(ConceptGradient, of_V_is_that_of_the_objective) {
  // dV / 2 = V W'KW - KW and the parts that penalties add
  Dense<double> num(host_.memory, n, k), den(host_.memory, n, k);
  state_.add_penalties_of_V(0, n, num.data(), den.data());
  const Plain stated =
      plain(state_.V) * plain(state_.M) - plain(state_.KW) + plain(den) - plain(num);
  EXPECT_LT(relative_error(differences(&ConceptState<double>::V, &ConceptState<double>::V_changed),
                           2 * stated),
            1e-9);
}

TEST_P(ConceptGradient, of_W_is_that_of_the_objective) {
  // dW / 2 = KW A - KV
  const Plain stated =
      plain(state_.KW) * plain(state_.hessian_of_W()) - textbook_.K * plain(state_.V);
  EXPECT_LT(relative_error(differences(&ConceptState<double>::W, &ConceptState<double>::W_changed),
                           2 * stated),
            1e-9);
}

TEST_P(ConceptGradient, quotients_are_its_two_parts) {
  const auto rule = multiplicative_updates<double>({1e-300, 1e-16});
  // num = den - dV / 2 with the gradient by differences: V num / den is the update.
  const Plain dV = differences(&ConceptState<double>::V, &ConceptState<double>::V_changed);
  rule->V_step(state_, host_.run);
  const Plain V_den = textbook_.V_denominator();
  EXPECT_LT(relative_error(plain(state_.V), Textbook::moved(textbook_.V, V_den - 0.5 * dV, V_den)),
            1e-8);
  EXPECT_LT(relative_error(V_den - 0.5 * dV, textbook_.V_numerator()), 1e-8)
      << "and nothing else is in the two parts";
  state_.V_changed(host_.run);
  textbook_.move_V();
  const Plain dW = differences(&ConceptState<double>::W, &ConceptState<double>::W_changed);
  rule->W_step(state_, host_.run);
  const Plain W_den = textbook_.W_denominator();
  EXPECT_LT(relative_error(plain(state_.W), Textbook::moved(textbook_.W, W_den - 0.5 * dW, W_den)),
            1e-8);
  EXPECT_LT(relative_error(W_den - 0.5 * dW, textbook_.W_numerator()), 1e-8);
}

std::vector<ConceptSetting> vw_settings() {
  std::vector<ConceptSetting> all = settings_of({"scale-invariant", "none"}, {0, 0.7, 30});
  std::erase_if(all, [](const ConceptSetting &s) { return s.order != "vw"; });
  return all;
}
INSTANTIATE_TEST_SUITE_P(, ConceptGradient, testing::ValuesIn(vw_settings()), shown_parameter);

}  // namespace
}  // namespace manifact
