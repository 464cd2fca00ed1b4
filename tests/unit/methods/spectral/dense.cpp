// Spectral methods on dense data: their defaults there, and new documents.
#include <cmath>
#include <fstream>

#include "support/accuracy.hpp"
#include "support/handles.hpp"
#include "support/sanitized.hpp"

namespace {

using support::Settings;

constexpr int64_t n = 90, m = 5;

// Three overlapping groups around directions that are not centers of round clusters.
std::vector<double> groups(double unit_of_last = 1) {
  std::vector<double> values;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < m; ++j) {
      const double noise = std::fmod(0.618 * static_cast<double>((i + 1) * (2 * j + 3)), 1.0);
      values.push_back((1 + (i % 3 == j % 3 ? 2 : 0) + 1.5 * noise) *
                       (j + 1 == m ? unit_of_last : 1));
    }
  return values;
}

struct DenseSpectral : testing::Test {
  support::Model fit(const char *method, const Settings &settings, const support::Matrix &X) {
    return support::fit(support::solver(context.get(), method, settings).get(), X.get(), 3);
  }
  support::Matrix matrix(bool sparse, double unit_of_last = 1) {
    return support::matrix(context.get(), n, m, groups(unit_of_last), sparse);
  }
  std::string option(const char *method, const char *name, const support::Matrix &X,
                     const Settings &settings = {}) {
    return manifact_model_option(fit(method, settings, X).get(), name);
  }

  support::Context context = support::context();
};

TEST_F(DenseSpectral, graphs_have_fewer_neighbors_and_predict_from_them) {
  const auto dense = matrix(false), sparse = matrix(true);
  for (const char *method : {"ncut", "ratio-cut", "clgr", "cplr"}) {
    EXPECT_EQ(option(method, "neighbors", dense), "7") << method;
    EXPECT_EQ(option(method, "out-of-sample", dense), "predictor") << method;
    EXPECT_EQ(option(method, "neighbors", dense, {{"neighbors", "9"}}), "9") << method;
    EXPECT_EQ(option(method, "out-of-sample", sparse), "centroid") << method;
  }
  EXPECT_EQ(option("ncut", "neighbors", sparse), "40");
  EXPECT_EQ(option("clgr", "neighbors", sparse), "20");
  EXPECT_EQ(option("clgr", "readout", sparse), "cosine-kmeans");
  EXPECT_EQ(option("clgr", "readout-starts", sparse), "50");
  EXPECT_EQ(option("clgr", "readout-starts", sparse, {{"readout", "rotation"}}), "10");
  EXPECT_EQ(option("cplr", "readout", sparse), "rotation");  // no graph smooths it
  for (const char *method : {"clgr", "cplr"})
    EXPECT_EQ(option(method, "readout", dense), "rotation") << method;
  EXPECT_EQ(option("ncut", "readout", sparse), "rotation");
  EXPECT_EQ(option("symnmf", "start", dense), "ncut");
  EXPECT_EQ(option("symnmf", "start", sparse), "random");
}

TEST_F(DenseSpectral, features_in_unlike_units_are_standardized) {
  const auto alike = matrix(false), unlike = matrix(false, 1e6);
  for (const char *method : {"ncut", "ratio-cut", "clgr", "symnmf", "smce"}) {
    EXPECT_EQ(support::labels(fit(method, {}, unlike).get()),
              support::labels(fit(method, {{"scaling", "z-score"}}, alike).get()))
        << method;
    EXPECT_EQ(support::labels(fit(method, {}, alike).get()),
              support::labels(fit(method, {{"scaling", "none"}}, alike).get()))
        << method;
  }
}

TEST_F(DenseSpectral, training_documents_keep_their_clusters) {
  const auto X = matrix(false);
  for (const char *method : {"ncut", "ratio-cut", "clgr", "cplr", "symnmf"}) {
    const auto model = fit(method, {}, X);
    const auto labels = support::labels(model.get()),
               fresh = support::assigned(context.get(), model.get(), X.get()).labels;
    int64_t same = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) same += labels[i] == fresh[i] ? 1 : 0;
    EXPECT_GE(same, n * 97 / 100) << method;
  }
}

// The rows of the eigenvectors of X X' are linear in the documents, and those of D^-1/2 X X' D^-1/2
// up to their length.
TEST_F(DenseSpectral, a_gram_matrix_assigns_exactly_as_it_was_cut) {
  for (const bool sparse : {false, true})
    for (const char *method : {"average-association", "ncut"})
      for (const char *readout : {"rotation", "cosine-kmeans"})
        for (const char *precision : {"double", "float"}) {
          const auto X = matrix(sparse);
          const auto model = fit(
              method, {{"affinity", "gram"}, {"readout", readout}, {"precision", precision}}, X);
          EXPECT_STREQ(manifact_model_option(model.get(), "out-of-sample"), "exact");
          const auto loaded = support::saved_and_loaded(context.get(), model.get());
          const auto fresh = support::assigned(context.get(), loaded.get(), X.get());
          EXPECT_EQ(fresh.labels, support::labels(model.get())) << method << readout << precision;
          if (readout != std::string("rotation")) continue;
          const auto V = support::memberships(model.get());
          const double rounding = precision == std::string("float") ? 1e-4 : 1e-9;
          for (std::size_t e = 0; e < V.size(); ++e)
            EXPECT_NEAR(fresh.memberships[e], V[e], rounding) << method << e;
        }
}

TEST_F(DenseSpectral, a_document_without_products_gets_no_cluster) {
  const auto model = fit("average-association", {}, matrix(true));
  const auto empty = support::matrix(context.get(), 1, m, std::vector<double>(m), true);
  const auto found = support::assigned(context.get(), model.get(), empty.get());
  EXPECT_EQ(found.labels[0], -1);
  for (const double v : found.memberships) EXPECT_EQ(v, 0);
}

TEST_F(DenseSpectral, exact_assignment_needs_a_gram_matrix) {
  const auto X = matrix(false);
  const auto solver = support::solver(context.get(), "ncut", {{"out-of-sample", "exact"}});
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), X.get(), 3, &model), MANIFACT_ERROR_OPTION);
  manifact_model_free(model);
  EXPECT_STREQ(
      manifact_solver_message(solver.get()),
      "out-of-sample=exact needs affinity=gram: only the eigenvectors of a Gram matrix are "
      "linear in the documents");
}

TEST_F(DenseSpectral, the_preset_paper_of_pcan_reaches_the_published_figures) {
  NOT_UNDER_SANITIZERS("accuracy; the other tests run the same code");
  NEEDS_SHARED("data/uci_iris");
  const auto X = support::read(context.get(), support::shared() + "/data/uci_iris/X.mtx.gz");
  std::ifstream lines(support::shared() + "/data/uci_iris/labels.txt");
  std::vector<int32_t> truth;
  for (int32_t label; lines >> label;) truth.push_back(label);
  const Scores paper = scores(context.get(), truth, fit("pcan", {{"preset", "paper"}}, X).get());
  EXPECT_NEAR(paper.accuracy, 145 / 150.0, 1e-9);
  EXPECT_NEAR(paper.nmi, 0.8801, 5e-5);
  const Settings other = {{"scaling", "none"}, {"first-projection", "relative"}};
  EXPECT_NEAR(accuracy(context.get(), truth, fit("pcan", other, X).get()), 0.9, 1e-9);
}

}  // namespace
