// methods/concept/srmcf against the files of an independent implementation and the published
// results on iris.
#include <cmath>
#include <fstream>
#include <set>

#include "support/accuracy.hpp"
#include "support/handles.hpp"
#include "support/sanitized.hpp"

namespace {

using support::Settings;

std::string folder(const std::string &name) { return support::shared() + "/oracle/" + name + "/"; }

std::vector<double> file(manifact_context *context, const std::string &path) {
  return support::dense(support::read(context, path).get());
}

double relative_error(const std::vector<double> &got, const std::vector<double> &want) {
  EXPECT_EQ(got.size(), want.size());
  double most = 0, worst = 0;
  for (std::size_t e = 0; e < want.size(); ++e) {
    most = std::fmax(most, std::fabs(want[e]));
    worst = std::fmax(worst, std::fabs(got[e] - want[e]));
  }
  return worst / most;
}

struct SrmcfCase {
  const char *name, *neighbors, *l1, *l2, *l3;  // l3 "": by row
};
void PrintTo(const SrmcfCase &c, std::ostream *out) { *out << c.name; }

const SrmcfCase srmcf_cases[] = {{"srmcf_iris_row", "5", "1", "0.1", ""},
                                 {"srmcf_iris_fixed", "5", "10", "0.1", "0.0005824750263247163"},
                                 {"srmcf_signed_row", "4", "1", "0.5", ""},
                                 {"srmcf_signed_fixed", "4", "5", "0.5", "0.0022849891975813665"}};

class SrmcfOracle : public testing::TestWithParam<SrmcfCase> {};

// The objective as it is reported: before A and without l3 by row, after A else.
std::vector<double> reported(const std::string &path, bool by_row) {
  std::ifstream lines(path);
  std::vector<double> history;
  std::string tag;
  for (double total, fit, l1, l2, l3, value;
       lines >> tag >> total >> fit >> l1 >> l2 >> l3 >> value;)
    if (tag == "init" || tag == (by_row ? "V" : "A"))
      history.push_back(by_row ? fit + l1 + l2 : total);
  return history;
}

TEST_P(SrmcfOracle, factors_objective_and_labels_follow_the_reference) {
  const SrmcfCase &c = GetParam();
  NEEDS_SHARED(std::string("oracle/") + c.name);
  const auto context = support::context();
  const auto X = support::read(context.get(), folder(c.name) + "X.mtx");
  const auto S = support::read(context.get(), folder(c.name) + "S.mtx");
  manifact_graph *made = nullptr;
  ASSERT_EQ(manifact_graph_from_matrix(context.get(), S.get(), 0, &made), 0)
      << manifact_context_message(context.get());
  const support::Graph graph(made);
  const auto W0 = file(context.get(), folder(c.name) + "W0.mtx"),
             V0 = file(context.get(), folder(c.name) + "V0.mtx");
  const int64_t n = manifact_matrix_rows(X.get()), k = static_cast<int64_t>(V0.size()) / n;
  const bool by_row = *c.l3 == '\0';
  const std::vector<double> objective = reported(folder(c.name) + "obj.txt", by_row);
  for (const int updates : {1, 10, 50}) {
    Settings settings = {{"weighting", "none"},
                         {"scaling", "none"},
                         {"tolerance", "0"},
                         {"max-iterations", std::to_string(updates)},
                         {"readout", "argmax"},
                         {"adaptive-neighbors", c.neighbors},
                         {"adaptive-weight", c.l1},
                         {"lambda", c.l2},
                         {"gamma", by_row ? "row" : "fixed"}};
    if (!by_row) settings.emplace_back("adaptive-ridge", c.l3);
    const auto solver = support::solver(context.get(), "srmcf", settings);
    ASSERT_EQ(manifact_solver_set_graph(solver.get(), graph.get()), 0);
    ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), W0.data(), V0.data(), n, k), 0);
    const auto model = support::fit(solver.get(), X.get(), k);
    ASSERT_TRUE(model);
    const std::string at = "_" + std::to_string(updates) + ".mtx";
    EXPECT_LE(relative_error(support::associations(model.get()),
                             file(context.get(), folder(c.name) + "W" + at)),
              1e-10)
        << at;
    EXPECT_LE(relative_error(support::memberships(model.get()),
                             file(context.get(), folder(c.name) + "V" + at)),
              1e-10)
        << at;
    const auto history = support::history(model.get());
    ASSERT_EQ(history.size(), static_cast<std::size_t>(updates) + 1);
    for (std::size_t t = 0; t < history.size(); ++t)
      EXPECT_NEAR(history[t], objective[t], 1e-10 * objective[0]) << t;
    if (updates < 50) continue;
    std::ifstream lines(folder(c.name) + "labels_50_argmax.txt");
    std::vector<int32_t> labels;
    for (int32_t label; lines >> label;) labels.push_back(label);
    EXPECT_EQ(support::labels(model.get()), labels);
  }
}

// Four groups of five equal rows, a row of zeros, a constant column.
std::vector<double> duplicates() {
  std::vector<double> X;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 6; ++j) X.push_back(j == 5 ? 1 : j == i / 5 ? 2 + j : 0);
  X.insert(X.end(), 6, 0.0);
  return X;
}

TEST(Srmcf, duplicates_zeros_and_constant_features_give_finite_factors) {
  const auto context = support::context();
  const auto X = support::matrix(context.get(), 21, 6, duplicates());
  for (const char *start : {"kmeans", "ncut", "random"})
    for (const char *normalization : {"none", "unit-memberships"}) {
      const auto model = support::fit(support::solver(context.get(), "srmcf",
                                                      {{"start", start},
                                                       {"normalization", normalization},
                                                       {"lambda", "1"},
                                                       {"restarts", "2"},
                                                       {"tolerance", "0"}})
                                          .get(),
                                      X.get(), 4);
      ASSERT_TRUE(model) << start;
      for (const double v : support::memberships(model.get()))
        EXPECT_TRUE(std::isfinite(v) && v >= 0) << start;
      for (const double w : support::associations(model.get()))
        EXPECT_TRUE(std::isfinite(w) && w >= 0) << start;
      const auto labels = support::labels(model.get());
      for (std::size_t i = 0; i < 20; ++i)
        EXPECT_EQ(labels[i], labels[i / 5 * 5]) << start << " " << i;
    }
}

// Groups of distinct documents and many without features, which must not form a cluster.
TEST(Srmcf, documents_without_features_take_no_cluster) {
  const auto context = support::context();
  std::vector<double> X;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 12; ++j)
      X.push_back(i < 32 && j / 3 == i / 8 ? 1 + (7 * i + 5 * j) % 4 : 0);
  for (const char *start : {"kmeans", "ncut"}) {
    const auto model =
        support::fit(support::solver(context.get(), "srmcf", {{"start", start}}).get(),
                     support::matrix(context.get(), 40, 12, X, true).get(), 4);
    const auto labels = support::labels(model.get());
    EXPECT_EQ(std::set<int32_t>(labels.begin(), labels.begin() + 32).size(), 4u) << start;
    for (std::size_t i = 0; i < 40; ++i)
      EXPECT_EQ(labels[i], i < 32 ? labels[i / 8 * 8] : -1) << start << " " << i;
  }
}

// gamma=fixed is one number for all starts: the objective continues to decrease from the trial of
// the best start.
TEST(Srmcf, starts_share_one_gamma) {
  const auto context = support::context();
  const auto X = support::matrix(context.get(), 21, 6, duplicates());
  std::string gamma;
  for (const char *restarts : {"1", "3", "4"}) {
    const auto model = support::fit(support::solver(context.get(), "srmcf",
                                                    {{"start", "random"},
                                                     {"gamma", "fixed"},
                                                     {"restarts", restarts},
                                                     {"trial-iterations", "10"},
                                                     {"seed", "1"},
                                                     {"adaptive-weight", "3000"},
                                                     {"tolerance", "0"}})
                                        .get(),
                                    X.get(), 4);
    ASSERT_TRUE(model);
    const std::string now = support::diagnostic(model.get(), "lambda3");
    if (gamma.empty()) gamma = now;
    EXPECT_EQ(now, gamma) << restarts;
    int64_t length = 0;
    const double *history = manifact_model_history(model.get(), &length);
    for (int64_t t = 1; t < length; ++t) EXPECT_LE(history[t], history[t - 1] * (1 + 1e-10)) << t;
  }
}

TEST(Srmcf, a_class_without_documents_in_the_start_is_no_obstacle) {
  const auto context = support::context();
  const auto X = support::matrix(context.get(), 21, 6, duplicates());
  std::vector<int32_t> labels;
  for (int i = 0; i < 21; ++i) labels.push_back(i < 20 ? i / 10 : -1);
  const auto solver = support::solver(context.get(), "srmcf");
  ASSERT_EQ(manifact_solver_set_start_labels(solver.get(), labels.data(), 21), 0);
  const auto model = support::fit(solver.get(), X.get(), 4);
  ASSERT_TRUE(model);
  for (const double v : support::memberships(model.get())) EXPECT_TRUE(std::isfinite(v) && v >= 0);
}

TEST(Srmcf, few_documents_take_fewer_neighbors_or_none_and_report_it) {
  const auto context = support::context();
  for (const int64_t n : {2, 3, 5}) {
    std::vector<double> values;
    for (int64_t i = 0; i < n; ++i)
      values.insert(values.end(),
                    {1.0 + static_cast<double>(i), 1, 0.5 * static_cast<double>(i * i)});
    const auto model = support::fit(
        support::solver(context.get(), "srmcf", {{"start", "kmeans"}, {"adaptive-neighbors", "4"}})
            .get(),
        support::matrix(context.get(), n, 3, values).get(), 2);
    ASSERT_TRUE(model) << n;
    const std::string warnings = support::warnings(model.get());
    EXPECT_NE(
        warnings.find(n == 2 ? "are ignored"
                             : "adaptive-neighbors reduced from 4 to " + std::to_string(n - 2)),
        std::string::npos)
        << warnings;
  }
}

TEST(Srmcf, without_weight_it_is_lccf_without_normalization) {
  const auto context = support::context();
  std::vector<double> values;
  for (int i = 0; i < 240; ++i)
    values.push_back(static_cast<double>((i * 37) % 11) + (i % 8 == i / 80 ? 20 : 0));
  const auto X = support::matrix(context.get(), 30, 8, values);
  std::vector<int32_t> labels;
  for (int i = 0; i < 30; ++i) labels.push_back(i / 10);
  const auto fit = [&](const char *method, Settings settings) {
    for (const auto &[name, value] : Settings{{"graph-weight", "binary"},
                                              {"tolerance", "0"},
                                              {"max-iterations", "100"},
                                              {"readout", "argmax"},
                                              {"lambda", "2"},
                                              {"normalization", "none"},
                                              {"scaling", "none"}})
      settings.emplace_back(name, value);
    const auto solver = support::solver(context.get(), method, settings);
    std::vector<double> V, W;
    for (const int32_t label : labels)
      for (int c = 0; c < 3; ++c) {
        V.push_back(label == c ? 1.2 : 0.2);
        W.push_back(V.back() / 10);
      }
    EXPECT_EQ(manifact_solver_set_start_factors(solver.get(), W.data(), V.data(), 30, 3), 0);
    return support::memberships(support::fit(solver.get(), X.get(), 3).get());
  };
  EXPECT_EQ(fit("srmcf", {{"adaptive-weight", "0"}}),
            fit("lccf", {{"ncw", "none"}, {"update", "mu"}, {"update-order", "wv"}}));
}

TEST(Srmcf, a_model_from_a_file_assigns_as_the_fitted_one) {
  const auto context = support::context();
  std::vector<double> values;
  for (int i = 0; i < 240; ++i)
    values.push_back(static_cast<double>((i * 37) % 11) + (i % 8 == i / 80 ? 20 : 0));
  const auto X = support::matrix(context.get(), 30, 8, values);
  const auto model = support::fit(
      support::solver(context.get(), "srmcf", {{"start", "kmeans"}, {"scaling", "none"}}).get(),
      X.get(), 3);
  const support::Model loaded = support::saved_and_loaded(context.get(), model.get());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(support::memberships(loaded.get()), support::memberships(model.get()));
  EXPECT_EQ(support::diagnostic(loaded.get(), "gamma"), support::diagnostic(model.get(), "gamma"));
  const std::vector<int32_t> fresh = support::assigned(context.get(), model.get(), X.get()).labels;
  EXPECT_EQ(fresh, support::assigned(context.get(), loaded.get(), X.get()).labels);
  EXPECT_EQ(fresh, support::labels(model.get()));
}

struct Iris {
  Iris() {
    X = support::read(context.get(), support::shared() + "/data/uci_iris/X.mtx.gz");
    std::ifstream lines(support::shared() + "/data/uci_iris/labels.txt");
    for (int32_t label; lines >> label;) truth.push_back(label);
  }
  support::Model fit(Settings settings) const {
    for (const auto &[name, value] : Settings{{"weighting", "none"},
                                              {"scaling", "unit-rows"},
                                              {"tolerance", "0"},
                                              {"start", "kmeans"}})
      settings.emplace_back(name, value);
    return support::fit(support::solver(context.get(), "srmcf", settings).get(), X.get(), 3);
  }

  support::Context context = support::context();
  support::Matrix X;
  std::vector<int32_t> truth;
};

TEST(SrmcfIris, reaches_the_published_accuracy_after_20_updates_and_leaves_it) {
  NOT_UNDER_SANITIZERS("accuracy; the other tests run the same code");
  NEEDS_SHARED("data/uci_iris");
  const Iris iris;
  EXPECT_NEAR(accuracy(iris.context.get(), iris.truth, iris.fit({{"max-iterations", "0"}}).get()),
              145 / 150.0, 1e-9);
  for (const char *k : {"2", "4", "7"})
    for (const char *l1 : {"1e-4", "1e-2", "1", "100"}) {
      const Settings settings = {{"adaptive-neighbors", k}, {"adaptive-weight", l1}};
      const auto at = [&](const char *updates) {
        Settings all = settings;
        all.emplace_back("max-iterations", updates);
        return scores(iris.context.get(), iris.truth, iris.fit(all).get());
      };
      EXPECT_NEAR(at("20").accuracy, 146 / 150.0, 1e-9) << k << ", " << l1;
      EXPECT_NEAR(at("20").nmi, 0.9135, 5e-5) << k << ", " << l1;
      EXPECT_NEAR(at("100").accuracy, 144 / 150.0, 1e-9) << k << ", " << l1;
      EXPECT_NEAR(at("100").nmi, 0.8843, 5e-5) << k << ", " << l1;
    }
}

TEST(SrmcfIris, starts_from_the_clusters_of_can) {
  NEEDS_SHARED("data/uci_iris");
  const Iris iris;
  const Settings data = {{"weighting", "none"}, {"scaling", "unit-rows"}};
  Settings settings = {{"start", "can"}, {"max-iterations", "0"}, {"readout", "argmax"}};
  settings.insert(settings.end(), data.begin(), data.end());
  const auto model =
      support::fit(support::solver(iris.context.get(), "srmcf", settings).get(), iris.X.get(), 3);
  const auto can =
      support::fit(support::solver(iris.context.get(), "can", data).get(), iris.X.get(), 3);
  EXPECT_EQ(accuracy(iris.context.get(), support::labels(can.get()), model.get()), 1);
  EXPECT_NEAR(accuracy(iris.context.get(), iris.truth, model.get()), 145 / 150.0, 1e-9);
}

TEST(Srmcf, a_weight_far_above_the_number_of_documents_holds_the_start) {
  NEEDS_SHARED("data/uci_iris");
  const Iris iris;
  std::vector<int32_t> wrong;
  for (std::size_t i = 0; i < iris.truth.size(); ++i)
    wrong.push_back(static_cast<int32_t>((i / 13) % 3));
  const auto solver = support::solver(iris.context.get(), "srmcf",
                                      {{"adaptive-weight", "1e8"}, {"readout", "argmax"}});
  ASSERT_EQ(manifact_solver_set_start_labels(solver.get(), wrong.data(), 150), 0);
  const auto model = support::fit(solver.get(), iris.X.get(), 3);
  EXPECT_NE(support::warnings(model.get()).find("clusters stay those of the start"),
            std::string::npos);
  EXPECT_EQ(support::warnings(iris.fit({}).get()).find("clusters stay those of the start"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(, SrmcfOracle, testing::ValuesIn(srmcf_cases),
                         [](const testing::TestParamInfo<SrmcfCase> &one) {
                           return std::string(one.param.name);
                         });

}  // namespace
