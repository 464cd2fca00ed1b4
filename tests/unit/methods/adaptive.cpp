// srmcf, can, pcan, ssc through the public API: diagnostics and warnings about data and options.
#include <cmath>

#include "support/handles.hpp"

namespace {

using support::Settings;

struct AdaptiveModels : testing::Test {
  support::Model fit(const char *method, const Settings &settings, const support::Matrix &X,
                     int64_t k) {
    return support::fit(support::solver(context.get(), method, settings).get(), X.get(), k);
  }
  std::string warnings(const char *method, const Settings &settings, const support::Matrix &X,
                       int64_t k) {
    return support::warnings(fit(method, settings, X, k).get());
  }

  // Groups of points around the corners of a cube, none at the origin.
  support::Matrix groups(int64_t n, int64_t m, double unit = 1) {
    std::vector<double> values;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < m; ++j)
        values.push_back(unit * ((i % 3 == j % 3 ? 5 : 1) +
                                 std::fmod(0.37 * static_cast<double>((i + 1) * (j + 3)), 1.0)));
    return support::matrix(context.get(), n, m, values);
  }

  support::Context context = support::context();
};

TEST_F(AdaptiveModels, ineffective_options_are_reported) {
  const auto X = groups(30, 4);
  const auto said = [&](const char *method, const Settings &settings) {
    return warnings(method, settings, X, 3);
  };
  EXPECT_EQ(said("srmcf", {{"start", "kmeans"}}).find("is ignored"), std::string::npos);
  EXPECT_NE(
      said("srmcf", {{"adaptive-ridge", "0.1"}}).find("adaptive-ridge is ignored with gamma=row"),
      std::string::npos);
  EXPECT_EQ(said("srmcf", {{"adaptive-ridge", "0.1"}, {"gamma", "fixed"}}).find("is ignored"),
            std::string::npos);
  for (const auto &[name, value] : Settings{{"gamma", "fixed"},
                                            {"refresh", "2"},
                                            {"adaptive-neighbors", "4"},
                                            {"adaptive-ridge", "1"}})
    EXPECT_NE(said("srmcf", {{"adaptive-weight", "0"}, {name, value}})
                  .find(name + " is ignored with adaptive-weight=0"),
              std::string::npos)
        << name;
  for (const auto &[name, value] : Settings{{"gamma", "fixed"}, {"adaptive-ridge", "1"}})
    EXPECT_NE(
        said("srmcf", {{"refresh", "0"}, {name, value}}).find(name + " is ignored with refresh=0"),
        std::string::npos)
        << name;
  for (const char *method : {"srmcf", "lccf"}) {
    EXPECT_NE(said(method, {{"smoothing", "3"}, {"start", "kmeans"}})
                  .find("smoothing is ignored without start=lsi or merge"),
              std::string::npos)
        << method;
    EXPECT_EQ(said(method, {{"smoothing", "3"}, {"start", "lsi"}}).find("is ignored"),
              std::string::npos)
        << method;
  }
}

TEST_F(AdaptiveModels, defaults_follow_the_size_and_the_kind_of_the_input) {
  const auto option = [&](const support::Matrix &X, const char *name,
                          const Settings &settings = {}) {
    return std::string(manifact_model_option(fit("srmcf", settings, X, 3).get(), name));
  };
  const Settings quick = {{"max-iterations", "1"}},
                 columns = {{"max-iterations", "1"}, {"normalization", "unit-memberships"}};
  const auto few = groups(60, 4), many = groups(1001, 4);
  EXPECT_EQ(option(few, "start", quick), "kmeans");
  EXPECT_EQ(option(few, "max-iterations"), "20");
  EXPECT_EQ(option(many, "start", quick), "ncut");
  EXPECT_EQ(option(few, "start", {{"start", "ncut"}}), "ncut");
  EXPECT_EQ(option(few, "lambda", columns), "10");
  EXPECT_EQ(option(many, "lambda", columns), "100");
  EXPECT_EQ(option(few, "lambda", {{"normalization", "unit-memberships"}, {"lambda", "7"}}), "7");
  std::vector<double> counts;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 6; ++j) counts.push_back(i % 3 == j / 2 ? 1 + (i * j) % 3 : 0);
  EXPECT_EQ(option(support::matrix(context.get(), 60, 6, counts, true), "start", quick), "ncut");
}

// Two documents, one of them empty: no table is too small for the default start.
TEST_F(AdaptiveModels, few_documents_start_too) {
  for (const int64_t n : {2, 3, 4, 5}) {
    const auto model =
        fit("srmcf", {{"scaling", n % 2 == 0 ? "unit-rows" : "auto"}}, groups(n, 3), 2);
    ASSERT_TRUE(model) << n;
    for (const double v : support::memberships(model.get()))
      EXPECT_TRUE(std::isfinite(v) && v >= 0) << n;
  }
  std::vector<double> holes(15);
  holes[0] = holes[4] = 1;
  EXPECT_TRUE(fit("srmcf", {{"start", "can"}, {"scaling", "unit-rows"}},
                  support::matrix(context.get(), 5, 3, holes), 2))
      << "two documents that are not empty";
}

TEST_F(AdaptiveModels, a_start_from_can_is_solved_once_and_reported) {
  const auto X = groups(60, 4);
  const auto one = fit("srmcf", {{"start", "can"}}, X, 3),
             some = fit("srmcf", {{"start", "can"}, {"restarts", "4"}, {"trial-iterations", "2"}},
                        X, 3);
  EXPECT_EQ(support::diagnostic(one.get(), "start_components"), "3");
  EXPECT_EQ(support::labels(one.get()), support::labels(some.get()));
  int64_t reported = 0;
  for (int64_t i = 0; i < manifact_model_diagnostic_count(some.get()); ++i) {
    const char *name = nullptr;
    manifact_model_diagnostic(some.get(), i, &name, nullptr);
    reported += std::string(name) == "start_rounds" ? 1 : 0;
  }
  EXPECT_EQ(reported, 1);
}

TEST_F(AdaptiveModels, a_graph_without_k_components_is_reported_as_not_converged) {
  const auto X = groups(400, 5);
  const auto model = fit("can", {{"max-iterations", "1"}, {"neighbors", "60"}}, X, 6);
  EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_NOT_CONVERGED);
  EXPECT_NE(support::warnings(model.get())
                .find("after 1 round instead of 6: the clusters are those of its eigenvectors"),
            std::string::npos)
      << support::warnings(model.get());
  EXPECT_NE(support::diagnostic(model.get(), "eigen_residual"), "");
  EXPECT_NE(warnings("can", {{"max-iterations", "0"}}, X, 6).find("the graph was not learned"),
            std::string::npos);
}

TEST_F(AdaptiveModels, a_projection_has_no_more_dimensions_than_the_data) {
  EXPECT_NE(warnings("pcan", {{"projection", "9"}}, groups(40, 4), 3)
                .find("projection reduced from 9 to 4: the features vary in no other directions"),
            std::string::npos);
  EXPECT_EQ(warnings("pcan", {{"projection", "4"}}, groups(40, 4), 3).find("projection reduced"),
            std::string::npos);
}

TEST_F(AdaptiveModels, values_whose_squares_leave_the_range_are_clustered_like_others) {
  for (const char *method : {"srmcf", "can", "pcan", "ssc", "smce"})
    for (const double unit : {1e-170, 1e160})
      for (const char *scaling : {"none", "min-max"}) {
        const auto extreme = fit(method, {{"scaling", scaling}}, groups(30, 4, unit), 3),
                   plain = fit(method, {{"scaling", scaling}}, groups(30, 4), 3);
        EXPECT_EQ(support::labels(extreme.get()), support::labels(plain.get()))
            << method << " " << unit << " " << scaling;
        EXPECT_EQ(support::diagnostic(extreme.get(), "scaling_exponent").empty(),
                  scaling == std::string("min-max"))
            << method;
      }
}

// Points on two lines that do not contain the origin, except for one point of the first line at the
// origin.
TEST_F(AdaptiveModels, affine_subspaces_may_hold_the_origin) {
  std::vector<double> values;
  for (int i = 0; i < 16; ++i) values.insert(values.end(), {static_cast<double>(i), 0, 0});
  for (int i = 0; i < 16; ++i) values.insert(values.end(), {40, static_cast<double>(i), 30.0 + i});
  const auto X = support::matrix(context.get(), 32, 3, values);
  const support::Settings as_given = {{"scaling", "none"}};
  const auto affine = support::labels(
      fit("ssc", {{"scaling", "none"}, {"affine", "yes"}, {"fidelity", "4000"}}, X, 2).get());
  EXPECT_EQ(affine[0], affine[5]);
  EXPECT_NE(affine[0], affine[20]);
  EXPECT_EQ(support::labels(fit("ssc", as_given, X, 2).get())[0], -1)
      << "it belongs to no linear one";
}

TEST_F(AdaptiveModels, ssc_names_the_row_that_raises_the_weight_of_all) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 6; ++j) values.push_back(j % 2 == i % 2 ? 1 + (3 * i + j) % 5 : 0);
  EXPECT_EQ(warnings("ssc", {}, support::matrix(context.get(), 40, 6, values), 2)
                .find("little in common"),
            std::string::npos);
  for (int j = 0; j < 6; ++j) values[static_cast<std::size_t>(j)] = j == 0 ? 1e-3 : 0;
  EXPECT_NE(warnings("ssc", {}, support::matrix(context.get(), 40, 6, values), 2)
                .find("one row has little in common with any other"),
            std::string::npos);
}

}  // namespace
