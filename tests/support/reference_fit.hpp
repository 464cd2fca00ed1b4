// Fits that repeat the steps of an independent implementation, and comparisons with its files.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/constraint_data.hpp"
#include "support/handles.hpp"

namespace support {

// A solver that performs exactly `updates` updates of the formulas on unweighted data.
inline Solver reference_solver(manifact_context *context, const std::string &method,
                               const Settings &settings, int updates) {
  return solver(context, method,
                with(settings, {{"weighting", "none"},
                                {"scaling", "none"},
                                {"floor", "reference"},
                                {"tolerance", "0"},
                                {"readout", "argmax"},
                                {"max-iterations", std::to_string(updates)}}));
}

// The largest difference, as a share of the largest entry of `want`, is within the tolerance.
inline void expect_close(const std::vector<double> &got, const std::vector<double> &want,
                         double tolerance, const std::string &what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  double most = 0, worst = 0;
  for (const double x : want) most = std::fmax(most, std::fabs(x));
  for (std::size_t e = 0; e < got.size(); ++e)
    worst = std::isnan(got[e]) ? INFINITY : std::fmax(worst, std::fabs(got[e] - want[e]));
  EXPECT_LE(worst, tolerance * most) << what;
}

// The objectives before the first and after each update are those of a table of rows (t, value).
inline void expect_history(const manifact_model *model,
                           const std::vector<std::vector<double>> &objective, int updates,
                           double tolerance) {
  const std::vector<double> got = history(model);
  ASSERT_EQ(got.size(), static_cast<std::size_t>(updates) + 1);
  ASSERT_LE(got.size(), objective.size());
  for (std::size_t t = 0; t < got.size(); ++t)
    EXPECT_NEAR(got[t], objective[t][1], tolerance * objective[0][1])
        << "objective " << t << " of " << updates << " updates";
}

}  // namespace support
