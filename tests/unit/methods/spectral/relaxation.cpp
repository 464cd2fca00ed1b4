// methods/spectral/relaxation, graph/components and embedding/local_predictors: degenerate graphs,
// and the documents outside the core.
#include <algorithm>
#include <array>
#include <set>

#include "embedding/local_predictors.hpp"
#include "graph/build.hpp"
#include "graph/conductance.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "pipeline/clusters.hpp"
#include "support/handles.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

TEST(Predictor, solves_the_ridge_regression_of_a_document_on_its_neighbors) {
  Host host;
  const Plain X = random_plain(12, 9, 8, 0.7);
  const Csr<double> sparse = csr<double>(X, host.memory);
  const UnitRows<double> rows = unit_rows(data(sparse), host.run);
  const Neighbors neighbors = nearest_neighbors(data(sparse), 5, host.run);
  LocalPredictor<double> predictor(rows, 0.3, 5, false, host.run);
  double alpha[5];
  ASSERT_TRUE(predictor.solve(neighbors.index.data(), neighbors.cosine.data(), 5, alpha));
  // (G + 0.3 * 5 I) alpha = the cosines
  for (std::int64_t a = 0; a < 5; ++a) {
    double sum = 0;
    for (std::int64_t b = 0; b < 5; ++b) {
      double product = 0, aa = 0, bb = 0;
      for (std::int64_t j = 0; j < 9; ++j) {
        const double x = X(neighbors.index[a], j), y = X(neighbors.index[b], j);
        product += x * y, aa += x * x, bb += y * y;
      }
      sum += (product / std::sqrt(aa * bb) + (a == b ? 0.3 * 5 : 0)) * alpha[b];
    }
    EXPECT_NEAR(sum, neighbors.cosine[a], 1e-14);
  }
  const double bad[5] = {std::nan(""), 1, 1, 1, 1};
  EXPECT_FALSE(predictor.solve(neighbors.index.data(), bad, 5, alpha));
}

TEST(Core, leaves_out_isolated_vertices_and_tiny_components) {
  Host host;
  Plain S(60, 60);
  const auto chain = [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i + 1 < to; ++i)
      S(i, i + 1) = S(i + 1, i) = 1 + static_cast<double>(i);
  };
  chain(1, 31), chain(31, 34), chain(34, 58);  // 0, 58 and 59 alone; 30, 3 and 24 together
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  EXPECT_EQ(graph.components, 6);
  EXPECT_EQ(graph.isolated, 3);
  const Core core = core_of(graph, 1, host.run);  // 0.1 * 57 / 1: three are too few
  EXPECT_EQ(core.vertices.size(), 54);
  EXPECT_EQ(core.components, 2);
  EXPECT_EQ(core.small_components, 1);
  EXPECT_EQ(core.small_vertices, 3);
  EXPECT_EQ(core.place[0], -1);
  EXPECT_EQ(core.place[32], -1);
  EXPECT_EQ(core.vertices[core.place[34]], 34);
  EXPECT_EQ(core.component[core.place[34]], 1);
  const Graph part = subgraph(graph, core, host.run);
  for (std::int64_t a = 0; a < 54; ++a)
    for (std::int64_t b = 0; b < 54; ++b)
      EXPECT_EQ(plain(part.S.view())(a, b), S(core.vertices[a], core.vertices[b]));
  EXPECT_EQ(core_of(graph, 2, host.run).components, 3);  // 0.1 * 57 / 2 = 2.85
  // Without a large component none is small.
  Plain couples(40, 40);
  for (std::int64_t i = 0; i < 40; i += 2) couples(i, i + 1) = couples(i + 1, i) = 1;
  Graph pairs = graph_of(couples, host.memory);
  measure(pairs, host.run);
  EXPECT_EQ(core_of(pairs, 1, host.run).components, 20);
}

TEST(Core, can_be_without_the_edges_of_vertices_that_have_few) {
  Host host;
  // 0 to 4 are joined with each other, 5 with 0 and 1, 6 with 2, 7 with nothing.
  Plain S(8, 8);
  const auto join = [&](std::int64_t i, std::int64_t j) { S(i, j) = S(j, i) = 1; };
  for (std::int64_t i = 0; i < 5; ++i)
    for (std::int64_t j = 0; j < i; ++j) join(i, j);
  join(0, 5), join(1, 5), join(2, 6);
  Graph graph = graph_of(S, host.memory);
  measure(graph, host.run);
  EXPECT_EQ(loose_vertices(graph, 1), 0);
  EXPECT_EQ(loose_vertices(graph, 2), 1);
  EXPECT_EQ(loose_vertices(graph, 4), 2);
  const Graph rest = without_edges_of_loose(graph, 3, host.run);
  EXPECT_EQ(rest.isolated, 3);
  EXPECT_EQ(rest.edges(), 10);
  EXPECT_EQ(rest.degree[0], 4);
  EXPECT_EQ(rest.degree[5], 0);
  EXPECT_EQ(core_of(rest, 1, host.run).vertices.size(), 5);
}

TEST(DistinctNeighbors, are_those_of_the_distinct_rows) {
  Host host;
  Plain X = random_plain(20, 10, 4, 0.5), distinct(16, 10);
  const std::vector<std::int64_t> repeats = {3, 7, 11, 19};
  for (const std::int64_t i : repeats)
    for (std::int64_t j = 0; j < 10; ++j) X(i, j) = X(i == 19 ? 3 : i - 1, j);
  std::vector<std::int64_t> row;
  for (std::int64_t i = 0; i < 20; ++i) {
    if (i == 7 || i == 3 || i == 11 || i == 19) continue;
    for (std::int64_t j = 0; j < 10; ++j)
      distinct(static_cast<std::int64_t>(row.size()), j) = X(i, j);
    row.push_back(i);
  }
  const Csr<double> all = csr<double>(X, host.memory), some = csr<double>(distinct, host.memory);
  const Neighbors got =
      distinct_neighbors(data(all), first_occurrences(data(all), host.run), 6, host.run);
  const Neighbors right = nearest_neighbors(data(some), 6, host.run);
  for (const std::int64_t i : repeats) EXPECT_EQ(got.count[i], 0);
  for (std::size_t a = 0; a < row.size(); ++a) {
    const auto from = static_cast<std::int64_t>(a) * 6, at = row[a] * 6;
    ASSERT_EQ(got.count[row[a]], right.count[static_cast<std::int64_t>(a)]);
    for (std::int64_t q = 0; q < got.count[row[a]]; ++q) {
      EXPECT_EQ(got.index[at + q], row[static_cast<std::size_t>(right.index[from + q])]);
      EXPECT_EQ(got.cosine[at + q], right.cosine[from + q]);
    }
  }
}

// Counts of documents of `groups` topics, in sequence, that share a word or two.
std::vector<double> themes(std::int64_t groups, std::int64_t each, std::int64_t words,
                           std::int64_t extra = 0) {
  Rng rng(7);
  const std::int64_t m = groups * words + 1;
  std::vector<double> X(static_cast<std::size_t>((groups * each + extra) * m));
  for (std::int64_t i = 0; i < groups * each; ++i) {
    for (int draw = 0; draw < 12; ++draw)
      ++X[static_cast<std::size_t>(i * m + i / each * words + rng.below(words))];
    if (rng.uniform() < 0.3)
      ++X[static_cast<std::size_t>(i * m + rng.below(groups) * words)];  // of another topic
  }
  return X;
}

const support::Settings plainly = {
    {"weighting", "none"}, {"scaling", "unit-rows"}, {"neighbors", "8"}};

class SpectralMethods : public testing::TestWithParam<const char *> {
 protected:
  support::Model fitted(const std::vector<double> &X, std::int64_t n, std::int64_t k,
                        const support::Settings &settings = plainly) {
    matrix_ = support::matrix(context_.get(), n, static_cast<std::int64_t>(X.size()) / n, X, true);
    return support::fit(
        support::solver(context_.get(), GetParam(), support::used(GetParam(), settings)).get(),
        matrix_.get(), k);
  }
  support::Context context_ = support::context();
  support::Matrix matrix_;
};

TEST_P(SpectralMethods, find_the_themes_with_every_read_out) {
  for (const char *readout : {"rotation", "cosine-kmeans", "kmeans"}) {
    support::Settings settings = plainly;
    settings.emplace_back("readout", readout);
    const auto model = fitted(themes(3, 40, 12), 120, 3, settings);
    const std::vector<std::int32_t> labels = support::labels(model.get());
    std::set<std::pair<std::int64_t, std::int32_t>> pairs;
    for (std::int64_t i = 0; i < 120; ++i)
      pairs.emplace(i / 40, labels[static_cast<std::size_t>(i)]);
    EXPECT_EQ(pairs.size(), 3u) << readout;
    EXPECT_EQ(manifact_model_status(model.get()), MANIFACT_OK) << support::warnings(model.get());
    for (const double v : support::memberships(model.get())) EXPECT_TRUE(v >= 0 && v <= 1 + 1e-12);
  }
}

TEST_P(SpectralMethods, refuse_arg_max_and_the_rules_of_other_methods) {
  const auto solver = support::solver(context_.get(), GetParam());
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "readout", "argmax"), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "out-of-sample", "iterative"),
            MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_set_text(solver.get(), "restarts", "2"), MANIFACT_ERROR_OPTION);
}

TEST_P(SpectralMethods, repeated_documents_get_the_label_of_the_first_and_empty_ones_none) {
  std::vector<double> X = themes(3, 40, 12, 6);
  for (std::size_t j = 0; j < 37; ++j)
    for (std::size_t copy = 120; copy < 125; ++copy)
      X[copy * 37 + j] = X[50 * 37 + j];  // 125 stays empty
  const auto model = fitted(X, 126, 3);
  const std::vector<std::int32_t> labels = support::labels(model.get());
  const std::vector<double> V = support::memberships(model.get());
  const std::string method = GetParam();
  const bool merged = method != "average-association" && method != "cplr";
  const double rounding = merged ? 0 : 1e-12;
  for (std::size_t copy = 120; copy < 125; ++copy) {
    EXPECT_EQ(labels[copy], labels[50]);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(V[copy * 3 + c], V[50 * 3 + c], rounding);
  }
  EXPECT_EQ(labels[125], -1);
  if (merged) {
    EXPECT_EQ(support::diagnostic(model.get(), "graph_collapsed"), "5");
  }
  if (method != "average-association") {
    EXPECT_EQ(support::diagnostic(model.get(), "graph_isolated"), "1");
  }
}

TEST_P(SpectralMethods, small_components_go_to_the_nearest_cluster) {
  // Two documents of unique words and one word of the second topic: neighbors of each other only.
  std::vector<double> X = themes(3, 40, 12, 2);
  for (std::size_t copy = 120; copy < 122; ++copy)
    X[copy * 37 + 36] = 20, X[copy * 37 + 13] = copy == 120 ? 1 : 2;
  support::Settings settings = plainly;
  settings[2].second = "1";
  settings.emplace_back("graph-rule", "mutual");
  const auto model = fitted(X, 122, 3, settings);
  const std::vector<std::int32_t> labels = support::labels(model.get());
  EXPECT_GE(labels[120], 0);
  EXPECT_EQ(labels[120], labels[121]);
}

// The last document shares a word with at most 29 others, fewer than the neighbors of a document.
TEST_P(SpectralMethods, documents_with_few_neighbors_form_no_cluster) {
  std::vector<double> X = themes(3, 40, 12, 1);
  X[120 * 37 + 36] = 20, X[120 * 37 + 13] = 1;
  support::Settings settings = plainly;
  settings[2].second = "35";
  const auto model = fitted(X, 121, 3, settings);
  const std::vector<std::int32_t> labels = support::labels(model.get());
  EXPECT_EQ(labels[120], labels[50]);
  for (const std::int64_t size : {0, 1, 2}) EXPECT_GE(manifact_model_sizes(model.get())[size], 35);
  const std::string method = GetParam();
  const bool by_edges = method == "clgr" || method == "cplr" || method == "ratio-cut";
  EXPECT_EQ(support::diagnostic(model.get(), "loose_documents"), by_edges ? "1" : "");
}

// Counts of documents of themes that all share common words, and of a last one that shares a word
// with the first two only.
std::vector<double> themes_and_a_loose_document(std::int64_t groups, std::int64_t each) {
  constexpr std::int64_t words = 12;
  const std::int64_t n = groups * each, m = (groups + 1) * words + 1;
  Rng rng(11);
  std::vector<double> X(static_cast<std::size_t>((n + 1) * m));
  const auto count = [&](std::int64_t i, std::int64_t block) {
    ++X[static_cast<std::size_t>(i * m + block * words + rng.below(words))];
  };
  for (std::int64_t i = 0; i < n; ++i)
    for (int draw = 0; draw < 10; ++draw) count(i, draw < 6 ? i / each : groups);
  for (const std::int64_t i : {std::int64_t{0}, std::int64_t{1}, n})
    X[static_cast<std::size_t>(i * m + m - 1)] = i == n ? 20 : 1;
  return X;
}

// The benefit of the rule: without it, as with a graph of the caller, which may have any degrees,
// the last document is a cluster, and the themes are one.
TEST_P(SpectralMethods, documents_with_few_neighbors_would_be_clusters_otherwise) {
  if (std::string(GetParam()) != "ratio-cut") return;
  support::Settings settings = plainly;
  settings[2].second = "60";
  settings.emplace_back("graph-weight", "cosine");
  const auto by_rule = fitted(themes_and_a_loose_document(2, 40), 81, 2, settings);
  const auto solver =
      support::solver(context_.get(), GetParam(), support::used(GetParam(), settings));
  manifact_graph *handle = nullptr;
  ASSERT_EQ(manifact_solver_graph(solver.get(), matrix_.get(), &handle), MANIFACT_OK);
  const support::Graph searched(handle);
  manifact_matrix *weights = nullptr;
  ASSERT_EQ(manifact_graph_to_matrix(context_.get(), handle, &weights), MANIFACT_OK);
  const support::Matrix owner(weights);
  ASSERT_EQ(manifact_graph_from_matrix(context_.get(), weights, MANIFACT_RULE_SYMMETRIC, &handle),
            MANIFACT_OK);
  const support::Graph given(handle);
  ASSERT_EQ(manifact_solver_set_graph(solver.get(), handle), MANIFACT_OK);
  const auto without = support::fit(solver.get(), matrix_.get(), 2);
  EXPECT_EQ(manifact_model_sizes(without.get())[1], 1);
  EXPECT_NE(support::diagnostic(by_rule.get(), "loose_documents"), "");
  EXPECT_GE(manifact_model_sizes(by_rule.get())[1], 37);
}

// With few terms clgr is fitted with two numbers of neighbors, and the clusters that are better
// apart are kept.
TEST_P(SpectralMethods, clusters_of_two_numbers_of_neighbors_are_compared) {
  const std::vector<double> X = themes_and_a_loose_document(3, 280);
  const support::Settings unset = {{"weighting", "none"}};
  const auto model = fitted(X, 841, 3, unset);
  const auto number = [&](const char *name) { return support::diagnostic(model.get(), name); };
  if (std::string(GetParam()) != "clgr") {
    EXPECT_EQ(number("neighbors_kept"), "");
    return;
  }
  EXPECT_TRUE(number("neighbors_kept") == "42" || number("neighbors_left") == "42");
  EXPECT_TRUE(number("neighbors_kept") == "40" || number("neighbors_left") == "40");
  EXPECT_GE(std::stod(number("neighbors_kept_separation")),
            std::stod(number("neighbors_left_separation")));
  for (const bool kept : {true, false}) {
    support::Settings set = unset;
    set.emplace_back("neighbors", number(kept ? "neighbors_kept" : "neighbors_left"));
    const auto alone = fitted(X, 841, 3, set);
    EXPECT_EQ(support::memberships(alone.get()) == support::memberships(model.get()), kept);
    EXPECT_EQ(support::diagnostic(alone.get(), "neighbors_kept"), "");
  }
}

TEST(Silhouette, compares_the_own_cluster_with_the_nearest_other) {
  Host host;
  Plain X(5, 2);
  X(0, 0) = X(1, 0) = X(2, 1) = X(3, 1) = X(4, 1) = 1;
  const Csr<double> rows = csr<double>(X, host.memory);
  const auto points = data_points<double>(data(rows), host.run);
  Array<std::int32_t> labels(host.memory, 5);
  labels[2] = labels[3] = 1, labels[4] = -1;
  EXPECT_DOUBLE_EQ(mean_silhouette(*points, labels, 2, host.run), 1);
  labels[2] = 0;  // 1/2, 1/2, -1 and, alone, (2/3 - 1) / 1
  EXPECT_DOUBLE_EQ(mean_silhouette(*points, labels, 2, host.run), -1.0 / 12);
}

TEST(Conductance, is_that_of_the_cluster_that_leaks_most) {
  Host host;
  Plain S(6, 6);
  const auto join = [&](std::int64_t i, std::int64_t j, double weight) {
    S(i, j) = S(j, i) = weight;
  };
  join(0, 1, 4), join(2, 3, 1), join(1, 2, 2), join(3, 4, 1);
  const Graph graph = graph_of(S, host.memory);
  Array<std::int32_t> labels(host.memory, 6);
  const std::array<std::int32_t, 6> of = {0, 0, 1, 1, -1, 2};
  std::copy(of.begin(), of.end(), labels.begin());
  EXPECT_EQ(largest_conductance(graph, labels, 2), 3.0 / 5);  // 2 / 10 and 3 / 5
  EXPECT_EQ(largest_conductance(graph, labels, 3), 1);        // no edges
  labels[2] = labels[3] = 0;
  EXPECT_EQ(largest_conductance(graph, labels, 1), 1.0 / 15);
}

TEST_P(SpectralMethods, a_saved_model_assigns_as_the_one_that_was_fitted) {
  std::vector<support::Settings> variants = {plainly};
  if (manifact_method_uses_option(GetParam(), "local-ridge") == 1) {
    variants.push_back(plainly);
    variants.back().emplace_back("out-of-sample", "predictor");
    variants.back().emplace_back("affinity", "graph");
  }
  for (const support::Settings &settings : variants) {
    const std::vector<double> X = themes(3, 40, 12);
    const auto model = fitted(X, 120, 3, settings);
    std::string bytes;
    const auto sink = [](void *user, const void *data, std::size_t size) {
      static_cast<std::string *>(user)->append(static_cast<const char *>(data), size);
      return 0;
    };
    ASSERT_EQ(manifact_model_write(context_.get(), model.get(), sink, &bytes), 0)
        << manifact_context_message(context_.get());
    manifact_model *loaded = nullptr;
    ASSERT_EQ(manifact_model_load_memory(context_.get(), bytes.data(), bytes.size(), &loaded), 0)
        << manifact_context_message(context_.get());
    const support::Model again(loaded);
    std::vector<std::int32_t> one(120), two(120);
    std::vector<double> V(360), W(360);
    ASSERT_EQ(manifact_model_assign(context_.get(), model.get(), matrix_.get(), one.data(),
                                    V.data(), 120),
              0);
    ASSERT_EQ(manifact_model_assign(context_.get(), again.get(), matrix_.get(), two.data(),
                                    W.data(), 120),
              0);
    EXPECT_EQ(one, two);
    EXPECT_EQ(V, W);
    EXPECT_EQ(one, support::labels(model.get())) << "documents of clear themes stay where they are";
  }
}

TEST_P(SpectralMethods, more_components_than_clusters_are_joined_by_what_is_in_them) {
  if (GetParam() == std::string("average-association")) GTEST_SKIP() << "cuts no graph by default";
  // Six groups, each a component of the graph; the first three share a rare word, and so do the
  // others.
  std::vector<double> X(120 * 26);
  Rng rng(3);
  for (std::size_t i = 0; i < 120; ++i) {
    for (int draw = 0; draw < 12; ++draw)
      X[i * 26 + i / 20 * 4 + static_cast<std::size_t>(rng.below(4))] += 3;
    X[i * 26 + (i < 60 ? 24 : 25)] = 2;
  }
  support::Settings settings = plainly;
  settings[2].second = "8";
  const auto model = fitted(X, 120, 2, settings);
  EXPECT_EQ(support::diagnostic(model.get(), "graph_components"), "6");
  const std::vector<std::int32_t> labels = support::labels(model.get());
  for (std::size_t i = 0; i < 120; ++i) EXPECT_EQ(labels[i], labels[i < 60 ? 0 : 60]) << i;
  EXPECT_NE(labels[0], labels[60]);
  EXPECT_NE(support::warnings(model.get()).find("its components were clustered by content"),
            std::string::npos)
      << support::warnings(model.get());
}

TEST_P(SpectralMethods, the_predictor_needs_a_graph) {
  const auto X = support::matrix(context_.get(), 120, 37, themes(3, 40, 12), true);
  const auto solver = support::solver(
      context_.get(), GetParam(),
      support::used(GetParam(), {{"out-of-sample", "predictor"}, {"affinity", "gram"}}));
  manifact_model *model = nullptr;
  const int status = manifact_solver_fit(solver.get(), X.get(), 3, &model);
  manifact_model_free(model);
  const bool has_choice = manifact_method_uses_option(GetParam(), "affinity") == 1;
  EXPECT_EQ(status, has_choice ? MANIFACT_ERROR_OPTION : MANIFACT_OK);
  if (!has_choice) return;
  EXPECT_STREQ(manifact_solver_message(solver.get()),
               "out-of-sample=predictor needs affinity=graph: it predicts from the neighbors");
}

INSTANTIATE_TEST_SUITE_P(
    All, SpectralMethods,
    testing::Values("average-association", "ratio-cut", "ncut", "cplr", "clgr"),
    [](const auto &method) {
      return std::string(method.param).substr(0, std::string(method.param).find('-'));
    });

}  // namespace
}  // namespace manifact
