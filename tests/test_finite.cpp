// No number that is not finite leaves a fit, wherever in the model it stands.
#include <gtest/gtest.h>

#include <limits>

#include "expect_error.hpp"
#include "numbers.hpp"
#include "pipeline/finite.hpp"

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
               {[](Model &m) -> Array<double> & { return m.assignment.U; }, "basis"},
               {[](Model &m) -> Array<double> & { return m.assignment.M; }, "W'KW"},
               {[](Model &m) -> Array<double> & { return m.assignment.g; }, "weights of documents"},
               {[](Model &m) -> Array<double> & { return m.assignment.mixture.linear; }, "mixture"},
               {[](Model &m) -> Array<double> & { return m.features.core; }, "core"}};
  for (const auto &part : parts)
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      Model model;
      check_finite(model);
      part.of(model) = Array<double>(host.memory, 3);
      check_finite(model);
      part.of(model)[2] = value;
      expect_error(Status::numerics, part.name, [&] { check_finite(model); });
    }
  Model model;
  model.assignment.lambda = std::numeric_limits<double>::infinity();
  expect_error(Status::numerics, "strength", [&] { check_finite(model); });
}

}  // namespace
}  // namespace manifact
