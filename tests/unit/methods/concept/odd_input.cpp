// CF and LCCF on degenerate input: empty, repeated and isolated documents, few documents, few
// clusters, many neighbors, negative numbers.
#include <algorithm>
#include <cmath>
#include <set>

#include "support/corpus.hpp"

namespace {

using support::Settings;
using Values = std::vector<double>;

// Seven documents of two topics on six features, without unit rows, so that the numbers stay
// simple.
const Values topics = {
    3, 2, 1, 0, 0, 0,  //
    2, 3, 1, 0, 0, 0,  //
    1, 2, 3, 0, 0, 0,  //
    0, 0, 0, 3, 2, 1,  //
    0, 0, 0, 2, 3, 2,  //
    0, 0, 0, 1, 2, 3,  //
    0, 0, 0, 2, 2, 2,  //
};
const Settings real = {{"weighting", "none"}, {"scaling", "unit-rows"}};

class ConceptInput : public testing::Test {
 protected:
  support::Matrix matrix(const Values &values, int64_t columns = 6) {
    return support::matrix(context_.get(), static_cast<int64_t>(values.size()) / columns, columns,
                           values, true);
  }
  support::Solver solver(const std::string &method, Settings settings = {}) {
    settings.insert(settings.begin(), real.begin(), real.end());
    return support::solver(context_.get(), method, settings);
  }
  support::Model fitted(const std::string &method, const Values &values, int64_t k,
                        const Settings &settings = {}) {
    return support::fit(solver(method, settings).get(), matrix(values).get(), k);
  }
  support::Graph graph(int64_t n, const std::vector<std::pair<int64_t, int64_t>> &edges) {
    Values S(static_cast<size_t>(n * n));
    for (const auto &[i, j] : edges)
      S[static_cast<size_t>(i * n + j)] = S[static_cast<size_t>(j * n + i)] = 1;
    manifact_graph *out = nullptr;
    EXPECT_EQ(manifact_graph_from_matrix(
                  context_.get(), support::matrix(context_.get(), n, n, S, true).get(), 0, &out),
              0);
    return support::Graph(out);
  }
  void expect_refused(const std::string &method, const Values &values, int64_t k, int status,
                      const std::string &words) {
    manifact_model *model = nullptr;
    const auto s = solver(method);
    EXPECT_EQ(manifact_solver_fit(s.get(), matrix(values).get(), k, &model), status) << method;
    EXPECT_NE(std::string(manifact_solver_message(s.get())).find(words), std::string::npos)
        << manifact_solver_message(s.get());
    EXPECT_EQ(model, nullptr);
  }
  static void expect_sound(const manifact_model *model) {
    for (const Values &all :
         {support::memberships(model), support::associations(model), support::history(model)})
      for (const double x : all) EXPECT_TRUE(std::isfinite(x) && x >= -1e-12) << x;
    for (const int32_t label : support::labels(model))
      EXPECT_LT(label, manifact_model_clusters(model));
  }

  const support::Context context_ = support::context();
};

Values with_row(Values values, const Values &row) {
  values.insert(values.end(), row.begin(), row.end());
  return values;
}
const Values empty_row(6, 0.0);

TEST_F(ConceptInput, an_empty_document_belongs_to_no_cluster) {
  for (const Settings &settings : {Settings{}, Settings{{"normalization", "final"}},
                                   Settings{{"ncw", "full"}}, Settings{{"ncw", "none"}}})
    for (const std::string method : {"cf", "lccf"}) {
      if (method == "cf" && !settings.empty() && settings[0].first == "normalization") continue;
      const auto model = fitted(method, with_row(topics, empty_row), 2, settings);
      expect_sound(model.get());
      const auto labels = support::labels(model.get());
      EXPECT_EQ(labels[7], -1) << method;
      EXPECT_EQ(std::count(labels.begin(), labels.end(), -1), 1) << method;
      EXPECT_EQ(support::diagnostic(model.get(), "empty_documents"), "1");
      EXPECT_EQ(support::diagnostic(model.get(), "unassigned_documents"), "1");
      EXPECT_NE(support::warnings(model.get()).find("1 of 8 documents is empty"), std::string::npos)
          << support::warnings(model.get());
    }
}

TEST_F(ConceptInput, an_empty_document_follows_its_neighbors_in_a_given_graph) {
  const auto edges = graph(8, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {5, 6}, {7, 4}, {7, 5}});
  for (const std::string ncw : {"none", "unit-graph", "full"}) {
    const auto s = solver("lccf", {{"ncw", ncw}});
    ASSERT_EQ(manifact_solver_set_graph(s.get(), edges.get()), 0);
    const auto model = support::fit(s.get(), matrix(with_row(topics, empty_row)).get(), 2);
    expect_sound(model.get());
    EXPECT_EQ(support::labels(model.get())[7], support::labels(model.get())[4]) << ncw;
  }
}

TEST_F(ConceptInput, isolated_documents_are_allowed_and_counted) {
  const auto s = solver("lccf", {{"lambda", "100"}});
  const auto edges = graph(7, {{0, 1}, {3, 4}, {5, 6}});
  ASSERT_EQ(manifact_solver_set_graph(s.get(), edges.get()), 0);
  const auto model = support::fit(s.get(), matrix(topics).get(), 2);
  expect_sound(model.get());
  EXPECT_EQ(support::diagnostic(model.get(), "graph"), "given");
  EXPECT_EQ(support::diagnostic(model.get(), "graph_edges"), "3");
  EXPECT_EQ(support::diagnostic(model.get(), "graph_isolated"), "1");
  EXPECT_EQ(support::diagnostic(model.get(), "graph_components"), "4");
}

TEST_F(ConceptInput, a_graph_with_more_components_than_clusters_is_reported) {
  const auto warned = [&](int64_t k) {
    const auto s = solver("lccf");
    const auto edges = graph(7, {{0, 1}, {3, 4}, {5, 6}});
    EXPECT_EQ(manifact_solver_set_graph(s.get(), edges.get()), 0);
    return support::warnings(support::fit(s.get(), matrix(topics).get(), k).get())
               .find("3 components (not counting isolated documents)") != std::string::npos;
  };
  EXPECT_TRUE(warned(2));
  EXPECT_FALSE(warned(3));
}

TEST_F(ConceptInput, one_cluster_needs_one_update) {
  for (const std::string method : {"cf", "lccf"}) {
    const auto model = fitted(method, with_row(topics, empty_row), 1);
    expect_sound(model.get());
    EXPECT_EQ(support::labels(model.get()), (std::vector<int32_t>{0, 0, 0, 0, 0, 0, 0, -1}));
    EXPECT_EQ(manifact_model_iterations(model.get()), 1);
    EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_OK);
  }
}

TEST_F(ConceptInput, a_single_document) {
  for (const std::string method : {"cf", "lccf"}) {
    const auto model = fitted(method, {3, 2, 1, 0, 0, 0}, 1);
    expect_sound(model.get());
    EXPECT_EQ(support::labels(model.get()), std::vector<int32_t>{0});
    // Saved and loaded, it assigns new documents.
    const auto again = api::load(context_.get(), api::bytes(context_.get(), model.get()));
    ASSERT_TRUE(again) << method;
    int32_t labels[3];
    const auto fresh = matrix({1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0});
    ASSERT_EQ(manifact_model_assign(context_.get(), again.get(), fresh.get(), labels, nullptr, 3),
              MANIFACT_OK);
    EXPECT_EQ(std::vector<int32_t>(labels, labels + 3), (std::vector<int32_t>{0, -1, -1}))
        << method;
  }
}

TEST_F(ConceptInput, as_many_clusters_as_documents) {
  for (const std::string method : {"cf", "lccf"}) {
    const auto model = fitted(method, topics, 7);
    expect_sound(model.get());
    EXPECT_EQ(manifact_model_clusters(model.get()), 7);
  }
  expect_refused("lccf", topics, 8, MANIFACT_ERROR_ARGUMENT,
                 "n_clusters is 8, but there are only 7 documents");
  expect_refused("lccf", topics, 0, MANIFACT_ERROR_ARGUMENT, "at least 1");
}

TEST_F(ConceptInput, repeated_documents_are_counted_and_bound_the_clusters) {
  Values values = with_row(topics, empty_row);  // 7 distinct documents, two repeated
  values = with_row(with_row(with_row(values, empty_row), {3, 2, 1, 0, 0, 0}), {3, 2, 1, 0, 0, 0});
  for (const std::string method : {"cf", "lccf"}) {
    const auto model = fitted(method, values, 9);
    expect_sound(model.get());
    EXPECT_EQ(support::diagnostic(model.get(), "duplicate_documents"), "2");
    EXPECT_EQ(manifact_model_clusters(model.get()), 7);
    EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_FEWER_CLUSTERS);
    EXPECT_NE(support::warnings(model.get()).find("n_clusters reduced from 9 to 7"),
              std::string::npos)
        << support::warnings(model.get());
    EXPECT_EQ(manifact_model_clusters(fitted(method, values, 7).get()), 7);
  }
}

TEST_F(ConceptInput, a_given_start_keeps_its_clusters) {
  Values values;
  for (int i = 0; i < 4; ++i) values = with_row(values, {3, 2, 1, 0, 0, 0});
  const auto s = solver("lccf");
  const Values V(4 * 3, 0.5);
  ASSERT_EQ(manifact_solver_set_start_factors(s.get(), nullptr, V.data(), 4, 3), 0);
  const auto model = support::fit(s.get(), matrix(values).get(), 3);
  expect_sound(model.get());
  EXPECT_EQ(manifact_model_clusters(model.get()), 3);
  EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_FEWER_CLUSTERS)
      << "equal columns: all documents in the first";
}

TEST_F(ConceptInput, more_neighbors_than_documents_are_all_of_them) {
  const auto all = fitted("lccf", topics, 2, {{"neighbors", "6"}}),
             more = fitted("lccf", topics, 2, {{"neighbors", "500"}});
  EXPECT_EQ(support::memberships(more.get()), support::memberships(all.get()));
  EXPECT_NE(support::warnings(more.get()).find("neighbors reduced from 500 to 6"),
            std::string::npos)
      << support::warnings(more.get());
  EXPECT_EQ(support::warnings(all.get()).find("neighbors"), std::string::npos)
      << support::warnings(all.get());
}

TEST_F(ConceptInput, negative_numbers_change_the_rule_and_the_default_weighting) {
  Values values = topics;
  values[5 * 6 + 3] = -4;
  for (const std::string method : {"auto", "cf", "lccf"}) {
    const auto model = fitted(method, values, 2, {{"update", "mu"}});
    ASSERT_TRUE(model) << method;
    EXPECT_EQ(support::diagnostic(model.get(), "update_rule"), "signed multiplicative") << method;
    EXPECT_STREQ(manifact_model_option(model.get(), "ncw"), "none") << method;
    EXPECT_STREQ(manifact_model_option(model.get(), "start"), method == "auto" ? "lsi" : "kmeans")
        << method;
    EXPECT_NE(support::warnings(model.get())
                  .find(method == "auto" ? "such kernels is ncw=none\n"
                                         : "such kernels is ncw=none start=kmeans\n"),
              std::string::npos)
        << support::warnings(model.get());
    expect_sound(model.get());
    const auto asked =
        fitted(method, values, 2, {{"update", "mu"}, {"ncw", "none"}, {"start", "random"}});
    EXPECT_STREQ(manifact_model_option(asked.get(), "start"), "random") << method;
    EXPECT_EQ(support::warnings(asked.get()).find("negative"), std::string::npos)
        << support::warnings(asked.get());
    const auto plain = fitted(method, topics, 2, {{"update", "mu"}});
    EXPECT_EQ(support::diagnostic(plain.get(), "update_rule"), "multiplicative") << method;
    EXPECT_STREQ(manifact_model_option(plain.get(), "ncw"), "unit-graph") << method;
    EXPECT_EQ(support::warnings(plain.get()).find("negative"), std::string::npos)
        << support::warnings(plain.get());
  }
}

TEST_F(ConceptInput, weighting_refuses_sums_that_are_not_positive_by_row) {
  Values values = topics;
  for (size_t j = 0; j < 6; ++j) values[5 * 6 + j] *= -1;
  manifact_model *model = nullptr;
  const auto s = solver("lccf", {{"ncw", "unit-graph"}});
  EXPECT_EQ(manifact_solver_fit(s.get(), matrix(values).get(), 2, &model), MANIFACT_ERROR_VALUE);
  EXPECT_NE(std::string(manifact_solver_message(s.get())).find("row"), std::string::npos)
      << manifact_solver_message(s.get());
  EXPECT_NE(std::string(manifact_solver_message(s.get())).find("ncw=none"), std::string::npos)
      << manifact_solver_message(s.get());
}

TEST_F(ConceptInput, nothing_but_empty_documents_is_refused) {
  for (const std::string method : {"cf", "lccf"})
    expect_refused(method, Values(12, 0.0), 1, MANIFACT_ERROR_EMPTY, "all documents are empty");
}

TEST_F(ConceptInput, a_concept_of_zeros_stays_zero_and_is_counted) {
  Values W(7 * 3, 0.5), V(7 * 3, 0.5);
  for (size_t i = 0; i < 7; ++i) {
    W[i * 3] = V[i * 3] = i < 3 ? 1 : 0.1;
    W[i * 3 + 1] = 0;
  }
  for (const std::string mode :
       {"scale-invariant", "final", "per-update", "unit-memberships", "none"}) {
    const auto s =
        solver("lccf", {{"normalization", mode}, {"ncw", "none"}, {"readout", "argmax"}});
    ASSERT_EQ(manifact_solver_set_start_factors(s.get(), W.data(), V.data(), 7, 3), 0);
    const auto model = support::fit(s.get(), matrix(topics).get(), 3);
    expect_sound(model.get());
    EXPECT_EQ(support::diagnostic(model.get(), "dead_concepts"), "1") << mode;
    if (mode != "scale-invariant")
      continue;  // in other modes the graph alone determines its column of V
    EXPECT_EQ(manifact_model_sizes(model.get())[1], 0);
    EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_FEWER_CLUSTERS);
  }
}

}  // namespace
