// What a caller gives beside the documents, or in another storage: graphs, equal documents, counts
// in a dense matrix.
#include <algorithm>

#include "support/corpus.hpp"

namespace {

using support::Graph;
using support::Matrix;
using support::Model;

class GivenData : public testing::Test {
 protected:
  Graph graph_of(int64_t n, const std::vector<double> &S) {
    const Matrix given = support::matrix(c.get(), n, n, S, true);
    manifact_graph *graph = nullptr;
    EXPECT_EQ(manifact_graph_from_matrix(c.get(), given.get(), MANIFACT_RULE_SYMMETRIC, &graph),
              MANIFACT_OK)
        << manifact_context_message(c.get());
    return Graph(graph);
  }
  // Two cliques of `size` vertices.
  static std::vector<double> cliques(int64_t size) {
    std::vector<double> S(static_cast<size_t>(4 * size * size));
    for (int64_t i = 0; i < 2 * size; ++i)
      for (int64_t j = 0; j < 2 * size; ++j)
        S[static_cast<size_t>(i * 2 * size + j)] = i != j && i / size == j / size ? 1 : 0;
    return S;
  }
  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  support::Context c = support::context();
};

TEST_F(GivenData, a_graph_that_a_method_does_not_use_is_refused_with_the_remedy) {
  const Matrix X = api::csr(c.get(), api::corpus());
  const Graph graph = api::knn(c.get(), X.get());
  for (const std::string &method : api::methods()) {
    const auto solver = support::solver(c.get(), method);
    const int status = manifact_solver_set_graph(solver.get(), graph.get());
    if (status != MANIFACT_OK) {
      EXPECT_EQ(status, MANIFACT_ERROR_OPTION);
      continue;
    }
    support::give_labels(c.get(), solver.get(), 60);
    manifact_model *model = nullptr;
    if (manifact_solver_fit(solver.get(), X.get(), 3, &model) >= 0) {
      EXPECT_EQ(support::diagnostic(model, "graph"), "given") << method;
      manifact_model_free(model);
      continue;
    }
    const std::string message = manifact_solver_message(solver.get());
    EXPECT_TRUE(contains(message, "does not use the given graph")) << method << ": " << message;
  }
  const auto association = support::solver(c.get(), "average-association");
  EXPECT_EQ(manifact_solver_set_graph(association.get(), graph.get()), MANIFACT_OK);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(association.get(), X.get(), 3, &model), MANIFACT_ERROR_OPTION);
  EXPECT_TRUE(contains(manifact_solver_message(association.get()), "affinity=graph uses it"));
  EXPECT_EQ(manifact_solver_set_text(association.get(), "affinity", "graph"), MANIFACT_OK);
  EXPECT_EQ(support::diagnostic(support::fit(association.get(), X.get(), 3).get(), "graph"),
            "given");
  const auto kmeans = support::solver(c.get(), "kmeans");
  EXPECT_EQ(manifact_solver_set_graph(kmeans.get(), graph.get()), MANIFACT_ERROR_OPTION);
  EXPECT_TRUE(contains(manifact_solver_message(kmeans.get()), "methods that do: auto, "));
}

TEST_F(GivenData, lambda_0_that_was_set_ignores_the_graph_with_a_warning) {
  const Matrix X = api::csr(c.get(), api::corpus());
  const auto solver = support::solver(c.get(), "gnmf", {{"lambda", "0"}, {"start", "random"}});
  EXPECT_EQ(manifact_solver_set_graph(solver.get(), api::knn(c.get(), X.get()).get()), MANIFACT_OK);
  const Model model = support::fit(solver.get(), X.get(), 3);
  EXPECT_TRUE(contains(support::warnings(model.get()), "the given graph is ignored with lambda=0"));
}

TEST_F(GivenData, a_graph_alone_decides_the_number_of_clusters) {
  const int64_t size = 8, n = 2 * size;
  const Graph graph = graph_of(n, cliques(size));
  std::vector<double> equal(static_cast<size_t>(n * 3), 1);
  for (int64_t j = 0; j < 3; ++j) equal[static_cast<size_t>((n - 1) * 3 + j)] = 0;  // empty
  const Matrix X = support::matrix(c.get(), n, 3, equal, true);
  for (const std::string method : {"ncut", "ratio-cut", "symnmf"}) {
    const auto solver = support::solver(
        c.get(), method, support::used(method, {{"weighting", "none"}, {"min-df", "1"}}));
    EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph.get()), MANIFACT_OK);
    const Model model = support::fit(solver.get(), X.get(), 2);
    EXPECT_EQ(manifact_model_clusters(model.get()), 2) << method;
    const std::vector<int32_t> labels = support::labels(model.get());
    for (int64_t i = 0; i < n; ++i)
      EXPECT_EQ(labels[static_cast<size_t>(i)], labels[i < size ? 0 : n - 1]) << method << ' ' << i;
    EXPECT_NE(labels.front(), labels.back()) << method;
    const std::string warnings = support::warnings(model.get());
    EXPECT_FALSE(contains(warnings, "distinct documents")) << method << ": " << warnings;
    EXPECT_TRUE(contains(warnings, "1 of 16 documents is empty after weighting; 1 of them got"))
        << method << ": " << warnings;
  }
}

TEST_F(GivenData, empty_documents_without_an_edge_belong_to_no_cluster) {
  const int64_t size = 8, n = 2 * size + 1;
  std::vector<double> S(static_cast<size_t>(n * n)), values(static_cast<size_t>(n * 4));
  for (int64_t i = 0; i < n - 1; ++i) {
    for (int64_t j = 0; j < n - 1; ++j)
      S[static_cast<size_t>(i * n + j)] = i != j && i / size == j / size ? 1 : 0;
    values[static_cast<size_t>(i * 4 + i / size)] = 3;
    values[static_cast<size_t>(i * 4 + 2 + i % 2)] = 1;
  }
  const Matrix X = support::matrix(c.get(), n, 4, values, true);
  const Graph graph = graph_of(n, S);
  for (const std::string method : {"ncut", "symnmf", "lccf"}) {
    const auto solver = support::solver(c.get(), method, {{"min-df", "1"}});
    EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph.get()), MANIFACT_OK);
    const Model model = support::fit(solver.get(), X.get(), 2);
    EXPECT_EQ(support::labels(model.get()).back(), -1) << method;
    EXPECT_TRUE(contains(support::warnings(model.get()),
                         "1 of 17 documents is empty after weighting; it belongs to no cluster"))
        << method << ": " << support::warnings(model.get());
  }
}

TEST_F(GivenData, a_graph_in_another_order_is_told) {
  // Documents sorted by class: a graph in another order still joins documents of a class. These are
  // much larger than the 20 places from which pairs are taken.
  const size_t n = 480, m = 60, classes = 2, part = n / classes;
  const std::vector<double> mixed =
      support::dense(api::csr(c.get(), api::corpus(n, m, classes, 30)).get());
  std::vector<double> sorted;
  for (size_t i = 0; i < n; ++i) {
    const size_t from = i % part * classes + i / part;
    sorted.insert(sorted.end(), mixed.begin() + static_cast<std::ptrdiff_t>(from * m),
                  mixed.begin() + static_cast<std::ptrdiff_t>((from + 1) * m));
  }
  const Matrix X = support::matrix(c.get(), n, m, sorted, true);
  manifact_matrix *S = nullptr;
  const Graph right = api::knn(c.get(), X.get());
  EXPECT_EQ(manifact_graph_to_matrix(c.get(), right.get(), &S), MANIFACT_OK);
  const std::vector<double> weights = support::dense(Matrix(S).get());
  const auto warnings = [&](auto place) {
    std::vector<double> moved(weights.size());
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) moved[place(i) * n + place(j)] = weights[i * n + j];
    const auto solver = support::solver(c.get(), "ncut");
    EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph_of(n, moved).get()), MANIFACT_OK);
    return support::warnings(support::fit(solver.get(), X.get(), classes).get());
  };
  EXPECT_FALSE(contains(warnings([](size_t i) { return i; }), "alike"));
  EXPECT_TRUE(contains(warnings([](size_t i) { return i / part * part + i % part * 7 % part; }),
                       "in another order?"));
  EXPECT_TRUE(contains(warnings([](size_t i) { return (i + 1) % n; }), "document i - 1"));
}

TEST_F(GivenData, rounding_of_weights_and_stored_zeros_are_told) {
  std::vector<double> S = cliques(8);
  S[1] = 1 - 3e-8;
  const Matrix X = api::csr(c.get(), api::corpus(16, 45, 2));
  const auto solver = support::solver(c.get(), "ncut");
  EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph_of(16, S).get()), MANIFACT_OK);
  EXPECT_TRUE(contains(support::warnings(support::fit(solver.get(), X.get(), 2).get()),
                       "1 of 56 edges of the given graph have two weights that differ by rounding "
                       "(by at most a fraction of 3e-08): they were averaged"));
  const std::vector<int64_t> indptr = {0, 1, 3, 4}, indices = {1, 0, 2, 1};
  const std::vector<double> values = {1, 1, 0, 0};
  manifact_matrix *stored = nullptr;
  EXPECT_EQ(manifact_matrix_create_csr(c.get(), 3, 3, 4, indptr.data(), MANIFACT_INT64,
                                       indices.data(), MANIFACT_INT64, 0, values.data(),
                                       MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &stored),
            MANIFACT_OK);
  manifact_graph *graph = nullptr;
  EXPECT_EQ(
      manifact_graph_from_matrix(c.get(), Matrix(stored).get(), MANIFACT_RULE_SYMMETRIC, &graph),
      MANIFACT_OK);
  EXPECT_EQ(manifact_solver_set_graph(solver.get(), Graph(graph).get()), MANIFACT_OK);
  const Matrix three = api::csr(c.get(), api::corpus(3, 45, 3));
  EXPECT_TRUE(contains(support::warnings(support::fit(solver.get(), three.get(), 2).get()),
                       "2 stored zeros of the given graph are no edges"));
}

TEST_F(GivenData, equal_documents_get_one_cluster_at_every_seed) {
  api::Corpus corpus = api::corpus(120, 45, 3, 4);  // short: many ties
  const std::vector<double> values = support::dense(api::csr(c.get(), corpus).get());
  std::vector<double> repeated;
  for (int64_t i = 0; i < 240; ++i)
    for (int64_t j = 0; j < 45; ++j)
      repeated.push_back(values[static_cast<size_t>(i / 4 * 45 + j)]);
  const Matrix X = support::matrix(c.get(), 240, 45, repeated, true);
  for (const std::string &method : api::methods())
    for (const std::string seed : {"0", "1", "2"}) {
      if (seed != "0" && method != "symnmf" && method != "srmcf") continue;
      const Model model =
          api::fit(c.get(), method, {{"seed", seed}, {"max-iterations", "20"}}, X.get(), 3);
      if (manifact_method_uses_option(method.c_str(), "propagation-solver") == MANIFACT_TRUE)
        continue;  // with labels, which differ
      const std::vector<int32_t> labels = support::labels(model.get());
      for (size_t i = 0; i < labels.size(); ++i)
        EXPECT_EQ(labels[i], labels[i / 4 * 4]) << method << ", seed " << seed << ", " << i;
    }
}

TEST_F(GivenData, counts_in_a_dense_matrix_give_the_results_of_a_sparse_one) {
  const Matrix sparse = api::csr(c.get(), api::corpus(60, 90, 3));
  const Matrix dense = support::matrix(c.get(), 60, 90, support::dense(sparse.get()));
  for (const std::string &method : api::methods()) {
    const support::Settings settings = {{"max-iterations", "15"}, {"restarts", "1"}};
    const Model right = api::fit(c.get(), method, settings, sparse.get(), 3),
                got = api::fit(c.get(), method, settings, dense.get(), 3);
    EXPECT_EQ(support::labels(got.get()), support::labels(right.get())) << method;
    EXPECT_EQ(support::memberships(got.get()), support::memberships(right.get())) << method;
    EXPECT_TRUE(contains(support::warnings(got.get()), "they are treated as counts")) << method;
    EXPECT_FALSE(contains(support::warnings(right.get()), "counts")) << method;
    EXPECT_EQ(support::assigned(c.get(), got.get(), dense.get()).labels,
              support::assigned(c.get(), right.get(), sparse.get()).labels)
        << method;
  }
  const support::Settings kept = {{"weighting", "none"}, {"scaling", "none"}};
  EXPECT_EQ(support::warnings(
                support::fit(support::solver(c.get(), "kmeans", kept).get(), dense.get(), 3).get()),
            "");
  manifact_matrix *left = nullptr, *right = nullptr;
  EXPECT_EQ(manifact_matrix_weight(c.get(), dense.get(), "auto", "auto", &left), MANIFACT_OK);
  EXPECT_EQ(manifact_matrix_weight(c.get(), sparse.get(), "auto", "auto", &right), MANIFACT_OK);
  EXPECT_EQ(support::dense(Matrix(left).get()), support::dense(Matrix(right).get()));
}

TEST_F(GivenData, dense_values_that_may_be_counts_are_told) {
  std::vector<double> values = support::dense(api::csr(c.get(), api::corpus(60, 30, 3, 4)).get());
  const auto warnings = [&](int64_t columns, const support::Settings &settings) {
    const auto rows = static_cast<int64_t>(values.size()) / columns;
    const Matrix X = support::matrix(c.get(), rows, columns, values);
    return support::warnings(
        support::fit(support::solver(c.get(), "kmeans", settings).get(), X.get(), 3).get());
  };
  const std::string told = "set weighting=tfidf and scaling=unit-rows";
  EXPECT_TRUE(contains(warnings(30, {}), told));  // a table of few columns
  EXPECT_EQ(warnings(30, {{"weighting", "tfidf"}, {"scaling", "unit-rows"}}), "");
  EXPECT_TRUE(contains(warnings(60, {}), "they are treated as counts"));
  const std::vector<double> words = values;
  std::vector<double> wide;  // the table of few columns with as many of zeros
  for (size_t i = 0; i < words.size(); ++i) {
    wide.push_back(words[i]);
    if (i % 30 == 29) wide.insert(wide.end(), 30, 0.0);
  }
  values = wide;
  EXPECT_TRUE(contains(warnings(60, {}), told));
  values = words;
  for (double &x : values) x *= 3;  // as in an image of few gray levels
  EXPECT_TRUE(contains(warnings(60, {}), told));
  for (double &x : values) x *= 30;
  EXPECT_TRUE(contains(warnings(60, {}), told));
  values[0] = 0.5;
  EXPECT_FALSE(contains(warnings(60, {}), "counts"));
  values[0] = -1;
  EXPECT_FALSE(contains(warnings(60, {}), "counts"));
}

TEST_F(GivenData, misspelled_names_are_answered_with_the_nearest) {
  manifact_solver *none = nullptr;
  EXPECT_EQ(manifact_solver_create(c.get(), "kmenas", &none), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_context_message(c.get()),
               "unknown method 'kmenas'; did you mean 'kmeans'?");
  const auto solver = support::solver(c.get(), "lccf");
  EXPECT_EQ(manifact_solver_set_double(solver.get(), "lamda", 1), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(solver.get()),
               "unknown option 'lamda'; did you mean 'lambda'?");
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "stemmin", "yes"), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(solver.get()),
               "unknown option 'stemmin'; did you mean 'stemming'?");
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "start", "randon"), MANIFACT_ERROR_OPTION);
  EXPECT_TRUE(contains(manifact_solver_message(solver.get()), "; did you mean 'random'?"));
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "qqqqq", "1"), MANIFACT_ERROR_OPTION);
  EXPECT_STREQ(manifact_solver_message(solver.get()), "unknown option 'qqqqq'");
}

}  // namespace
