// Out of memory while a number of clusters is suggested: each allocation fails in turn; the call
// returns MEMORY or uses less, and leaks nothing.
#include "support/corpus.hpp"
#include "support/failing_memory.hpp"

namespace {

class SuggestingMemory : public testing::TestWithParam<int> {};

TEST_P(SuggestingMemory, each_allocation_may_fail) {
  std::atomic<int64_t> bulk{0};
  manifact_context *out = nullptr;
  ASSERT_EQ(manifact_context_create_with_allocator(allocate, release, &bulk, &out), MANIFACT_OK);
  {
    const support::Context context(out);
    ASSERT_EQ(manifact_context_set_threads(out, GetParam()), MANIFACT_OK);
    const support::Matrix X = api::csr(out, api::corpus(24, 18));
    for (const char *readout : {"rotation", "kmeans"})
      let_each_allocation_fail("suggest_k", [&] {
        manifact_solver *s = nullptr;  // a new one each time: it keeps the graph
        manifact_suggestion *suggestion = nullptr;
        int status = manifact_solver_create(out, "ncut", &s);
        if (status >= 0) status = manifact_solver_set_text(s, "readout", readout);
        if (status >= 0) status = manifact_solver_set_text(s, "neighbors", "5");
        if (status >= 0) {
          status = manifact_solver_suggest_k(s, X.get(), 2, 4, &suggestion);
          EXPECT_EQ(suggestion == nullptr, status < 0);
        }
        manifact_suggestion_free(suggestion);
        manifact_solver_free(s);
        return status;
      });
  }
  EXPECT_EQ(bulk, 0);
}

INSTANTIATE_TEST_SUITE_P(Threads, SuggestingMemory, testing::Values(1, 2),
                         testing::PrintToStringParamName());

}  // namespace
