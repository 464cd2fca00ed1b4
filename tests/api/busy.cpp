// A solver and a context serve one call at a time, and may be freed while they do: the call ends as
// if nothing had happened, and all memory is released.
#include <atomic>
#include <functional>
#include <thread>

#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

namespace {

// A progress callback as a function object.
using Reaction = std::function<int()>;
int react(void *user, const char *, int64_t, int64_t, double, double) {
  return (*static_cast<Reaction *>(user))();
}

struct Counted {
  std::atomic<int64_t> blocks{0};
  static void *allocate(void *user, size_t size) {
    void *block = std::malloc(size);
    if (block != nullptr) ++static_cast<Counted *>(user)->blocks;
    return block;
  }
  static void release(void *user, void *block) {
    if (block != nullptr) --static_cast<Counted *>(user)->blocks;
    std::free(block);
  }
};

support::Context counted_context(Counted &memory) {
  manifact_context *out = nullptr;
  EXPECT_EQ(
      manifact_context_create_with_allocator(Counted::allocate, Counted::release, &memory, &out),
      MANIFACT_OK);
  return support::Context(out);
}

class Busy : public testing::Test {
 protected:
  support::Context context = support::context();
  api::Corpus c = api::corpus();
  support::Matrix X = api::csr(context.get(), c);
  support::Solver s = support::solver(context.get(), "lccf", {{"seed", "3"}});
  const std::string reference = api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get());

  // Every call on the solver that would change or read it.
  void expect_solver_is_busy() {
    manifact_model *model = nullptr;
    manifact_suggestion *suggestion = nullptr;
    int64_t seed = 7;
    char text[16] = "before";
    EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), 3, &model), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(model, nullptr);
    EXPECT_EQ(manifact_solver_suggest_k(s.get(), X.get(), 2, 3, &suggestion), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(suggestion, nullptr);
    EXPECT_EQ(manifact_solver_set_int64(s.get(), "seed", 99), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_set_double(s.get(), "lambda", 99), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_set_bool(s.get(), "keep-data", 0), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_set_text(s.get(), "seed", "99"), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_reset(s.get(), nullptr), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_get_int64(s.get(), "seed", &seed), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(seed, 7);
    EXPECT_EQ(manifact_solver_get_text(s.get(), "seed", text, sizeof text), MANIFACT_ERROR_BUSY);
    EXPECT_STREQ(text, "before");
    EXPECT_EQ(manifact_solver_set_progress(s.get(), nullptr, nullptr), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_set_cancel_token(s.get(), nullptr), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_solver_set_constraints(s.get(), nullptr), MANIFACT_ERROR_BUSY);
  }

  void expect_context_is_busy() {
    manifact_matrix *matrix = nullptr;
    manifact_graph *graph = nullptr;
    manifact_solver *solver = nullptr;
    const double one = 1;
    EXPECT_EQ(manifact_matrix_create_dense(context.get(), 1, 1, 1, 1, &one, MANIFACT_DOUBLE,
                                           MANIFACT_COPY, nullptr, nullptr, &matrix),
              MANIFACT_ERROR_BUSY);
    EXPECT_EQ(matrix, nullptr);
    EXPECT_EQ(manifact_graph_knn(context.get(), X.get(), 3, MANIFACT_WEIGHT_COSINE,
                                 MANIFACT_RULE_OR, 0, MANIFACT_SEARCH_EXACT, 1, 0, &graph),
              MANIFACT_ERROR_BUSY);
    EXPECT_EQ(graph, nullptr);
    EXPECT_EQ(manifact_solver_create(context.get(), "lccf", &solver), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(solver, nullptr);
    EXPECT_EQ(manifact_context_set_threads(context.get(), 2), MANIFACT_ERROR_BUSY);
    EXPECT_EQ(manifact_context_set_progress(context.get(), nullptr, nullptr), MANIFACT_ERROR_BUSY);
    int64_t now = 0;
    EXPECT_EQ(manifact_context_memory(context.get(), &now, nullptr), MANIFACT_OK);
    EXPECT_GT(now, 0);
  }
};

TEST_F(Busy, a_solver_refuses_every_call_from_its_own_progress) {
  int64_t calls = 0;
  Reaction seen = [&] {
    if (++calls < 4) expect_solver_is_busy();
    return 0;
  };
  ASSERT_EQ(manifact_solver_set_progress(s.get(), react, &seen), MANIFACT_OK);
  EXPECT_EQ(api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get()), reference);
  EXPECT_GT(calls, 4) << "the callback stayed set";
  EXPECT_EQ(manifact_solver_set_int64(s.get(), "seed", 4), MANIFACT_OK);
}

TEST_F(Busy, a_context_and_another_solver_may_be_used_in_the_progress_of_a_solver) {
  int64_t calls = 0;
  Reaction seen = [&] {
    if (++calls > 1) return 0;
    const support::Solver other = support::solver(context.get(), "lccf", {{"seed", "3"}});
    EXPECT_EQ(api::bytes(context.get(), support::fit(other.get(), X.get(), 3).get()), reference);
    return 0;
  };
  ASSERT_EQ(manifact_solver_set_progress(s.get(), react, &seen), MANIFACT_OK);
  EXPECT_EQ(api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get()), reference);
  EXPECT_GT(calls, 1);
}

TEST_F(Busy, a_second_thread_is_refused_while_the_first_call_runs) {
  std::atomic<bool> running{false}, tried{false};
  std::thread second([&] {
    while (!running) std::this_thread::yield();
    expect_solver_is_busy();
    tried = true;
  });
  Reaction seen = [&] {
    running = true;
    while (!tried) std::this_thread::yield();
    return 0;
  };
  EXPECT_EQ(manifact_solver_set_progress(s.get(), react, &seen), MANIFACT_OK);
  EXPECT_EQ(api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get()), reference);
  running = true;  // even if no progress was reported
  second.join();
}

TEST_F(Busy, a_context_refuses_every_call_from_its_own_progress) {
  const std::vector<double> before = support::dense(X.get());
  const manifact::TemporaryFolder folder;
  const std::string path = folder / "x.mtx";
  ASSERT_EQ(manifact_matrix_write(context.get(), X.get(), path.c_str()), MANIFACT_OK);
  int64_t calls = 0;
  Reaction seen = [&] {
    if (++calls == 1) expect_context_is_busy();
    return 0;
  };
  ASSERT_EQ(manifact_context_set_progress(context.get(), react, &seen), MANIFACT_OK);
  const support::Matrix again = support::read(context.get(), path);
  EXPECT_EQ(support::dense(again.get()), before);
  EXPECT_GE(calls, 1);
  EXPECT_EQ(manifact_context_set_progress(context.get(), nullptr, nullptr), MANIFACT_OK);
}

TEST(Freed, a_solver_freed_in_its_own_progress_ends_its_fit) {
  Counted memory;
  {
    const support::Context context = counted_context(memory);
    const support::Matrix X = api::csr(context.get(), api::corpus());
    int64_t held = 0, after = 0;
    ASSERT_EQ(manifact_context_memory(context.get(), &held, nullptr), MANIFACT_OK);
    manifact_solver *s = support::solver(context.get(), "lccf").release();
    const std::string reference = api::bytes(context.get(), support::fit(s, X.get(), 3).get());
    bool freed = false;
    Reaction seen = [&] {
      if (!freed) manifact_solver_free(s);
      freed = true;
      return 0;
    };
    ASSERT_EQ(manifact_solver_set_progress(s, react, &seen), MANIFACT_OK);
    manifact_model *model = nullptr;
    EXPECT_GE(manifact_solver_fit(s, X.get(), 3, &model), 0);
    EXPECT_TRUE(freed);
    EXPECT_EQ(api::bytes(context.get(), support::Model(model).get()), reference);
    ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
    EXPECT_EQ(after, held);
  }
  EXPECT_EQ(memory.blocks, 0);
}

TEST(Freed, a_context_freed_in_its_own_progress_ends_its_call) {
  Counted memory;
  {
    manifact_context *context = counted_context(memory).release();
    const support::Matrix X = api::csr(context, api::corpus());
    bool freed = false;
    Reaction seen = [&] {
      if (!freed) manifact_context_free(context);
      freed = true;
      return 0;
    };
    ASSERT_EQ(manifact_context_set_progress(context, react, &seen), MANIFACT_OK);
    manifact_graph *graph = nullptr;
    EXPECT_EQ(manifact_graph_knn(context, X.get(), 3, MANIFACT_WEIGHT_COSINE, MANIFACT_RULE_OR, 0,
                                 MANIFACT_SEARCH_EXACT, 1, 0, &graph),
              MANIFACT_OK);
    EXPECT_TRUE(freed);
    EXPECT_EQ(manifact_graph_vertices(graph), 60);
    manifact_graph_free(graph);
  }
  EXPECT_EQ(memory.blocks, 0);
}

TEST(Freed, solvers_of_a_freed_context_still_fit) {
  Counted memory;
  {
    support::Context context = counted_context(memory);
    const support::Matrix X = api::csr(context.get(), api::corpus());
    const support::Solver s = support::solver(context.get(), "lccf");
    Reaction seen = [&] { return context.reset(), 0; };
    ASSERT_EQ(manifact_solver_set_progress(s.get(), react, &seen), MANIFACT_OK);
    EXPECT_NE(support::fit(s.get(), X.get(), 3), nullptr);
    EXPECT_EQ(context, nullptr);
  }
  EXPECT_EQ(memory.blocks, 0);
}

}  // namespace
