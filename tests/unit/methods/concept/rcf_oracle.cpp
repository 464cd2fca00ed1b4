// methods/concept/rcf and related methods against the vectors of an independent implementation:
// factors and objective under propagated constraints.
#include <cmath>

#include "support/constraint_data.hpp"
#include "support/reference_fit.hpp"

namespace {

using support::expect_close;
using support::Settings;

struct RcfCase {
  const char *folder;
  const char *method;
  Settings settings;
  bool labels = true;
};

void PrintTo(const RcfCase &c, std::ostream *out) { *out << c.folder; }

const Settings end_mode = {
    {"preset", "none"}, {"normalization", "final"}, {"propagation-top", "59"}};

const RcfCase rcf_cases[] = {
    {"rcf_labels_end", "rcf", end_mode},
    {"rcf_labels_each", "rcf", {{"normalization", "per-update"}, {"propagation-top", "59"}}},
    {"rcf_pairs_end", "rcf", end_mode, false},
    {"rcf_soft_end", "rcf", end_mode, false},
    {"rcf_none_end", "rcf", end_mode, false},
    {"rcf_labels_end", "rcf", {{"normalization", "final"}, {"propagation-top", "exact"}}},
    {"rcf_pairs_end",
     "rcf",
     {{"preset", "none"}, {"normalization", "final"}, {"propagation-top", "exact"}},
     false},
    {"rcf_semilccf_end", "semi-lccf", {{"normalization", "final"}}},
    {"rcf_ccf",
     "ccf",
     {{"normalization", "final"}, {"ncw", "none"}, {"update", "mu"}, {"update-order", "wv"}}},
};

class RcfOracle : public testing::TestWithParam<RcfCase> {};

// The memberships of the documents, A Z, from those of the groups of ccf, one row each.
std::vector<double> spread(const std::vector<double> &A, const std::vector<double> &Z,
                           std::size_t n, std::size_t k) {
  const std::size_t r = Z.size() / k;
  std::vector<double> V(n * k);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t g = 0; g < r; ++g)
      for (std::size_t c = 0; c < k; ++c) V[i * k + c] += A[i * r + g] * Z[g * k + c];
  return V;
}

// Scales to w_c'K w_c = 1, as the model does after its last update.
void unit_concepts(const std::vector<double> &K, std::vector<double> &W, std::vector<double> &V,
                   std::size_t n, std::size_t k) {
  for (std::size_t c = 0; c < k; ++c) {
    double square = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) square += W[i * k + c] * K[i * n + j] * W[j * k + c];
    for (std::size_t i = 0; i < n; ++i) {
      W[i * k + c] /= std::sqrt(square);
      V[i * k + c] *= std::sqrt(square);
    }
  }
}

TEST_P(RcfOracle, factors_and_objective_follow_the_reference) {
  const RcfCase &c = GetParam();
  NEEDS_SHARED(std::string("oracle/") + c.folder);
  const std::string folder = support::shared() + "/oracle/" + c.folder + "/";
  const auto context = support::context();
  const auto X = support::read(context.get(), folder + "X.mtx");
  const auto read = [&](const std::string &name) {
    return support::dense(support::read(context.get(), folder + name + ".mtx").get());
  };
  const std::vector<double> rows = support::dense(X.get());
  const auto n = static_cast<std::size_t>(manifact_matrix_rows(X.get())),
             m = static_cast<std::size_t>(manifact_matrix_columns(X.get()));
  std::vector<double> K(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t f = 0; f < m; ++f) K[i * n + j] += rows[i * m + f] * rows[j * m + f];

  const bool tied = std::string(c.method) == "ccf";
  const std::vector<double> A = tied ? read("A") : std::vector<double>();
  const auto memberships = [&](const std::string &at) {
    return tied ? spread(A, read("Z" + at), n, 3) : read("V" + at);
  };
  const std::vector<double> U0 = read("U0"), V0 = memberships("0");
  const support::Constraints constraints =
      support::given_constraints(context.get(), folder, static_cast<int64_t>(n), c.labels);
  const auto objective = support::table(folder + "obj.txt");
  for (const int updates : {1, 10, 100}) {
    const auto solver = support::reference_solver(context.get(), c.method, c.settings, updates);
    if (constraints) {
      ASSERT_EQ(manifact_solver_set_constraints(solver.get(), constraints.get()), 0);
    }
    ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), U0.data(), V0.data(),
                                                static_cast<int64_t>(n), 3),
              0);
    const auto model = support::fit(solver.get(), X.get(), 3);
    ASSERT_TRUE(model);
    const std::string at = " after " + std::to_string(updates) + " updates";
    std::vector<double> U = read("U" + std::to_string(updates)),
                        V = memberships(std::to_string(updates));
    unit_concepts(K, U, V, n, 3);
    const double tolerance = updates == 100 ? 1e-8 : 1e-11;
    expect_close(support::associations(model.get()), U, tolerance, "U" + at);
    expect_close(support::memberships(model.get()), V, tolerance, "V" + at);
    support::expect_history(model.get(), objective, updates, 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(, RcfOracle, testing::ValuesIn(rcf_cases),
                         [](const testing::TestParamInfo<RcfCase> &one) {
                           std::string name = one.param.folder;
                           for (const auto &[key, value] : one.param.settings)
                             name += value == "exact" ? "_exact" : "";
                           return name;
                         });

}  // namespace
