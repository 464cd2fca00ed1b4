// Co-clustering of degenerate data: documents and features of zeros, repeated ones, too many
// clusters, starts and graphs of the caller.
#include <cmath>

#include "support/corpus.hpp"

namespace {

const char *const methods[] = {"nmf", "gnmf", "semi-nmf", "onmtf", "rcc", "drcc"};

class CoclusterInput : public testing::Test {
 protected:
  void expect_finite(const manifact_model *model, const std::string &what) {
    for (const double x : support::memberships(model)) EXPECT_TRUE(std::isfinite(x)) << what;
    for (const double x : support::history(model)) EXPECT_TRUE(std::isfinite(x)) << what;
    const int64_t l = manifact_model_feature_clusters(model);
    const double *G = manifact_model_feature_memberships(model), *C = manifact_model_core(model);
    for (int64_t e = 0; e < l * manifact_model_features(model); ++e)
      EXPECT_TRUE(std::isfinite(G[e])) << what;
    for (int64_t e = 0; e < l * manifact_model_clusters(model); ++e)
      EXPECT_TRUE(std::isfinite(C[e])) << what;
  }

  const support::Context context_ = support::context();
};

TEST_F(CoclusterInput, documents_and_features_of_zeros_have_no_cluster) {
  api::Corpus c = api::corpus();
  c.n += 2;  // two empty documents and two empty features at the end
  c.m += 2;
  c.indptr.insert(c.indptr.end(), 2, c.indptr.back());
  const auto X = api::csr(context_.get(), c);
  for (const char *method : methods)
    for (const char *precision : {"double", "float"}) {
      const auto model = support::fit(
          support::solver(context_.get(), method, {{"precision", precision}}).get(), X.get(), 3);
      const auto labels = support::labels(model.get());
      EXPECT_EQ(labels[60], -1) << method;
      EXPECT_EQ(labels[61], -1) << method;
      EXPECT_GE(labels[0], 0) << method;
      if (const int32_t *features = manifact_model_feature_labels(model.get());
          features != nullptr) {
        EXPECT_EQ(features[45], -1) << method;
        EXPECT_EQ(features[46], -1) << method;
        EXPECT_GE(features[0], 0) << method;
      }
      expect_finite(model.get(), method);
    }
}

TEST_F(CoclusterInput, repeated_documents_and_features_and_more_clusters_than_features_succeed) {
  // Three distinct documents, two distinct features.
  std::vector<double> values;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 4; ++j)
      values.push_back(i % 3 == 0   ? 1
                       : i % 3 == 1 ? (j % 2 == 0 ? 2 : 0.5)
                                    : (j % 2 == 0 ? 0.25 : 3));
  const auto X = support::matrix(context_.get(), 12, 4, values);
  for (const char *method : methods)
    for (const char *precision : {"double", "float"})
      for (const char *lambda : {"0", "1000000"}) {
        support::Settings settings = {
            {"precision", precision}, {"max-iterations", "300"}, {"tolerance", "0"}};
        if (manifact_method_uses_option(method, "lambda") == 1)
          settings.emplace_back("lambda", lambda);
        if (manifact_method_uses_option(method, "feature-clusters") == 1)
          settings.emplace_back("feature-clusters", "9");
        const auto model =
            support::fit(support::solver(context_.get(), method, settings).get(), X.get(), 3);
        ASSERT_TRUE(model) << method;
        expect_finite(model.get(), std::string(method) + precision + lambda);
        if (manifact_model_feature_clusters(model.get()) == 0) continue;
        EXPECT_EQ(manifact_model_feature_clusters(model.get()), 4);
        EXPECT_NE(support::warnings(model.get()).find("feature-clusters reduced from 9 to 4"),
                  std::string::npos)
            << method;
      }
}

TEST_F(CoclusterInput, one_cluster_on_each_side_succeeds) {
  const auto X = api::csr(context_.get(), api::corpus());
  for (const char *method : methods) {
    const auto model = support::fit(support::solver(context_.get(), method).get(), X.get(), 1);
    for (const int32_t label : support::labels(model.get())) EXPECT_EQ(label, 0) << method;
    expect_finite(model.get(), method);
  }
}

TEST_F(CoclusterInput, every_variant_and_start_succeeds) {
  const auto X = api::csr(context_.get(), api::corpus());
  for (const char *variant : {"scale-free", "paper", "raw"})
    for (const char *start : {"kmeans", "random", "lsi", "ncut"}) {
      const auto model =
          support::fit(support::solver(context_.get(), "drcc",
                                       {{"variant", variant}, {"start", start}, {"lambda", "10"}})
                           .get(),
                       X.get(), 3);
      expect_finite(model.get(), std::string(variant) + start);
      EXPECT_LT(manifact_model_objective(model.get()), support::history(model.get()).front())
          << variant << start;
    }
}

TEST_F(CoclusterInput, a_given_start_of_the_features_is_begun_from) {
  const auto X = api::csr(context_.get(), api::corpus());
  std::vector<double> G(45 * 3);
  for (size_t j = 0; j < 45; ++j)
    for (size_t b = 0; b < 3; ++b)
      G[j * 3 + b] = j / 15 == (b + 1) % 3 ? 1 : 0.2;  // the planted clusters in another order
  for (const char *method : {"rcc", "drcc", "onmtf"}) {
    const auto solver = support::solver(context_.get(), method,
                                        {{"max-iterations", "1"}, {"feature-clusters", "7"}});
    ASSERT_EQ(manifact_solver_set_start_features(solver.get(), G.data(), 45, 3), 0);
    const auto model = support::fit(solver.get(), X.get(), 3);
    ASSERT_EQ(manifact_model_feature_clusters(model.get()), 3) << method;
    int64_t kept = 0;
    for (int64_t j = 0; j < 45; ++j)
      kept += manifact_model_feature_labels(model.get())[j] == (j / 15 + 2) % 3 ? 1 : 0;
    EXPECT_GE(kept, 40) << method;
  }
}

// An entry that is zero at the start stays zero: an empty cluster on each side.
TEST_F(CoclusterInput, zero_columns_of_a_start_are_reported_as_empty_clusters) {
  const auto X = api::csr(context_.get(), api::corpus());
  std::vector<double> V(60 * 3), G(45 * 3);
  for (size_t i = 0; i < 60; ++i)
    for (size_t c = 0; c < 2; ++c) V[i * 3 + c] = i % 3 == c ? 1 : 0.2;
  for (size_t j = 0; j < 45; ++j)
    for (size_t b = 0; b < 2; ++b) G[j * 3 + b] = j / 15 == b ? 1 : 0.2;
  for (size_t c = 0; c < 3; ++c) V[c] = 0;  // and a document without memberships
  for (const char *method : {"rcc", "drcc"})
    for (const char *precision : {"double", "float"}) {
      const auto solver =
          support::solver(context_.get(), method, {{"precision", precision}, {"lambda", "0"}});
      ASSERT_EQ(manifact_solver_set_start_factors(solver.get(), nullptr, V.data(), 60, 3), 0);
      ASSERT_EQ(manifact_solver_set_start_features(solver.get(), G.data(), 45, 3), 0);
      const auto model = support::fit(solver.get(), X.get(), 3);
      EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_FEWER_CLUSTERS);
      EXPECT_EQ(manifact_model_sizes(model.get())[2], 0);
      EXPECT_EQ(manifact_model_feature_sizes(model.get())[2], 0);
      EXPECT_EQ(support::labels(model.get())[0], -1);
      EXPECT_EQ(support::diagnostic(model.get(), "dead_concepts"), "1");
      EXPECT_EQ(support::diagnostic(model.get(), "empty_feature_clusters"), "1");
      EXPECT_NE(support::warnings(model.get()).find("1 of 3 feature clusters is empty"),
                std::string::npos);
      for (int64_t e = 0; e < 9; ++e)
        if (e / 3 == 2 || e % 3 == 2) {
          EXPECT_EQ(manifact_model_core(model.get())[e], 0) << e;
        }
      expect_finite(model.get(), std::string(method) + precision);
    }
}

TEST_F(CoclusterInput, starts_and_graphs_that_do_not_fit_are_refused) {
  const auto X = api::csr(context_.get(), api::corpus());
  const std::vector<double> G(45 * 3, 1.0), negative(45 * 3, -1.0);
  const auto status = [&](const char *method, const double *values, int64_t m, int64_t l,
                          int *of_fit) {
    const auto solver = support::solver(context_.get(), method);
    const int set = manifact_solver_set_start_features(solver.get(), values, m, l);
    manifact_model *model = nullptr;
    if (of_fit != nullptr) *of_fit = manifact_solver_fit(solver.get(), X.get(), 3, &model);
    manifact_model_free(model);
    return set;
  };
  int fit = 0;
  EXPECT_EQ(status("lccf", G.data(), 45, 3, nullptr), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status("semi-nmf", G.data(), 45, 3, nullptr), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status("drcc", negative.data(), 45, 3, nullptr), MANIFACT_ERROR_VALUE);
  EXPECT_EQ(status("drcc", G.data(), 0, 3, nullptr), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status("drcc", G.data(), 2, 3, nullptr), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status("drcc", G.data(), 44, 3, &fit), 0);
  EXPECT_EQ(fit, MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(status("nmf", G.data(), 45, 2, &fit), 0);
  EXPECT_EQ(fit, MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(status("drcc", nullptr, 0, 0, &fit), 0);
  EXPECT_GE(fit, 0);

  const auto documents = api::knn(context_.get(), X.get());
  const auto rcc = support::solver(context_.get(), "rcc"),
             drcc = support::solver(context_.get(), "drcc");
  EXPECT_EQ(manifact_solver_set_feature_graph(rcc.get(), documents.get()), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_feature_graph(nullptr, documents.get()), MANIFACT_ERROR_NULL);
  ASSERT_EQ(manifact_solver_set_feature_graph(drcc.get(), documents.get()), 0);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(drcc.get(), X.get(), 3, &model), MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(model, nullptr);
  ASSERT_EQ(manifact_solver_set_feature_graph(drcc.get(), nullptr), 0);
  EXPECT_TRUE(support::fit(drcc.get(), X.get(), 3));
}

// The graph that is built is the exact graph of the transposed rows.
TEST_F(CoclusterInput, the_graph_of_the_features_is_that_of_the_transposed_data) {
  const api::Corpus c = api::corpus();
  const auto X = api::csr(context_.get(), c);
  manifact_matrix *weighted = nullptr;
  ASSERT_EQ(manifact_matrix_weight(context_.get(), X.get(), "auto", "auto", &weighted), 0);
  const support::Matrix owner(weighted);
  const auto dense = support::dense(weighted);
  std::vector<double> transposed;
  for (int64_t j = 0; j < c.m; ++j)
    for (int64_t i = 0; i < c.n; ++i) transposed.push_back(dense[static_cast<size_t>(i * c.m + j)]);
  const auto T = support::matrix(context_.get(), c.m, c.n, transposed, true);
  manifact_graph *graph = nullptr;
  ASSERT_EQ(manifact_graph_knn(context_.get(), T.get(), 4, MANIFACT_WEIGHT_BINARY, MANIFACT_RULE_OR,
                               0, MANIFACT_SEARCH_EXACT, 1, 0, &graph),
            0);
  const support::Graph given(graph);
  const support::Settings settings = {
      {"mu", "20"}, {"feature-neighbors", "4"}, {"feature-min-df", "1"}};
  const auto own = support::solver(context_.get(), "drcc", settings),
             theirs = support::solver(context_.get(), "drcc", settings);
  ASSERT_EQ(manifact_solver_set_feature_graph(theirs.get(), given.get()), 0);
  const auto a = support::fit(own.get(), X.get(), 3), b = support::fit(theirs.get(), X.get(), 3);
  EXPECT_EQ(support::history(a.get()), support::history(b.get()));
  EXPECT_EQ(support::diagnostic(a.get(), "feature_graph_edges"),
            std::to_string(manifact_graph_edges(given.get())));
}

TEST_F(CoclusterInput, rare_features_have_no_edges) {
  const auto X = api::csr(context_.get(), api::corpus());
  const auto none = support::fit(
      support::solver(context_.get(), "drcc", {{"feature-min-df", "1000"}}).get(), X.get(), 3);
  EXPECT_EQ(support::diagnostic(none.get(), "feature_graph_edges"), "0");
  EXPECT_EQ(support::diagnostic(none.get(), "feature_graph_isolated"), "45");
}

}  // namespace
