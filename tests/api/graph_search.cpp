// The approximate search through the public API: the functions of graphs, the options of the
// solver, model files, and hubs in a given graph.
#include <cstdlib>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

using api::Corpus;

// Above the documents that are always searched exactly.
constexpr int64_t searched_rows = 4200;

support::Graph searched(manifact_context *context, const manifact_matrix *X, int search,
                        double recall = 0.9, int64_t seed = 0) {
  manifact_graph *graph = nullptr;
  EXPECT_EQ(manifact_graph_knn(context, X, 8, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0, search,
                               recall, seed, &graph),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Graph(graph);
}

std::vector<double> weights(manifact_context *context, const manifact_graph *graph) {
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_graph_to_matrix(context, graph, &out), MANIFACT_OK);
  const support::Matrix S(out);
  const auto rows = manifact_matrix_rows(out), entries = manifact_matrix_entries(out);
  std::vector<int64_t> indptr(static_cast<std::size_t>(rows + 1)),
      indices(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries));
  EXPECT_EQ(manifact_matrix_copy_csr(out, indptr.data(), MANIFACT_INT64, indices.data(),
                                     MANIFACT_INT64, values.data(), MANIFACT_DOUBLE, entries),
            MANIFACT_OK);
  values.insert(values.end(), indices.begin(), indices.end());
  values.insert(values.end(), indptr.begin(), indptr.end());
  return values;
}

struct SearchTrace {
  int search = -1;
  double recall = -1;
  int64_t sampled = -1;
};

SearchTrace trace(const manifact_graph *graph) {
  SearchTrace c;
  EXPECT_EQ(manifact_graph_search_info(graph, &c.search, &c.recall, &c.sampled), MANIFACT_OK);
  return c;
}

TEST(GraphSearch, a_graph_reports_how_its_neighbors_were_found) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(searched_rows, 300, 20, 8));
  const support::Graph exact = searched(context.get(), X.get(), MANIFACT_SEARCH_EXACT),
                       most = searched(context.get(), X.get(), MANIFACT_SEARCH_APPROXIMATE);
  EXPECT_EQ(trace(exact.get()).search, MANIFACT_SEARCH_EXACT);
  EXPECT_EQ(trace(exact.get()).recall, 1);
  EXPECT_EQ(trace(exact.get()).sampled, 0);
  EXPECT_EQ(trace(most.get()).search, MANIFACT_SEARCH_APPROXIMATE);
  EXPECT_GT(trace(most.get()).recall, 0.85);
  EXPECT_GT(trace(most.get()).sampled, 100);
  EXPECT_NE(weights(context.get(), most.get()), weights(context.get(), exact.get()));
  EXPECT_EQ(weights(context.get(), searched(context.get(), X.get(), MANIFACT_SEARCH_AUTO).get()),
            weights(context.get(), exact.get()));
  EXPECT_EQ(weights(context.get(), api::knn(context.get(), X.get(), 8).get()),
            weights(context.get(), exact.get()));
  EXPECT_EQ(manifact_graph_search_info(most.get(), nullptr, nullptr, nullptr), MANIFACT_OK);
  EXPECT_EQ(manifact_graph_search_info(nullptr, nullptr, nullptr, nullptr), MANIFACT_ERROR_NULL);

  manifact_matrix *S = nullptr;
  manifact_graph *given = nullptr;
  ASSERT_EQ(manifact_graph_to_matrix(context.get(), most.get(), &S), MANIFACT_OK);
  ASSERT_EQ(manifact_graph_from_matrix(context.get(), S, 0, &given), MANIFACT_OK);
  EXPECT_EQ(trace(given).search, 0);
  manifact_graph_free(given);
  manifact_matrix_free(S);
}

TEST(GraphSearch, what_is_out_of_bounds_is_refused) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus());
  const auto refused = [&](int search, double recall, int64_t seed, const char *sentence) {
    auto *graph = reinterpret_cast<manifact_graph *>(1);
    EXPECT_EQ(manifact_graph_knn(context.get(), X.get(), 5, MANIFACT_WEIGHT_COSINE,
                                 MANIFACT_RULE_OR, 0, search, recall, seed, &graph),
              MANIFACT_ERROR_ARGUMENT);
    EXPECT_EQ(graph, nullptr);
    EXPECT_STREQ(manifact_context_message(context.get()), sentence);
  };
  refused(0, 0.9, 0, "unknown search: 0");
  refused(4, 0.9, 0, "unknown search: 4");
  refused(MANIFACT_SEARCH_APPROXIMATE, 0.4, 0, "recall must be between 0.5 and 1, not 0.4");
  refused(MANIFACT_SEARCH_APPROXIMATE, 1.1, 0, "recall must be between 0.5 and 1, not 1.1");
  refused(MANIFACT_SEARCH_APPROXIMATE, 0.9, -1, "seed must be at least 0, not -1");
}

TEST(GraphSearch, every_search_of_a_log_has_its_line) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(searched_rows, 300, 20, 8));
  std::string lines;
  manifact_context_set_log(
      context.get(),
      [](void *user, int, const char *text) {
        *static_cast<std::string *>(user) += std::string(text) + "\n";
      },
      &lines);
  searched(context.get(), X.get(), MANIFACT_SEARCH_EXACT);
  EXPECT_EQ(lines, "");
  searched(context.get(), X.get(), MANIFACT_SEARCH_APPROXIMATE);
  EXPECT_NE(lines.find("approximate search"), std::string::npos) << lines;
}

class MethodSearch : public testing::TestWithParam<const char *> {};

TEST_P(MethodSearch, fits_on_an_approximate_graph_and_reports_it) {
  if (GetParam() == std::string("clgr"))
    NOT_UNDER_SANITIZERS("time; the others run the search, and threads.cpp fits clgr");
  const support::Context context = support::context();
  const Corpus c = api::corpus(searched_rows, 300, 5, 10);
  const support::Matrix X = api::csr(context.get(), c);
  const support::Settings fast = support::used(GetParam(), {{"max-iterations", "5"},
                                                            {"restarts", "1"},
                                                            {"readout-starts", "1"},
                                                            {"lambda", "1"},
                                                            {"tolerance", "0.001"}});
  std::string saved;
  for (const int64_t threads : {3, 1}) {
    if (support::is_sanitized && threads == 1 && GetParam() != std::string("lccf")) break;  // time
    const support::Solver solver = support::solver(context.get(), GetParam(), fast);
    ASSERT_EQ(manifact_solver_set_text(solver.get(), "graph-search", "approximate"), MANIFACT_OK);
    ASSERT_EQ(manifact_solver_set_text(solver.get(), "search-recall", "0.9"), MANIFACT_OK);
    ASSERT_EQ(manifact_solver_set_text(solver.get(), "threads", std::to_string(threads).c_str()),
              MANIFACT_OK);
    support::give_labels(context.get(), solver.get(), searched_rows, 5);
    const support::Model model = support::fit(solver.get(), X.get(), 5);
    ASSERT_NE(model, nullptr);
    EXPECT_EQ(support::diagnostic(model.get(), "graph_search"), "approximate");
    EXPECT_GT(std::stod(support::diagnostic(model.get(), "graph_recall")), 0.85);
    EXPECT_GT(std::stoi(support::diagnostic(model.get(), "graph_recall_sample")), 100);
    if (threads == 1) {
      EXPECT_EQ(api::bytes(context.get(), model.get()), saved);
      continue;
    }
    saved = api::bytes(context.get(), model.get());
    const support::Model again = api::load(context.get(), saved);
    EXPECT_STREQ(manifact_model_option(again.get(), "graph-search"), "approximate");
    EXPECT_STREQ(manifact_model_option(again.get(), "search-recall"), "0.9");
    EXPECT_EQ(support::diagnostic(again.get(), "graph_recall"),
              support::diagnostic(model.get(), "graph_recall"));
    // Once under sanitizers more documents than the 4096 between two checks for cancellation.
    const int64_t some = GetParam() == std::string("lccf")
                             ? searched_rows
                             : support::all_or_few(searched_rows, int64_t{600});
    const support::Matrix Y = api::csr(context.get(), api::corpus(some, 300, 5, 10));
    std::vector<int32_t> first(static_cast<std::size_t>(some)), second(first);
    EXPECT_EQ(
        manifact_model_assign(context.get(), model.get(), Y.get(), first.data(), nullptr, some),
        MANIFACT_OK);
    EXPECT_EQ(
        manifact_model_assign(context.get(), again.get(), Y.get(), second.data(), nullptr, some),
        MANIFACT_OK);
    EXPECT_EQ(first, second);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, MethodSearch,
                         testing::Values("auto", "lccf", "gnmf", "drcc", "ncut", "clgr",
                                         "label-propagation"),
                         [](const auto &one) {
                           std::string name = one.param;
                           for (char &letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

TEST(GraphSearch, methods_that_make_their_graph_take_none) {
  const auto context = support::context();
  const support::Graph graph =
      api::knn(context.get(), api::csr(context.get(), api::corpus(20, 18)).get());
  for (const char *method : {"can", "pcan", "ssc", "smce", "kmeans", "nmf"}) {
    const support::Solver s = support::solver(context.get(), method);
    EXPECT_EQ(manifact_solver_set_graph(s.get(), graph.get()),
              std::string(method) == "nmf" ? MANIFACT_OK : MANIFACT_ERROR_OPTION)
        << method;
  }
}

TEST(GraphSearch, methods_without_a_graph_have_no_such_option) {
  for (const char *method : {"cf", "kmeans", "spherical-kmeans", "vectorizer", "can", "smce"})
    for (const char *option : {"graph-search", "search-recall"})
      EXPECT_EQ(manifact_method_uses_option(method, option),
                manifact_method_uses_option(method, "graph-rule"));
  for (const char *method : {"auto", "lccf", "ncut", "rcf"})
    EXPECT_EQ(manifact_method_uses_option(method, "graph-search"), 1);
}

TEST(GraphSearch, lists_that_do_not_fit_the_budget_are_refused_with_their_size) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(5000, 300, 5, 10));
  const support::Solver solver = support::solver(
      context.get(), "lccf", {{"neighbors", "1000"}, {"memory-budget", "20000000"}});
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(solver.get(), X.get(), 5, &model), MANIFACT_ERROR_BUDGET);
  EXPECT_STREQ(manifact_solver_message(solver.get()),
               "a graph of 1000 neighbors of each of 5000 documents needs 160000000 bytes, more "
               "than the memory-budget of 20000000");
}

// One document is joined to all others: without a bound, its local prediction would take cubic
// time.
TEST(GraphSearch, a_hub_is_predicted_from_the_nearest_of_its_neighbors) {
  const support::Context context = support::context();
  const int64_t rows = support::all_or_few(3000, 700);
  const support::Matrix X = api::csr(context.get(), api::corpus(rows, 300, 3, 20));
  std::vector<double> ones;
  std::vector<int64_t> indptr{0}, indices;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < rows; ++j)
      if (i != j && (i == 0 || j == 0 || ((i - j) % 3 == 0 && std::llabs(i - j) <= 9)))
        indices.push_back(j), ones.push_back(1);
    indptr.push_back(static_cast<int64_t>(indices.size()));
  }
  manifact_matrix *S = nullptr;
  manifact_graph *graph = nullptr;
  ASSERT_EQ(
      manifact_matrix_create_csr(context.get(), rows, rows, indptr.back(), indptr.data(),
                                 MANIFACT_INT64, indices.data(), MANIFACT_INT64, 0, ones.data(),
                                 MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &S),
      MANIFACT_OK);
  ASSERT_EQ(manifact_graph_from_matrix(context.get(), S, 0, &graph), MANIFACT_OK);
  const support::Solver solver = support::solver(context.get(), "cplr");
  ASSERT_EQ(manifact_solver_set_graph(solver.get(), graph), MANIFACT_OK);
  const support::Model model = support::fit(solver.get(), X.get(), 3);
  ASSERT_NE(model, nullptr);
  EXPECT_NE(support::warnings(model.get())
                .find("1 document has more than 512 neighbors in the graph (up to " +
                      std::to_string(rows - 1) + "); each is predicted from its 512 nearest"),
            std::string::npos)
      << support::warnings(model.get());
  ASSERT_EQ(manifact_solver_set_text(solver.get(), "memory-budget", "1048576"), MANIFACT_OK);
  const support::Model tight = support::fit(solver.get(), X.get(), 3);
  ASSERT_NE(tight, nullptr);
  const std::string nearest = std::to_string(1048576 / 8 / rows);
  EXPECT_NE(support::warnings(tight.get()).find("from its " + nearest + " nearest"),
            std::string::npos)
      << support::warnings(tight.get());
  manifact_graph_free(graph);
  manifact_matrix_free(S);
}

}  // namespace
