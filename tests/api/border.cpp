// Every function of the API called with null pointers and with handles of the wrong kind.
#include <cmath>
#include <functional>

#include "support/corpus.hpp"

namespace {

// One handle of each kind, and calls of every function with a missing or wrong argument.
class Border : public testing::Test {
 protected:
  struct Call {
    const char *name;
    std::function<int()> make;
  };

  template <class Handle, class Other>
  static Handle *as(Other *other) {
    return reinterpret_cast<Handle *>(other);
  }

  void expect(int status, const std::vector<Call> &calls) {
    for (const Call &call : calls) EXPECT_EQ(call.make(), status) << call.name;
  }

  api::Corpus corpus_ = api::corpus();
  support::Context context_ = support::context();
  support::Matrix matrix_ = api::csr(context_.get(), corpus_);
  support::Graph graph_ = api::knn(context_.get(), matrix_.get());
  support::Solver solver_ = support::solver(context_.get(), "lccf");
  support::Model model_ = support::fit(solver_.get(), matrix_.get(), 3);
  manifact_context *c = context_.get();
  manifact_matrix *X = matrix_.get();
  manifact_graph *g = graph_.get();
  manifact_solver *s = solver_.get();
  manifact_model *M = model_.get();
};

TEST_F(Border, missing_context_is_an_error_of_every_call) {
  manifact_matrix *out_X = X;
  manifact_graph *out_g = g;
  manifact_solver *out_s = s;
  manifact_model *out_M = M;
  int32_t labels[60];
  const int32_t truth[1] = {0};
  for (manifact_context *none : {static_cast<manifact_context *>(nullptr), as<manifact_context>(X)})
    expect(none == nullptr ? MANIFACT_ERROR_NULL : MANIFACT_ERROR_HANDLE,
           {{"set_threads", [&] { return manifact_context_set_threads(none, 1); }},
            {"set_runner", [&] { return manifact_context_set_runner(none, nullptr, nullptr); }},
            {"set_progress", [&] { return manifact_context_set_progress(none, nullptr, nullptr); }},
            {"set_log", [&] { return manifact_context_set_log(none, nullptr, nullptr); }},
            {"memory", [&] { return manifact_context_memory(none, nullptr, nullptr); }},
            {"read", [&] { return manifact_matrix_read(none, "x", 0, &out_X); }},
            {"parse", [&] { return manifact_matrix_parse(none, "1", 1, "x", 0, &out_X); }},
            {"write", [&] { return manifact_matrix_write(none, X, "/nonexistent/x"); }},
            {"weight", [&] { return manifact_matrix_weight(none, X, "auto", "auto", &out_X); }},
            {"knn",
             [&] {
               return manifact_graph_knn(none, X, 5, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                                         MANIFACT_SEARCH_EXACT, 1, 0, &out_g);
             }},
            {"from_matrix", [&] { return manifact_graph_from_matrix(none, X, 0, &out_g); }},
            {"to_matrix", [&] { return manifact_graph_to_matrix(none, g, &out_X); }},
            {"solver", [&] { return manifact_solver_create(none, "cf", &out_s); }},
            {"assign", [&] { return manifact_model_assign(none, M, X, labels, nullptr, 60); }},
            {"save", [&] { return manifact_model_save(none, M, "/nonexistent/x"); }},
            {"load", [&] { return manifact_model_load(none, "/nonexistent/x", &out_M); }},
            {"write", [&] { return manifact_model_write(none, M, api::append, nullptr); }},
            {"load_memory", [&] { return manifact_model_load_memory(none, "x", 1, &out_M); }},
            {"evaluate", [&] {
               return manifact_evaluate(none, truth, truth, 1, nullptr, nullptr, nullptr, nullptr,
                                        nullptr);
             }}});
  EXPECT_EQ(out_X, nullptr);
  EXPECT_EQ(out_g, nullptr);
  EXPECT_EQ(out_s, nullptr);
  EXPECT_EQ(out_M, nullptr);
}

TEST_F(Border, missing_input_is_an_error_of_every_call) {
  manifact_matrix *out_X = nullptr;
  manifact_graph *out_g = nullptr;
  manifact_model *out_M = nullptr;
  int32_t labels[60];
  for (int wrong = 0; wrong <= 1; ++wrong) {
    manifact_matrix *no_X = wrong ? as<manifact_matrix>(M) : nullptr;
    manifact_graph *no_g = wrong ? as<manifact_graph>(X) : nullptr;
    manifact_model *no_M = wrong ? as<manifact_model>(s) : nullptr;
    expect(
        wrong ? MANIFACT_ERROR_HANDLE : MANIFACT_ERROR_NULL,
        {{"write", [&] { return manifact_matrix_write(c, no_X, "/nonexistent/x"); }},
         {"weight", [&] { return manifact_matrix_weight(c, no_X, "auto", "auto", &out_X); }},
         {"copy_csr",
          [&] {
            return manifact_matrix_copy_csr(no_X, nullptr, MANIFACT_INT64, nullptr, MANIFACT_INT64,
                                            nullptr, MANIFACT_DOUBLE, 0);
          }},
         {"copy_rows",
          [&] {
            return manifact_matrix_copy_rows(no_X, 0, 0, nullptr, MANIFACT_INT64, nullptr,
                                             MANIFACT_DOUBLE, 0);
          }},
         {"knn",
          [&] {
            return manifact_graph_knn(c, no_X, 5, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                                      MANIFACT_SEARCH_EXACT, 1, 0, &out_g);
          }},
         {"from_matrix", [&] { return manifact_graph_from_matrix(c, no_X, 0, &out_g); }},
         {"to_matrix", [&] { return manifact_graph_to_matrix(c, no_g, &out_X); }},
         {"fit", [&] { return manifact_solver_fit(s, no_X, 3, &out_M); }},
         {"top_features",
          [&] { return manifact_model_top_features(no_M, 0, 0, 0, nullptr, nullptr, nullptr); }},
         {"cohesion", [&] { return manifact_model_cohesion(no_M, nullptr, 0); }},
         {"similarities", [&] { return manifact_model_similarities(no_M, nullptr, 0); }},
         {"representatives",
          [&] { return manifact_model_representatives(no_M, 0, 0, nullptr, nullptr, nullptr); }},
         {"concept_documents",
          [&] { return manifact_model_concept_documents(no_M, 0, 0, nullptr, nullptr, nullptr); }},
         {"proportions", [&] { return manifact_model_proportions(no_M, nullptr, 0); }},
         {"proportions_of", [&] { return manifact_model_proportions_of(no_M, 0, 0, nullptr); }},
         {"margins", [&] { return manifact_model_margins(no_M, nullptr, 0); }},
         {"map", [&] { return manifact_model_map(no_M, nullptr, 0, nullptr, 0); }},
         {"assign_proportions",
          [&] {
            double shares[180];
            return manifact_model_assign_proportions(c, no_M, X, 0, labels, shares, nullptr, 60);
          }},
         {"diagnostic", [&] { return manifact_model_diagnostic(no_M, 0, nullptr, nullptr); }},
         {"model_status", [&] { return manifact_model_status(no_M); }},
         {"assign model", [&] { return manifact_model_assign(c, no_M, X, labels, nullptr, 60); }},
         {"assign X", [&] { return manifact_model_assign(c, M, no_X, labels, nullptr, 60); }},
         {"save", [&] { return manifact_model_save(c, no_M, "/nonexistent/x"); }},
         {"write", [&] { return manifact_model_write(c, no_M, api::append, nullptr); }}});
  }
  EXPECT_EQ(manifact_solver_set_graph(s, as<manifact_graph>(X)), MANIFACT_ERROR_HANDLE);
}

TEST_F(Border, missing_solver_is_an_error_of_every_call) {
  manifact_model *out_M = M;
  int64_t integer;
  double real;
  manifact_bool truth;
  char text[8];
  for (manifact_solver *none : {static_cast<manifact_solver *>(nullptr), as<manifact_solver>(g)})
    expect(
        none == nullptr ? MANIFACT_ERROR_NULL : MANIFACT_ERROR_HANDLE,
        {{"set_int64", [&] { return manifact_solver_set_int64(none, "seed", 1); }},
         {"set_double", [&] { return manifact_solver_set_double(none, "lambda", 1); }},
         {"get_int64", [&] { return manifact_solver_get_int64(none, "seed", &integer); }},
         {"get_double", [&] { return manifact_solver_get_double(none, "lambda", &real); }},
         {"get_bool", [&] { return manifact_solver_get_bool(none, "keep-data", &truth); }},
         {"set_bool", [&] { return manifact_solver_set_bool(none, "keep-data", 1); }},
         {"reset", [&] { return manifact_solver_reset(none, nullptr); }},
         {"set_cancel_token", [&] { return manifact_solver_set_cancel_token(none, nullptr); }},
         {"set_text", [&] { return manifact_solver_set_text(none, "seed", "1"); }},
         {"get_text", [&] { return manifact_solver_get_text(none, "seed", text, sizeof text); }},
         {"set_graph", [&] { return manifact_solver_set_graph(none, g); }},
         {"set_start_factors",
          [&] { return manifact_solver_set_start_factors(none, nullptr, nullptr, 0, 0); }},
         {"set_start_labels", [&] { return manifact_solver_set_start_labels(none, nullptr, 0); }},
         {"set_progress", [&] { return manifact_solver_set_progress(none, nullptr, nullptr); }},
         {"fit", [&] { return manifact_solver_fit(none, X, 3, &out_M); }}});
  EXPECT_EQ(out_M, nullptr);
}

TEST_F(Border, missing_pointer_is_an_error_of_every_call_before_a_solver) {
  manifact_matrix *out_X = X;
  const auto none = [](void *, size_t) -> void * { return nullptr; };
  const auto nothing = [](void *, void *) {};
  expect(
      MANIFACT_ERROR_NULL,
      {{"create", [] { return manifact_context_create(nullptr); }},
       {"with_allocator",
        [&] { return manifact_context_create_with_allocator(none, nothing, nullptr, nullptr); }},
       {"read path", [&] { return manifact_matrix_read(c, nullptr, 0, &out_X); }},
       {"read out", [&] { return manifact_matrix_read(c, "x", 0, nullptr); }},
       {"parse data", [&] { return manifact_matrix_parse(c, nullptr, 1, "x", 0, &out_X); }},
       {"parse name", [&] { return manifact_matrix_parse(c, "1", 1, nullptr, 0, &out_X); }},
       {"parse out", [&] { return manifact_matrix_parse(c, "1", 1, "x.csv", 0, nullptr); }},
       {"write path", [&] { return manifact_matrix_write(c, X, nullptr); }},
       {"weight weighting", [&] { return manifact_matrix_weight(c, X, nullptr, "auto", &out_X); }},
       {"weight scaling", [&] { return manifact_matrix_weight(c, X, "auto", nullptr, &out_X); }},
       {"weight out", [&] { return manifact_matrix_weight(c, X, "auto", "auto", nullptr); }},
       {"knn out",
        [&] {
          return manifact_graph_knn(c, X, 5, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                                    MANIFACT_SEARCH_EXACT, 1, 0, nullptr);
        }},
       {"from_matrix out", [&] { return manifact_graph_from_matrix(c, X, 0, nullptr); }},
       {"to_matrix out", [&] { return manifact_graph_to_matrix(c, g, nullptr); }}});
  EXPECT_EQ(out_X, nullptr);
  manifact_context *out_c = c;
  EXPECT_EQ(manifact_context_create_with_allocator(nullptr, nothing, nullptr, &out_c),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(out_c, nullptr);
  out_c = c;
  EXPECT_EQ(manifact_context_create_with_allocator(none, nullptr, nullptr, &out_c),
            MANIFACT_ERROR_NULL);
  EXPECT_EQ(out_c, nullptr);
}

TEST_F(Border, missing_pointer_is_an_error_of_every_call_from_the_solver_on) {
  manifact_solver *out_s = s;
  manifact_model *out_M = M;
  manifact_bool truth_value = 7;
  int32_t labels[60];
  const int32_t truth[1] = {0};
  expect(MANIFACT_ERROR_NULL,
         {{"method", [&] { return manifact_solver_create(c, nullptr, &out_s); }},
          {"solver out", [&] { return manifact_solver_create(c, "cf", nullptr); }},
          {"set_int64 name", [&] { return manifact_solver_set_int64(s, nullptr, 1); }},
          {"set_double name", [&] { return manifact_solver_set_double(s, nullptr, 1); }},
          {"get_bool name", [&] { return manifact_solver_get_bool(s, nullptr, &truth_value); }},
          {"set_bool name", [&] { return manifact_solver_set_bool(s, nullptr, 1); }},
          {"get_int64", [&] { return manifact_solver_get_int64(s, "seed", nullptr); }},
          {"get_double", [&] { return manifact_solver_get_double(s, "lambda", nullptr); }},
          {"get_bool", [&] { return manifact_solver_get_bool(s, "keep-data", nullptr); }},
          {"set_text name", [&] { return manifact_solver_set_text(s, nullptr, "1"); }},
          {"set_text value", [&] { return manifact_solver_set_text(s, "seed", nullptr); }},
          {"get_text name", [&] { return manifact_solver_get_text(s, nullptr, nullptr, 0); }},
          {"get_text buffer", [&] { return manifact_solver_get_text(s, "seed", nullptr, 8); }},
          {"fit out", [&] { return manifact_solver_fit(s, X, 3, nullptr); }},
          {"assign labels", [&] { return manifact_model_assign(c, M, X, nullptr, nullptr, 60); }},
          {"save path", [&] { return manifact_model_save(c, M, nullptr); }},
          {"load path", [&] { return manifact_model_load(c, nullptr, &out_M); }},
          {"load out", [&] { return manifact_model_load(c, "x", nullptr); }},
          {"write", [&] { return manifact_model_write(c, M, nullptr, nullptr); }},
          {"load_memory data", [&] { return manifact_model_load_memory(c, nullptr, 1, &out_M); }},
          {"load_memory out", [&] { return manifact_model_load_memory(c, labels, 1, nullptr); }},
          {"truth",
           [&] {
             return manifact_evaluate(c, nullptr, truth, 1, nullptr, nullptr, nullptr, nullptr,
                                      nullptr);
           }},
          {"predicted", [&] {
             return manifact_evaluate(c, truth, nullptr, 1, nullptr, nullptr, nullptr, nullptr,
                                      nullptr);
           }}});
  EXPECT_EQ(out_s, nullptr);
  EXPECT_EQ(out_M, nullptr);
}

TEST_F(Border, missing_pointer_is_an_error_of_every_look_at_a_model) {
  int64_t found;
  expect(MANIFACT_ERROR_NULL,
         {{"top_features",
           [&] {
             return manifact_model_top_features(M, 0, MANIFACT_SCORE_LIFT, 1, nullptr, nullptr,
                                                &found);
           }},
          {"cohesion", [&] { return manifact_model_cohesion(M, nullptr, 3); }},
          {"similarities", [&] { return manifact_model_similarities(M, nullptr, 3); }},
          {"representatives",
           [&] { return manifact_model_representatives(M, 0, 1, nullptr, nullptr, &found); }},
          {"concept_documents",
           [&] { return manifact_model_concept_documents(M, 0, 1, nullptr, nullptr, &found); }},
          {"margins", [&] { return manifact_model_margins(M, nullptr, 60); }},
          {"proportions_of", [&] { return manifact_model_proportions_of(M, 0, 60, nullptr); }},
          {"proportions", [&] { return manifact_model_proportions(M, nullptr, 180); }}});
}

TEST_F(Border, views_of_what_is_not_there_are_empty) {
  for (int wrong = 0; wrong <= 1; ++wrong) {
    const manifact_matrix *no_X = wrong ? as<manifact_matrix>(M) : nullptr;
    const manifact_graph *no_g = wrong ? as<manifact_graph>(X) : nullptr;
    manifact_model *no_M = wrong ? as<manifact_model>(s) : nullptr;
    for (const auto count :
         {manifact_matrix_rows, manifact_matrix_columns, manifact_matrix_entries})
      EXPECT_EQ(count(no_X), -1);
    for (const auto count : {manifact_graph_vertices, manifact_graph_edges,
                             manifact_graph_components, manifact_graph_isolated})
      EXPECT_EQ(count(no_g), -1);
    for (const auto count : {manifact_model_documents, manifact_model_features,
                             manifact_model_clusters, manifact_model_iterations})
      EXPECT_EQ(count(no_M), -1);
    for (const auto view : {manifact_model_memberships, manifact_model_associations,
                            manifact_model_centroids, manifact_model_cosines})
      EXPECT_EQ(view(no_M), nullptr);
    EXPECT_EQ(manifact_matrix_row_labels(no_X), nullptr);
    EXPECT_EQ(manifact_model_labels(no_M), nullptr);
    EXPECT_EQ(manifact_model_sizes(no_M), nullptr);
    EXPECT_EQ(manifact_model_converged(no_M), 0);
    EXPECT_TRUE(std::isnan(manifact_model_objective(no_M)));
    int64_t length = 7;
    EXPECT_EQ(manifact_model_history(no_M, &length), nullptr);
    EXPECT_EQ(length, 0);
    EXPECT_EQ(manifact_model_method(no_M), nullptr);
    EXPECT_EQ(manifact_model_option(no_M, "seed"), nullptr);
    EXPECT_EQ(manifact_model_diagnostic_count(no_M), 0);
    EXPECT_EQ(manifact_model_warning_count(no_M), 0);
    EXPECT_EQ(manifact_model_warning(no_M, 0), nullptr);
    const manifact_solver *no_s = wrong ? as<manifact_solver>(g) : nullptr;
    EXPECT_EQ(manifact_solver_method(no_s), nullptr);
    EXPECT_NE(manifact_solver_message(no_s), nullptr);
    EXPECT_NE(manifact_context_message(wrong ? as<manifact_context>(g) : nullptr), nullptr);
    auto *const no_token = wrong ? as<manifact_cancel_token>(g) : nullptr;
    manifact_cancel_token_request(no_token);
    manifact_cancel_token_free(no_token);
    EXPECT_EQ(manifact_cancel_token_retain(no_token), nullptr);
    EXPECT_EQ(manifact_matrix_retain(wrong ? as<manifact_matrix>(g) : nullptr), nullptr);
    EXPECT_EQ(manifact_graph_retain(wrong ? as<manifact_graph>(X) : nullptr), nullptr);
    EXPECT_EQ(manifact_model_retain(no_M), nullptr);
    EXPECT_EQ(manifact_vectorizer_retain(wrong ? as<manifact_vectorizer>(g) : nullptr), nullptr);
    EXPECT_EQ(manifact_constraints_retain(wrong ? as<manifact_constraints>(g) : nullptr), nullptr);
    EXPECT_EQ(manifact_suggestion_retain(wrong ? as<manifact_suggestion>(g) : nullptr), nullptr);
  }
  EXPECT_EQ(manifact_model_option(M, nullptr), nullptr);
}

TEST_F(Border, size_of_an_option_is_that_of_its_text_and_nul) {
  const support::Context context = support::context();
  const support::Solver s = support::solver(context.get(), "lccf");
  EXPECT_EQ(manifact_solver_set_text(s.get(), "seed", "12345"), MANIFACT_OK);
  size_t size = 7;
  EXPECT_EQ(manifact_solver_get_text_size(s.get(), "no-such-option", &size), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_solver_get_text_size(s.get(), "seed", nullptr), MANIFACT_ERROR_NULL);
  EXPECT_EQ(size, 7u);
  EXPECT_EQ(manifact_solver_get_text_size(s.get(), "seed", &size), MANIFACT_OK);
  EXPECT_EQ(size, 6u);
  manifact_vectorizer *made = nullptr;
  ASSERT_EQ(manifact_vectorizer_create(context.get(), &made), MANIFACT_OK);
  const support::Vectorizer vectorizer(made);
  EXPECT_EQ(manifact_vectorizer_get_text_size(made, "language", &size), MANIFACT_OK);
  EXPECT_EQ(size, sizeof "english");
  EXPECT_EQ(manifact_vectorizer_get_text_size(made, "seed", &size), MANIFACT_ERROR_OPTION);
}

TEST_F(Border, freeing_a_handle_of_another_kind_leaves_it_alone) {
  manifact_context_free(as<manifact_context>(X));
  manifact_matrix_free(as<manifact_matrix>(g));
  manifact_graph_free(as<manifact_graph>(s));
  manifact_solver_free(as<manifact_solver>(M));
  manifact_model_free(as<manifact_model>(c));
  EXPECT_EQ(manifact_matrix_rows(X), 60);
  EXPECT_EQ(manifact_graph_vertices(g), 60);
  EXPECT_STREQ(manifact_solver_method(s), "lccf");
  EXPECT_EQ(manifact_model_documents(M), 60);
  EXPECT_EQ(manifact_context_set_threads(c, 1), MANIFACT_OK);
}

TEST_F(Border, every_failure_leaves_a_sentence_and_success_clears_it) {
  manifact_matrix *out = nullptr;
  EXPECT_STREQ(manifact_context_message(c), "");
  EXPECT_EQ(manifact_matrix_read(c, "/nonexistent/documents.mtx", 0, &out), MANIFACT_ERROR_IO);
  EXPECT_NE(std::string(manifact_context_message(c)).find("/nonexistent/documents.mtx"),
            std::string::npos);
  EXPECT_EQ(manifact_context_set_threads(c, 2), MANIFACT_OK);
  EXPECT_STREQ(manifact_context_message(c), "");
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(s, X, 61, &model), MANIFACT_ERROR_ARGUMENT);
  EXPECT_NE(std::string(manifact_solver_message(s)).find("61"), std::string::npos);
}

}  // namespace
