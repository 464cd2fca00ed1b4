// Creation and release of every kind of handle, status names, version.
#include <malloc.h>

#include <climits>
#include <set>
#include <sstream>

#include "support/corpus.hpp"
#include "support/features.hpp"
#include "support/sanitized.hpp"

namespace {

using api::bytes;

TEST(Version, features_are_those_that_the_build_found) {
  std::istringstream features(support::features);
  int found = 0;
  for (std::string word; features >> word; ++found) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    EXPECT_EQ(manifact_has_feature(name.c_str()), word.substr(equals) == "=1") << name;
  }
  EXPECT_EQ(found, 5);
  EXPECT_EQ(manifact_has_feature("color"), MANIFACT_FALSE);
  EXPECT_EQ(manifact_has_feature(""), MANIFACT_FALSE);
  EXPECT_EQ(manifact_has_feature(nullptr), MANIFACT_FALSE);
}

TEST(Status, every_number_has_a_name_and_no_two_share_one) {
  std::set<std::string> names, texts;
  int known = 0;
  for (int status = -1000; status <= 1000; ++status) {
    const std::string name = manifact_status_name(status);
    if (name == "UNKNOWN") continue;
    ++known;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_TRUE(texts.insert(manifact_status_text(status)).second) << name;
  }
  EXPECT_EQ(known, 26);  // as many as the header lists
  EXPECT_STREQ(manifact_status_name(MANIFACT_OK), "OK");
  EXPECT_STREQ(manifact_status_name(MANIFACT_ITERATION_LIMIT), "ITERATION_LIMIT");
  EXPECT_STREQ(manifact_status_name(MANIFACT_ERROR_CORRUPT), "ERROR_CORRUPT");
  EXPECT_STREQ(manifact_status_name(MANIFACT_ERROR_BUSY), "ERROR_BUSY");
  EXPECT_EQ(texts.count(manifact_status_text(INT_MIN)), 0);
  EXPECT_STREQ(manifact_status_name(INT_MIN), "UNKNOWN");
  EXPECT_STREQ(manifact_status_name(INT_MAX), "UNKNOWN");
}

TEST(Version, library_and_header_agree) {
  EXPECT_STREQ(manifact_version(), MANIFACT_VERSION_STRING);
  EXPECT_EQ(manifact_abi_supported(MANIFACT_ABI), 1);
  EXPECT_EQ(manifact_abi_supported(MANIFACT_ABI + 1), 0);
}

TEST(Lifecycle, freeing_NULL_does_nothing) {
  manifact_context_free(nullptr);
  manifact_matrix_free(nullptr);
  manifact_graph_free(nullptr);
  manifact_solver_free(nullptr);
  manifact_model_free(nullptr);
  manifact_vectorizer_free(nullptr);
  manifact_constraints_free(nullptr);
  manifact_suggestion_free(nullptr);
  EXPECT_EQ(manifact_suggestion_retain(nullptr), nullptr);
  EXPECT_EQ(manifact_constraints_retain(nullptr), nullptr);
  EXPECT_EQ(manifact_vectorizer_retain(nullptr), nullptr);
  EXPECT_EQ(manifact_matrix_retain(nullptr), nullptr);
  EXPECT_EQ(manifact_graph_retain(nullptr), nullptr);
  EXPECT_EQ(manifact_model_retain(nullptr), nullptr);
}

TEST(Lifecycle, context_may_go_before_what_was_made_with_it) {
  const api::Corpus c = api::corpus();
  support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), c);
  const support::Graph graph = api::knn(context.get(), X.get());
  const support::Solver solver = support::solver(context.get(), "lccf");
  EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph.get()), MANIFACT_OK);
  const support::Model before = support::fit(solver.get(), X.get(), 3);
  context.reset();
  const support::Model after = support::fit(solver.get(), X.get(), 3);
  EXPECT_EQ(support::labels(after.get()), support::labels(before.get()));
  EXPECT_EQ(manifact_matrix_rows(X.get()), c.n);
  EXPECT_EQ(manifact_graph_vertices(graph.get()), c.n);
}

TEST(Lifecycle, inputs_may_go_before_the_model) {
  const api::Corpus c = api::corpus();
  const support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
  support::Graph graph = api::knn(context.get(), X.get());
  support::Solver solver = support::solver(context.get(), "lccf");
  EXPECT_EQ(manifact_solver_set_graph(solver.get(), graph.get()), MANIFACT_OK);
  graph.reset();  // the solver keeps its own reference
  const support::Model model = support::fit(solver.get(), X.get(), 3);
  const std::string before = bytes(context.get(), model.get());
  X.reset();
  solver.reset();
  EXPECT_EQ(bytes(context.get(), model.get()), before);
  const support::Matrix again = api::csr(context.get(), c);
  std::vector<int32_t> labels(static_cast<std::size_t>(c.n));
  EXPECT_EQ(
      manifact_model_assign(context.get(), model.get(), again.get(), labels.data(), nullptr, c.n),
      MANIFACT_OK);
}

TEST(Lifecycle, shared_handles_live_until_the_last_reference_is_freed) {
  const api::Corpus c = api::corpus();
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), c);
  const support::Graph graph = api::knn(context.get(), X.get());
  const support::Model model =
      support::fit(support::solver(context.get(), "kmeans").get(), X.get(), 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(manifact_matrix_retain(X.get()), X.get());
    EXPECT_EQ(manifact_graph_retain(graph.get()), graph.get());
    EXPECT_EQ(manifact_model_retain(model.get()), model.get());
  }
  for (int i = 0; i < 3; ++i) {
    manifact_matrix_free(X.get());
    manifact_graph_free(graph.get());
    manifact_model_free(model.get());
    EXPECT_EQ(manifact_matrix_rows(X.get()), c.n);
    EXPECT_EQ(manifact_graph_vertices(graph.get()), c.n);
    EXPECT_EQ(manifact_model_documents(model.get()), c.n);
  }
}

// The heap of the C library, which holds the context's memory and what C++ allocates.
TEST(Lifecycle, a_thousand_fits_leak_nothing) {
  NOT_UNDER_SANITIZERS("their allocator has no statistics, and finds leaks by itself");
  const support::Context context = support::context();
  const api::Corpus c = api::corpus(30, 20, 2);
  const auto fits = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const support::Matrix X = api::csr(context.get(), c);
      const support::Solver solver = support::solver(context.get(), i % 2 == 0 ? "lccf" : "kmeans");
      const support::Model model = support::fit(solver.get(), X.get(), 2);
      std::vector<int32_t> labels(static_cast<size_t>(c.n));
      ASSERT_EQ(
          manifact_model_assign(context.get(), model.get(), X.get(), labels.data(), nullptr, c.n),
          MANIFACT_OK);
    }
  };
  fits(100);
  int64_t before = 0, after = 0;
  ASSERT_EQ(manifact_context_memory(context.get(), &before, nullptr), MANIFACT_OK);
  const size_t heap = mallinfo2().uordblks;
  fits(1000);
  ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
  EXPECT_EQ(after, before);
  EXPECT_LT(mallinfo2().uordblks, heap + 1000 * 16);
}

}  // namespace
