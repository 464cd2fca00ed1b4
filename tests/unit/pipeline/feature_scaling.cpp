// pipeline/prepare: feature scaling as an option of a fit, as the reference programs scaled iris,
// for new documents and in model files.
#include <cmath>
#include <fstream>

#include "support/accuracy.hpp"
#include "support/handles.hpp"

namespace {

using support::Settings;

struct Iris : testing::Test {
  std::string shared(const std::string &path) const { return support::shared() + "/" + path; }
  support::Matrix raw() { return support::read(context.get(), shared("data/uci_iris/X.mtx.gz")); }
  std::vector<double> file(const std::string &path) {
    return support::dense(support::read(context.get(), shared("oracle/" + path)).get());
  }

  support::Context context = support::context();
};

double largest_difference(const std::vector<double> &got, const std::vector<double> &want) {
  EXPECT_EQ(got.size(), want.size());
  double worst = 0;
  for (std::size_t e = 0; e < want.size(); ++e)
    worst = std::fmax(worst, std::fabs(got[e] - want[e]));
  return worst;
}

TEST_F(Iris, min_max_is_what_the_references_begin_with) {
  NEEDS_SHARED("oracle/srmcf_iris_row");
  manifact_matrix *scaled = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context.get(), raw().get(), "none", "min-max", &scaled), 0)
      << manifact_context_message(context.get());
  const support::Matrix owner(scaled);
  EXPECT_LE(largest_difference(support::dense(scaled), file("srmcf_iris_row/X.mtx")), 1e-15);
  EXPECT_LE(largest_difference(support::dense(scaled), file("can_iris/X.mtx")), 1e-15);
}

TEST_F(Iris, srmcf_scales_and_follows_the_reference) {
  NEEDS_SHARED("oracle/srmcf_iris_row");
  for (const std::string name : {"srmcf_iris_row", "srmcf_iris_fixed"}) {
    Settings settings = {{"scaling", "min-max"},
                         {"tolerance", "0"},
                         {"max-iterations", "50"},
                         {"adaptive-neighbors", "5"},
                         {"lambda", "0.1"}};
    const Settings fixed = {
        {"adaptive-weight", "10"}, {"gamma", "fixed"}, {"adaptive-ridge", "0.0005824750263247163"}};
    if (name == "srmcf_iris_fixed") settings.insert(settings.end(), fixed.begin(), fixed.end());
    const auto solver = support::solver(context.get(), "srmcf", settings);
    manifact_graph *graph = nullptr;
    ASSERT_EQ(
        manifact_graph_from_matrix(
            context.get(), support::read(context.get(), shared("oracle/" + name + "/S.mtx")).get(),
            0, &graph),
        0);
    ASSERT_EQ(manifact_solver_set_graph(solver.get(), graph), 0);
    manifact_graph_free(graph);
    ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), file(name + "/W0.mtx").data(),
                                                file(name + "/V0.mtx").data(), 150, 3),
              0);
    const auto model = support::fit(solver.get(), raw().get(), 3);
    ASSERT_TRUE(model);
    EXPECT_EQ(support::diagnostic(model.get(), "scaling"), "min-max");
    EXPECT_LE(largest_difference(support::associations(model.get()), file(name + "/W_50.mtx")),
              1e-10)
        << name;
    EXPECT_LE(largest_difference(support::memberships(model.get()), file(name + "/V_50.mtx")),
              1e-10)
        << name;
  }
}

TEST_F(Iris, can_scales_and_finds_the_parts_of_the_reference) {
  NEEDS_SHARED("oracle/can_iris");
  for (const char *variant : {"local", "global"})
    for (const char *scaling : {"min-max", "auto"}) {
      const auto model = support::fit(
          support::solver(context.get(), "can", {{"scaling", scaling}, {"variant", variant}}).get(),
          raw().get(), 3);
      ASSERT_TRUE(model);
      EXPECT_EQ(support::diagnostic(model.get(), "adaptive_components"), "3");
      std::ifstream lines(shared(std::string("oracle/can_iris") +
                                 (*variant == 'g' ? "_global" : "") + "/labels_components.txt"));
      std::vector<int32_t> parts;
      for (int32_t part; lines >> part;) parts.push_back(part);
      EXPECT_EQ(accuracy(context.get(), parts, model.get()), 1) << variant << " " << scaling;
    }
}

std::vector<double> table(int64_t n) {
  std::vector<double> values;
  for (int64_t i = 0; i < n; ++i)
    values.insert(values.end(),
                  {-50.0 + static_cast<double>(i % 7) + (i % 2 == 0 ? 40 : 0),
                   1e-3 * static_cast<double>((i * i) % 11), 4, 1e6 * static_cast<double>(i % 2)});
  return values;
}

TEST(FeatureScalingModels, a_model_from_a_file_scales_new_documents_as_the_fitted_one) {
  const auto context = support::context();
  const auto X = support::matrix(context.get(), 40, 4, table(40)),
             fresh = support::matrix(context.get(), 3, 4,
                                     {-49, 0.004, 4, 1e6, -9, 0.002, 4.5, 0, 0, 0, 0, 0}, true);
  for (const char *scaling : {"min-max", "z-score"})
    for (const char *method : {"srmcf", "can", "ssc", "lccf", "kmeans"}) {
      const auto model = support::fit(
          support::solver(context.get(), method, {{"scaling", scaling}}).get(), X.get(), 2);
      ASSERT_TRUE(model) << method;
      const support::Model loaded = support::saved_and_loaded(context.get(), model.get());
      ASSERT_TRUE(loaded);
      support::Assigned now;
      for (const auto &documents : {X.get(), fresh.get()}) {
        now = support::assigned(context.get(), model.get(), documents);
        const auto again = support::assigned(context.get(), loaded.get(), documents);
        EXPECT_EQ(now.labels, again.labels) << method << " " << scaling;
        EXPECT_EQ(now.memberships, again.memberships) << method << " " << scaling;
        // Each of the two groups is a plane to ssc, which new documents are not assigned by.
        if (documents != X.get() || method == std::string("ssc")) continue;
        EXPECT_EQ(now.labels, support::labels(model.get())) << method << " " << scaling;
      }
      EXPECT_NE(now.labels[0], now.labels[1]) << method << " " << scaling;  // of the new documents
      EXPECT_STREQ(manifact_model_option(loaded.get(), "scaling"), scaling);
    }
}

// Without scaling the last feature dominates.
TEST(FeatureScalingModels, features_weigh_the_same_whatever_their_units) {
  const auto context = support::context();
  std::vector<double> values;
  for (int i = 0; i < 60; ++i)
    values.insert(values.end(),
                  {i / 20 == 0 ? 1.0 : 0.0, i / 20 == 1 ? 1.0 : 0.0, 1e6 * ((i * 7) % 20)});
  std::vector<int32_t> truth;
  for (int i = 0; i < 60; ++i) truth.push_back(1 + i / 20);
  const auto X = support::matrix(context.get(), 60, 3, values);
  for (const char *scaling : {"min-max", "z-score"})
    EXPECT_EQ(accuracy(context.get(), truth,
                       support::fit(
                           support::solver(context.get(), "kmeans", {{"scaling", scaling}}).get(),
                           X.get(), 3)
                           .get()),
              1)
        << scaling;
  EXPECT_LT(
      accuracy(context.get(), truth,
               support::fit(support::solver(context.get(), "kmeans").get(), X.get(), 3).get()),
      0.6);
}

// One point is the minimum of all features, and one of the new points is, too.
TEST(FeatureScalingModels, the_origin_is_a_point_like_others) {
  const auto context = support::context();
  std::vector<double> values;
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 3; ++j)
      values.push_back(i == 0   ? 1
                       : i < 15 ? 1.2 + 0.01 * ((7 * i + 5 * j) % 10)
                                : 4 + 2 * j + 0.01 * ((3 * i + j) % 10));
  const auto X = support::matrix(context.get(), 30, 3, values),
             fresh = support::matrix(context.get(), 2, 3, {1, 1, 1, 4, 6, 8});
  for (const char *method : {"srmcf", "lccf", "ncut", "kmeans", "can", "nmf"}) {
    const auto model = support::fit(
        support::solver(context.get(), method, {{"scaling", "min-max"}}).get(), X.get(), 2);
    ASSERT_TRUE(model) << method;
    const auto labels = support::labels(model.get());
    EXPECT_EQ(support::warnings(model.get()).find("belong to no cluster"), std::string::npos)
        << method;
    std::vector<double> square(2);  // of the mean of each cluster
    for (std::size_t e = 0; e < 6; ++e)
      square[e % 2] += std::pow(manifact_model_centroids(model.get())[e], 2);
    EXPECT_EQ(labels[0], square[0] < square[1] ? 0 : 1) << method;
    std::vector<int32_t> found(2);
    ASSERT_EQ(
        manifact_model_assign(context.get(), model.get(), fresh.get(), found.data(), nullptr, 2),
        0);
    EXPECT_EQ(found[0], labels[0]) << method;
  }
}

// Two points of a cluster are near the origin and the others far away, so that the mean of the
// other cluster is nearer: kernels use neighbors, not means.
TEST(FeatureScalingModels, kernels_know_the_origin) {
  const auto context = support::context();
  std::vector<double> values;
  std::vector<int32_t> start;
  for (int i = 0; i < 20; ++i) {
    const double off = 0.002 * i;
    if (i < 2)
      values.insert(values.end(), {off, off});
    else if (i < 10)
      values.insert(values.end(), {1 - off, off});
    else
      values.insert(values.end(), {0.4 + off, 0.5 + off});
    start.push_back(i < 10 ? 0 : 1);
  }
  values[39] = 1;  // the range of both features
  const auto X = support::matrix(context.get(), 20, 2, values),
             fresh = support::matrix(context.get(), 2, 2, {0, 0, 1e-9, 1e-9});
  for (const Settings &kernel :
       {Settings{{"kernel", "rbf"}, {"bandwidth", "0.1"}},
        Settings{{"kernel", "polynomial"}, {"offset", "1"}}, Settings{{"kernel", "linear"}}}) {
    Settings settings = {
        {"scaling", "min-max"}, {"lambda", "0"}, {"max-iterations", "0"}, {"readout", "argmax"}};
    settings.insert(settings.end(), kernel.begin(), kernel.end());
    const auto solver = support::solver(context.get(), "lccf", settings);
    ASSERT_EQ(manifact_solver_set_start_labels(solver.get(), start.data(), 20), 0)
        << manifact_solver_message(solver.get());
    const auto model = support::fit(solver.get(), X.get(), 2);
    ASSERT_TRUE(model);
    std::vector<int32_t> found(2);
    ASSERT_EQ(
        manifact_model_assign(context.get(), model.get(), fresh.get(), found.data(), nullptr, 2),
        0);
    if (kernel.front().second == "linear") {
      EXPECT_EQ(found[0], 1) << "the nearest mean";
      continue;
    }
    EXPECT_EQ(found[0], found[1]) << kernel.front().second << ": as a hair beside it";
    if (kernel.front().second == "rbf") {
      EXPECT_EQ(found[0], 0);
    }
  }
}

TEST(FeatureScalingModels, new_documents_beyond_a_double_are_named) {
  const auto context = support::context();
  std::vector<double> values;
  for (int i = 0; i < 24; ++i)
    values.insert(values.end(), {1e-5 * (i % 4) + (i % 2), 1e-9 * (i % 5)});
  const auto X = support::matrix(context.get(), 24, 2, values),
             fresh = support::matrix(context.get(), 2, 2, {0, 0, 1, 1e305});
  for (const char *scaling : {"min-max", "z-score"})
    for (const char *method : {"lccf", "kmeans"}) {
      const auto model = support::fit(
          support::solver(context.get(), method, {{"scaling", scaling}}).get(), X.get(), 2);
      std::vector<int32_t> found(2);
      EXPECT_EQ(
          manifact_model_assign(context.get(), model.get(), fresh.get(), found.data(), nullptr, 2),
          MANIFACT_ERROR_VALUE)
          << method;
      EXPECT_NE(
          std::string(manifact_context_message(context.get())).find("row 1, column 1 is so far"),
          std::string::npos)
          << manifact_context_message(context.get());
    }
}

// Its neighbors determine its cluster and its memberships.
TEST(FeatureScalingModels, srmcf_lets_a_document_at_the_origin_follow_its_neighbors) {
  const auto context = support::context();
  std::vector<double> values;
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 3; ++j)
      values.push_back(i == 0 ? 0 : (i % 2) * (3 + j) + 0.1 * (1 + (5 * i + 3 * j) % 7));
  const auto model = support::fit(support::solver(context.get(), "srmcf").get(),
                                  support::matrix(context.get(), 30, 3, values).get(), 2);
  ASSERT_TRUE(model);
  const auto labels = support::labels(model.get());
  EXPECT_EQ(labels[0], labels[2]);
  EXPECT_NE(labels[0], labels[1]);
  const auto V = support::memberships(model.get());
  EXPECT_GT(V[static_cast<std::size_t>(labels[0])], 0);
}

TEST(FeatureScalingModels,
     auto_takes_unit_rows_for_text_and_leaves_tables_to_other_methods_as_they_are) {
  const auto context = support::context();
  const auto diagnosed = [&](const char *method, bool sparse) {
    std::vector<double> values;
    for (int i = 0; i < 96; ++i) values.push_back(static_cast<double>((i * 37) % 5));
    return support::diagnostic(
        support::fit(support::solver(context.get(), method).get(),
                     support::matrix(context.get(), 16, 6, values, sparse).get(), 2)
            .get(),
        "scaling");
  };
  for (const char *method : {"can", "pcan"})
    EXPECT_EQ(diagnosed(method, false), "min-max") << method;
  for (const char *method : {"srmcf", "can", "lccf", "ssc"})
    EXPECT_EQ(diagnosed(method, true), "unit-rows") << method;
  for (const char *method : {"srmcf", "lccf", "smce", "kmeans"})
    EXPECT_EQ(diagnosed(method, false), "none") << method;
}

// Of images only the direction counts; tables and features of very different scales are scaled.
TEST(FeatureScalingModels, ssc_takes_unit_rows_for_many_features_of_similar_scales) {
  const auto context = support::context();
  const auto diagnosed = [&](const char *method, int features, double last) {
    std::vector<double> values;
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < features; ++j)
        values.push_back(((i * 37 + j * (1 + i % 2) * 11) % 7) * (j < features - 1 ? 0.5 : last));
    return support::diagnostic(
        support::fit(support::solver(context.get(), method).get(),
                     support::matrix(context.get(), 16, features, values).get(), 2)
            .get(),
        "scaling");
  };
  EXPECT_EQ(diagnosed("ssc", 32, 0.5), "min-max");
  EXPECT_EQ(diagnosed("ssc", 33, 0.5), "unit-rows");
  EXPECT_EQ(diagnosed("ssc", 33, 50), "min-max");
  EXPECT_EQ(diagnosed("can", 33, 0.5), "min-max");
}

// From k-means, or from a cut of the graph where the features are many.
TEST(FeatureScalingModels, srmcf_starts_small_dense_data_by_their_number_of_features) {
  const auto context = support::context();
  const auto start = [&](int features, bool sparse) {
    std::vector<double> values;
    for (int i = 0; i < 40 * features; ++i) values.push_back(1.5 + (i * 37) % 5);
    const auto model =
        support::fit(support::solver(context.get(), "srmcf").get(),
                     support::matrix(context.get(), 40, features, values, sparse).get(), 2);
    return std::string(manifact_model_option(model.get(), "start"));
  };
  EXPECT_EQ(start(32, false), "kmeans");
  EXPECT_EQ(start(33, false), "ncut");
  EXPECT_EQ(start(32, true), "ncut");
}

TEST(FeatureScalingModels, what_does_not_fit_is_refused) {
  const auto context = support::context();
  const auto refused = [&](const char *method, const Settings &settings, const manifact_matrix *X,
                           int status, const std::string &words) {
    const auto solver = support::solver(context.get(), method, settings);
    manifact_model *model = nullptr;
    EXPECT_EQ(manifact_solver_fit(solver.get(), X, 2, &model), status);
    EXPECT_NE(std::string(manifact_solver_message(solver.get())).find(words), std::string::npos)
        << manifact_solver_message(solver.get());
  };
  const auto X = support::matrix(context.get(), 40, 4, table(40));
  refused("nmf", {{"scaling", "z-score"}}, X.get(), MANIFACT_ERROR_VALUE, "is negative");
  std::vector<double> kernel(16);
  for (std::size_t i = 0; i < 4; ++i) kernel[5 * i] = 1;
  refused("lccf", {{"kernel", "precomputed"}, {"scaling", "min-max"}},
          support::matrix(context.get(), 4, 4, kernel).get(), MANIFACT_ERROR_OPTION,
          "scaling=min-max is not possible with kernel=precomputed");
  std::vector<double> wide(2 * 100000);
  for (std::size_t j = 0; j < 100000; ++j) wide[j] = 1 + static_cast<double>(j % 3) / 2;
  refused("kmeans", {{"scaling", "z-score"}, {"memory-budget", "2000000"}},
          support::matrix(context.get(), 2, 100000, wide, true).get(), MANIFACT_ERROR_BUDGET,
          "scaling=z-score makes the zeros in 100000 features");
}

}  // namespace
