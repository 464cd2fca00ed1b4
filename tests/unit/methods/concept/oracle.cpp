// methods/concept (cf, lccf) against the vectors of an independent implementation: W and V after 1,
// 10 and 100 updates, and the objective after each update.
#include <cmath>

#include "support/reference_fit.hpp"

namespace {

using support::expect_close;
using support::Settings;
using support::with;

struct ConceptCase {
  const char *folder;
  const char *method;
  Settings settings;
  bool unit_columns = false;  // the files lack the last w'Kw = 1: compare with unit columns of V
};

void PrintTo(const ConceptCase &c, std::ostream *out) { *out << c.folder; }

const Settings plain = {{"normalization", "none"}, {"ncw", "none"}, {"update-order", "vw"}};

const Settings poly2 = {{"kernel", "polynomial"}, {"degree", "2"}};

const ConceptCase concept_cases[] = {
    {"lccf_cf_linear", "cf", plain},
    {"lccf_cf_linear_ncw", "cf", with(plain, {{"ncw", "unit-graph"}})},
    {"lccf_linear", "lccf", with(plain, {{"lambda", "100"}})},
    {"lccf_linear_WthenV", "lccf", with(plain, {{"lambda", "100"}, {"update-order", "wv"}})},
    {"lccf_linear_lam1", "lccf", with(plain, {{"lambda", "1"}})},
    {"lccf_linear_normV",
     "lccf",
     {{"normalization", "unit-memberships"}, {"ncw", "none"}, {"lambda", "100"}},
     true},
    {"lccf_linear_normW",
     "lccf",
     {{"normalization", "per-update"}, {"ncw", "none"}, {"lambda", "100"}}},
    {"lccf_linear_SI",
     "lccf",
     {{"normalization", "scale-invariant"}, {"ncw", "none"}, {"lambda", "100"}}},
    {"lccf_linear_ncw_appendixB", "lccf", with(plain, {{"lambda", "100"}, {"ncw", "full"}})},
    {"lccf_linear_ncw_code", "lccf", with(plain, {{"lambda", "100"}, {"ncw", "unit-graph"}})},
    {"lccf_poly2", "lccf", with(plain, with(poly2, {{"lambda", "100"}}))},
    {"lccf_poly2_ncw_appendixB", "lccf",
     with(plain, with(poly2, {{"lambda", "100"}, {"ncw", "full"}}))},
    {"lccf_poly2_ncw_appendixB_SI10", "lccf",
     with(poly2, {{"normalization", "scale-invariant"}, {"ncw", "full"}, {"lambda", "10"}})},
    {"lccf_cf_poly2", "cf", with(plain, poly2)},
    {"lccf_signed", "lccf", with(plain, {{"lambda", "10"}})},
    {"lccf_signed_WthenV", "lccf", with(plain, {{"lambda", "10"}, {"update-order", "wv"}})},
    {"lccf_signed_cf", "cf", plain},
    {"lccf_authors",
     "lccf",
     {{"normalization", "unit-memberships"}, {"ncw", "none"}, {"lambda", "100"}}},
    {"lccf_authors_ncw",
     "lccf",
     {{"normalization", "unit-memberships"}, {"ncw", "unit-graph"}, {"lambda", "100"}}},
};

class ConceptOracle : public testing::TestWithParam<ConceptCase> {};

// Scales the columns of V to unit length, and those of W inversely.
void unit_columns(std::vector<double> &W, std::vector<double> &V, std::size_t k) {
  for (std::size_t c = 0; c < k; ++c) {
    double square = 0;
    for (std::size_t e = c; e < V.size(); e += k) square += V[e] * V[e];
    for (std::size_t e = c; e < V.size(); e += k) {
      V[e] /= std::sqrt(square);
      W[e] *= std::sqrt(square);
    }
  }
}

TEST_P(ConceptOracle, factors_and_objective_follow_the_reference) {
  const ConceptCase &c = GetParam();
  NEEDS_SHARED(std::string("oracle/") + c.folder);
  const std::string folder = support::shared() + "/oracle/" + c.folder + "/";
  const auto context = support::context();
  const auto X = support::read(context.get(), folder + "X.mtx");
  const auto S = support::read(context.get(), folder + "S.mtx");
  manifact_graph *graph = nullptr;
  ASSERT_EQ(manifact_graph_from_matrix(context.get(), S.get(), 0, &graph), 0)
      << manifact_context_message(context.get());
  const support::Graph owner(graph);
  const auto W0 = support::dense(support::read(context.get(), folder + "W0.mtx").get());
  const auto V0 = support::dense(support::read(context.get(), folder + "V0.mtx").get());
  const int64_t n = manifact_matrix_rows(X.get()), k = static_cast<int64_t>(V0.size()) / n;
  const auto objective = support::table(folder + "obj.txt");
  for (const int updates : {1, 10, 100}) {
    const auto solver = support::reference_solver(context.get(), c.method, c.settings, updates);
    if (std::string(c.method) == "lccf") {
      ASSERT_EQ(manifact_solver_set_graph(solver.get(), graph), 0);
    }
    ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), W0.data(), V0.data(), n, k), 0);
    const auto model = support::fit(solver.get(), X.get(), k);
    ASSERT_TRUE(model);
    const auto file = [&](const char *factor) {
      return support::dense(
          support::read(context.get(), folder + factor + "_" + std::to_string(updates) + ".mtx")
              .get());
    };
    auto W = support::associations(model.get()), V = support::memberships(model.get());
    if (c.unit_columns) unit_columns(W, V, static_cast<std::size_t>(k));
    const std::string at = " after " + std::to_string(updates) + " updates";
    expect_close(W, file("W"), 1e-12, "W" + at);
    expect_close(V, file("V"), 1e-12, "V" + at);
    support::expect_history(model.get(), objective, updates, 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(, ConceptOracle, testing::ValuesIn(concept_cases),
                         [](const testing::TestParamInfo<ConceptCase> &one) {
                           return std::string(one.param.folder);
                         });

}  // namespace
