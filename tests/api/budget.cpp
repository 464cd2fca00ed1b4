// The guarantee of the option memory-budget, for every method: no array of a fit is larger, or the
// error states how many bytes it needs.
#include <cctype>

#include "support/corpus.hpp"
#include "support/counted_memory.hpp"
#include "support/sanitized.hpp"

namespace {

constexpr int64_t mebi = 1 << 20;  // the smallest allowed budget

support::Context counted_context() {
  manifact_context *out = nullptr;
  EXPECT_EQ(manifact_context_create_with_allocator(allocate, release, nullptr, &out), MANIFACT_OK);
  return support::Context(out);
}

struct Fitted {
  int status = 0;
  std::string message, warnings;
};

// The guarantee holds for each array. The sum of all arrays, besides the input, is limited to a
// multiple of the budget: a fit has about ten arrays of that size, and its copies of the input are
// smaller than the budget here. Allocations by the allocator of the host and by operator new are
// counted, which excludes those of LAPACK and CHOLMOD.
Fitted fit_within(manifact_context *context, const std::string &method, support::Settings settings,
                  const manifact_matrix *X, int64_t k, int64_t budget) {
  settings.emplace_back("memory-budget", std::to_string(budget));
  const support::Solver solver = support::solver(context, method, support::used(method, settings));
  support::give_labels(context, solver.get(), manifact_matrix_rows(X));
  constexpr int64_t most_arrays = 16, beside = 128;  // bytes of the alignment and size of an array
  of_host.start();
  of_new.start();
  const int64_t before = of_host.now + of_new.now;
  manifact_model *out = nullptr;
  Fitted fitted{manifact_solver_fit(solver.get(), X, k, &out),
                manifact_solver_message(solver.get()), ""};
  const support::Model model(out);
  EXPECT_LE(of_host.largest, budget + beside);
  EXPECT_LE(of_new.largest, budget);
  EXPECT_LE(of_host.peak + of_new.peak - before, most_arrays * budget);
  if (out != nullptr) fitted.warnings = support::warnings(out);
  return fitted;
}

class Budget : public testing::TestWithParam<std::string> {};

TEST_P(Budget, no_array_of_a_fit_is_larger_or_the_error_names_the_bytes_needed) {
  const support::Context context = counted_context();
  const support::Matrix X = api::csr(context.get(), api::corpus(800, 300, 6, 30)),
                        fewer = api::csr(context.get(), api::corpus(400, 300, 6, 30));
  for (const char *kernel : {"linear", "rbf"}) {
    if (*kernel == 'r' && manifact_method_uses_option(GetParam().c_str(), "kernel") != 1) continue;
    for (const int64_t k : {4, 40})
      for (const int64_t budget : {mebi, 4 * mebi, 256 * mebi}) {
        // With the largest budget only 40 clusters; under sanitizers only 4, and 40 with the
        // smallest budget.
        const bool is_complete = budget == 256 * mebi;
        if (is_complete && (k == 40) == support::is_sanitized) continue;
        if (support::is_sanitized && !is_complete && (k == 4 || budget == 4 * mebi)) continue;
        SCOPED_TRACE(kernel + (" k " + std::to_string(k)) + " budget " + std::to_string(budget));
        const Fitted fitted =
            fit_within(context.get(), GetParam(),
                       {{"max-iterations", "3"},
                        {"restarts", "1"},
                        {"readout-starts", "1"},
                        {"fidelity", "4"},
                        {"kernel", kernel}},
                       is_complete && support::is_sanitized ? fewer.get() : X.get(), k, budget);
        if (fitted.status >= 0) continue;
        EXPECT_EQ(fitted.status, MANIFACT_ERROR_BUDGET) << fitted.message;
        EXPECT_LT(budget, 256 * mebi) << fitted.message;
        EXPECT_NE(fitted.message.find(" bytes, more than the"), std::string::npos)
            << fitted.message;
        EXPECT_NE(fitted.message.find(std::to_string(budget)), std::string::npos) << fitted.message;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Budget, testing::ValuesIn(api::methods()),
                         [](const auto &tested) {
                           std::string name = tested.param;
                           for (char &c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

// The iteration does not converge, and the fallback is a matrix with fill-in.
TEST(BudgetOf, clgr_avoids_a_matrix_beyond_the_budget) {
  const support::Context context = counted_context();
  const support::Matrix X = api::csr(context.get(), api::corpus(1600, 600, 6, 30));
  for (const int64_t budget : {mebi + mebi / 8, 64 * mebi}) {
    const Fitted fitted =
        fit_within(context.get(), "clgr",
                   {{"max-iterations", "1"}, {"neighbors", "20"}, {"readout-starts", "1"}}, X.get(),
                   12, budget);
    ASSERT_GE(fitted.status, 0) << fitted.message;
    EXPECT_EQ(fitted.warnings.find("the matrix of local predictions needs") != std::string::npos,
              budget < 64 * mebi)
        << fitted.warnings;
  }
}

// A topic with 800 top terms has 320,400 pairs of 4 bytes. Files do not store the budget.
TEST(BudgetOf, a_fit_holds_for_what_is_done_with_its_model) {
  const support::Context context = counted_context();
  const support::Matrix X = api::csr(context.get(), api::corpus(400, 900, 1, 200));
  for (const bool is_small : {true, false}) {
    const support::Solver solver = support::solver(
        context.get(), "spherical-kmeans", {{"memory-budget", is_small ? "1048576" : "1281600"}});
    const support::Model fitted = support::fit(solver.get(), X.get(), 2);
    manifact_model *out = nullptr;
    ASSERT_EQ(manifact_model_split(context.get(), fitted.get(), 0, 2, nullptr, &out), MANIFACT_OK);
    const support::Model edited(out);
    const support::Model loaded = api::load(context.get(), api::bytes(context.get(), fitted.get()));
    for (const manifact_model *model : {fitted.get(), edited.get(), loaded.get()}) {
      const bool is_refused = is_small && model != loaded.get();
      double coherence[3];
      EXPECT_EQ(manifact_model_topic_numbers(context.get(), model, nullptr, MANIFACT_SCORE_CONCEPT,
                                             800, coherence, nullptr, nullptr, nullptr,
                                             manifact_model_clusters(model)),
                is_refused ? MANIFACT_ERROR_BUDGET : MANIFACT_OK);
      if (!is_refused) continue;
      EXPECT_STREQ(manifact_context_message(context.get()),
                   "the pairs of the 800 top terms of topic 0 need 1281600 bytes, more than the "
                   "memory-budget of 1048576");
    }
  }
}

TEST(BudgetOf, a_fit_holds_for_documents_that_are_added) {
  const support::Context context = counted_context();
  const support::Matrix X = api::csr(context.get(), api::corpus(400, 50, 2, 5)),
                        more = api::csr(context.get(), api::corpus(66000, 50, 2, 5));
  const support::Model fitted =
      api::fit(context.get(), "spherical-kmeans", {{"memory-budget", "1048576"}}, X.get(), 2);
  manifact_model *out = nullptr;
  EXPECT_EQ(manifact_model_update(context.get(), fitted.get(), more.get(), nullptr, nullptr,
                                  nullptr, nullptr, 0, &out),
            MANIFACT_ERROR_BUDGET);
  EXPECT_STREQ(manifact_context_message(context.get()),
               "an array of 66400 x 2 needs 1062400 bytes, more than the memory-budget of 1048576");
}

// 2000 cannot-links leave 8 million pairs of groups open, which took 190 MB.
TEST(MemoryOfSuggestedPairs, is_for_documents_and_constraints_and_from_the_host) {
  const support::Context context = counted_context();
  constexpr int64_t n = 4000;
  const api::Corpus corpus = api::corpus(n, 300, 6, 10);
  const support::Matrix X = api::csr(context.get(), corpus);
  std::vector<int64_t> a, b;
  for (int64_t i = 0; i < n; i += 2) a.push_back(i), b.push_back(i + 1);
  const std::vector<double> weights(a.size(), -1);
  manifact_constraints *known = nullptr;
  ASSERT_EQ(manifact_constraints_create(context.get(), n, nullptr, a.data(), b.data(),
                                        weights.data(), n / 2, &known),
            MANIFACT_OK);
  const support::Constraints owner(known);
  constexpr int64_t count = 100;
  std::vector<int64_t> first(count), second(count);
  int64_t found = 0;
  of_host.start();
  of_new.start();
  const int64_t of_host_before = of_host.now, of_new_before = of_new.now;
  ASSERT_EQ(manifact_constraints_suggest(context.get(), X.get(), known, 4, 0, count, first.data(),
                                         second.data(), nullptr, &found),
            MANIFACT_OK);
  EXPECT_EQ(found, count);
  EXPECT_LT(of_host.peak - of_host_before, 200 * n + 60 * corpus.entries());
  EXPECT_LT(of_new.peak - of_new_before, 20 * n);  // what must-links chain together
  EXPECT_EQ(of_host.now, of_host_before);
}

}  // namespace
