// methods/concept: the gradients stated in multiplicative.cpp are those of the objective that
// ConceptState computes, and each update multiplies by the part of the gradient with a minus over
// the part with a plus.
#include "concept_textbook.hpp"
#include "methods/concept/update.hpp"

namespace manifact {
namespace {

class ConceptGradient : public testing::TestWithParam<ConceptSetting> {
 protected:
  static constexpr std::int64_t n = 17, m = 14, k = 3;

  // The state as the method sets it up, from the matrices of the textbook; lambda = 0 has no graph.
  void SetUp() override {
    const std::vector<double> g = problem_.weights(GetParam().ncw);
    state_.K = linear_kernel<double>(X_.view(), host_.run);
    if (!g.empty()) {
      Array<double> weights(host_.memory, n);
      std::copy(g.begin(), g.end(), weights.begin());
      state_.K = scaled_kernel(std::move(state_.K), weights, host_.run);
    }
    state_.trace = trace(*state_.K);
    state_.lambda = GetParam().lambda;
    state_.scale_invariant = textbook_.scale_invariant;
    if (state_.lambda > 0) {
      state_.L = {csr<double>(textbook_.S, host_.memory), Array<double>(host_.memory, n)};
      for (std::int64_t i = 0; i < n; ++i) state_.L.d[i] = textbook_.D(i, i);
      state_.SV = Dense<double>(host_.memory, n, k);
    }
    state_.KW = Dense<double>(host_.memory, n, k);
    state_.W = dense<double>(textbook_.W, host_.memory);
    state_.V = dense<double>(textbook_.V, host_.memory);
    state_.W_changed(host_.run);
    state_.V_changed(host_.run);
  }

  // Central differences; the objective is a quadratic function of each factor, so that a long step
  // is exact but for rounding.
  Plain differences(Dense<double> ConceptState<double>::*factor,
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
  Textbook textbook_{problem_, GetParam(), random_plain(n, k, 9), random_plain(n, k, 10)};
  ConceptState<double> state_;
};

TEST_P(ConceptGradient, of_V_is_that_of_the_objective) {
  // dV / 2 = V W'KW - KW + L V diag(lambda_c), from the products that the state carries
  Plain stated = plain(state_.V) * plain(state_.M) - plain(state_.KW);
  if (!state_.L.empty()) {
    const Plain LV =
        scaled({state_.L.d.begin(), state_.L.d.end()}, plain(state_.V), {}) - plain(state_.SV);
    stated = stated + scaled({}, LV, listed(state_.penalties(host_.run)));
  }
  EXPECT_LT(relative_error(differences(&ConceptState<double>::V, &ConceptState<double>::V_changed),
                           2 * stated),
            1e-9);
}

TEST_P(ConceptGradient, of_W_is_that_of_the_objective) {
  // dW / 2 = KW (V'V + lambda diag(rho)) - KV, the rho only where the penalty depends on W
  Plain A = plain(state_.G);
  for (std::int64_t c = 0; state_.scale_invariant && !state_.L.empty() && c < k; ++c)
    A(c, c) += state_.lambda * state_.rho[c];
  const Plain stated = plain(state_.KW) * A - textbook_.K * plain(state_.V);
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
