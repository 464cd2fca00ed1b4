// pipeline/finite: a non-finite number anywhere in a model is refused.
#include <gtest/gtest.h>

#include <limits>

#include "model/predict/mixture_posterior.hpp"
#include "model/predict/rules.hpp"
#include "pipeline/finite.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

TEST(Finite, what_is_not_is_named) {
  Host host;
  const struct {
    Array<double> &(*of)(Model &);
    const char *name;
  } parts[] = {{[](Model &m) -> Array<double> & { return m.V; }, "memberships"},
               {[](Model &m) -> Array<double> & { return m.W; }, "associations"},
               {[](Model &m) -> Array<double> & { return m.history; }, "history"},
               {[](Model &m) -> Array<double> & { return m.centroids; }, "centroids"},
               {[](Model &m) -> Array<double> & { return m.basis; }, "basis"},
               {[](Model &m) -> Array<double> & { return m.features.core; }, "core"}};
  for (const auto &part : parts)
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      Model model;
      model.predictor = nearest_center();
      check_finite(model);
      part.of(model) = Array<double>(host.memory, 3);
      check_finite(model);
      part.of(model)[2] = value;
      expect_error(Status::numerics, part.name, [&] { check_finite(model); });
    }
  Model model;
  model.predictor = nearest_center();
  model.training.lambda = std::numeric_limits<double>::infinity();
  expect_error(Status::numerics, "strength", [&] { check_finite(model); });
}

TEST(Finite, what_a_rule_for_new_documents_holds_is_named) {
  Host host;
  const auto numbers = [&](double last) {
    Array<double> values(host.memory, 4);
    values[3] = last;
    return values;
  };
  for (const double value : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
    NormalEquations of_M, of_g;
    of_M.M = numbers(value);
    of_g.g = numbers(value);
    Posterior mixture;
    mixture.r = 2;
    mixture.linear = numbers(value);
    Model models[3];
    models[0].predictor = least_squares(std::move(of_M));
    models[1].predictor = least_squares(std::move(of_g));
    models[2].predictor = std::make_unique<MixturePosterior>(std::move(mixture));
    const char *const names[] = {"W'KW", "document weights", "mixture"};
    for (int i = 0; i < 3; ++i) {
      models[i].k = 2;
      if (value == 0)
        check_finite(models[i]);
      else
        expect_error(Status::numerics, names[i], [&] { check_finite(models[i]); });
    }
  }
}

}  // namespace
}  // namespace manifact
