// A long call can be cancelled: by its progress callback, from another thread, from a signal
// handler; it leaves nothing behind, and the next call works.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <functional>
#include <memory>
#include <set>
#include <thread>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

namespace {

using api::Corpus;
using support::Context;
using support::Matrix;

// A progress callback as a function object.
using Watch = std::function<int(const char *stage, int64_t done, int64_t total, double objective,
                                double change)>;
int watch(void *user, const char *stage, int64_t done, int64_t total, double objective,
          double change) {
  return (*static_cast<Watch *>(user))(stage, done, total, objective, change);
}

struct FreeToken {
  void operator()(manifact_cancel_token *token) const { manifact_cancel_token_free(token); }
};
using Token = std::unique_ptr<manifact_cancel_token, FreeToken>;

Token new_token() {
  manifact_cancel_token *token = nullptr;
  EXPECT_EQ(manifact_cancel_token_create(&token), MANIFACT_OK);
  return Token(token);
}

class Cancel : public testing::Test {
 protected:
  Corpus c = api::corpus(400, 120);
  Context context = support::context();
  Matrix X = api::csr(context.get(), c);
};

class CancelFit : public Cancel {
 protected:
  support::Solver s = support::solver(
      context.get(), "lccf", {{"max-iterations", "20"}, {"tolerance", "0"}, {"restarts", "2"}});
  const std::string reference = api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get());

  int fit_watched(Watch seen) {
    manifact_model *model = nullptr;
    EXPECT_EQ(manifact_solver_set_progress(s.get(), watch, &seen), MANIFACT_OK);
    const int status = manifact_solver_fit(s.get(), X.get(), 3, &model);
    EXPECT_EQ(std::string(manifact_solver_message(s.get())).empty(), status >= 0);
    EXPECT_EQ(manifact_solver_set_progress(s.get(), nullptr, nullptr), MANIFACT_OK);
    EXPECT_EQ(model == nullptr, status < 0);
    manifact_model_free(model);
    return status;
  }

  void expect_unharmed() {
    EXPECT_EQ(api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get()), reference);
  }
};

TEST_F(CancelFit, every_call_of_the_progress_may_stop_it) {
  int64_t calls = 0;
  EXPECT_GE(fit_watched([&](auto...) { return ++calls, 0; }), 0);
  ASSERT_GT(calls, 20);
  int64_t before = 0, after = 0;
  ASSERT_EQ(manifact_context_memory(context.get(), &before, nullptr), MANIFACT_OK);
  for (int64_t last = 1; last <= calls; last += support::all_or_few(1, 5)) {
    int64_t left = last;
    EXPECT_EQ(fit_watched([&](auto...) { return --left == 0; }), MANIFACT_ERROR_CANCELLED) << last;
    EXPECT_EQ(left, 0) << "called again after it asked to stop";
  }
  ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
  EXPECT_EQ(after, before);
  expect_unharmed();
}

TEST_F(CancelFit, another_thread_may_stop_it) {
  const Token token = new_token();
  std::atomic<bool> running{false}, asked{false};
  std::thread other([&] {
    while (!running) std::this_thread::yield();
    manifact_cancel_token_request(token.get());
    asked = true;
  });
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token.get()), MANIFACT_OK);
  EXPECT_EQ(fit_watched([&](auto...) {
              running = true;
              while (!asked) std::this_thread::yield();
              return 0;
            }),
            MANIFACT_ERROR_CANCELLED);
  other.join();
  expect_unharmed();
}

manifact_cancel_token *to_stop = nullptr;

TEST_F(CancelFit, signal_handler_may_stop_it) {
  const Token token = new_token();
  to_stop = token.get();
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), to_stop), MANIFACT_OK);
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) { manifact_cancel_token_request(to_stop); };
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  int64_t calls = 0;
  EXPECT_EQ(fit_watched([&](auto...) { return ++calls == 7 ? raise(SIGUSR1) : 0; }),
            MANIFACT_ERROR_CANCELLED);
  EXPECT_EQ(calls, 7);
  ASSERT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
  expect_unharmed();
}

TEST_F(CancelFit, request_that_comes_late_stops_no_later_fit) {
  const Token token = new_token();
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token.get()), MANIFACT_OK);
    EXPECT_GE(fit_watched([](auto...) { return 0; }), 0);
    manifact_cancel_token_request(token.get());
    EXPECT_GE(fit_watched([](auto...) { return 0; }), 0);
  }
}

TEST_F(CancelFit, request_counts_from_the_moment_in_which_the_token_is_set) {
  const Token token = new_token();
  manifact_cancel_token_request(token.get());
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token.get()), MANIFACT_OK);
  EXPECT_GE(fit_watched([](auto...) { return 0; }), 0);
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token.get()), MANIFACT_OK);
  manifact_cancel_token_request(token.get());
  EXPECT_EQ(manifact_solver_set_text(s.get(), "seed", "0"), MANIFACT_OK) << "no call of this kind";
  EXPECT_EQ(fit_watched([](auto...) { return 0; }), MANIFACT_ERROR_CANCELLED);
  EXPECT_GE(fit_watched([](auto...) { return 0; }), 0);
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token.get()), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), nullptr), MANIFACT_OK);
  manifact_cancel_token_request(token.get());
  EXPECT_EQ(manifact_solver_reset(s.get(), "seed"), MANIFACT_OK) << "models tell who set an option";
  expect_unharmed();
}

TEST_F(CancelFit, call_that_fails_removes_the_token_too) {
  const Token token = new_token();
  ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token.get()), MANIFACT_OK);
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(s.get(), X.get(), 0, &model), MANIFACT_ERROR_ARGUMENT);
  manifact_cancel_token_request(token.get());
  expect_unharmed();
}

TEST_F(CancelFit, token_outlives_and_is_outlived_by_its_solvers) {
  Token token = new_token();
  support::Solver others[2];
  for (support::Solver &other : others) {
    other = support::solver(context.get(), "lccf");
    ASSERT_EQ(manifact_solver_set_cancel_token(other.get(), token.get()), MANIFACT_OK);
  }
  others[0].reset();
  std::thread([&] { manifact_cancel_token_request(token.get()); }).join();
  token.reset();  // the reference of others[1] is left
  manifact_model *model = nullptr;
  EXPECT_EQ(manifact_solver_fit(others[1].get(), X.get(), 3, &model), MANIFACT_ERROR_CANCELLED);
  manifact_cancel_token *kept = nullptr;
  ASSERT_EQ(manifact_cancel_token_create(&kept), MANIFACT_OK);
  const manifact_cancel_token *const shown = kept;
  EXPECT_EQ(manifact_cancel_token_retain(shown), kept);
  manifact_cancel_token_free(kept);
  manifact_cancel_token_request(kept);
  manifact_cancel_token_free(kept);
  manifact_cancel_token_free(nullptr);
  manifact_cancel_token_request(nullptr);
  EXPECT_EQ(manifact_cancel_token_create(nullptr), MANIFACT_ERROR_NULL);
}

TEST_F(CancelFit, one_token_stops_several_calls) {
  const Token token = new_token();
  const support::Solver other = support::solver(context.get(), "kmeans");
  for (manifact_solver *solver : {s.get(), other.get()})
    ASSERT_EQ(manifact_solver_set_cancel_token(solver, token.get()), MANIFACT_OK);
  manifact_cancel_token_request(token.get());
  for (manifact_solver *solver : {s.get(), other.get()}) {
    manifact_model *model = nullptr;
    EXPECT_EQ(manifact_solver_fit(solver, X.get(), 3, &model), MANIFACT_ERROR_CANCELLED);
  }
}

TEST_F(CancelFit, progress_runs_on_the_calling_thread_and_reports_stages_in_order) {
  EXPECT_EQ(manifact_solver_set_text(s.get(), "threads", "2"), MANIFACT_OK);
  std::vector<std::string> stages;
  double last = INFINITY;
  const auto here = std::this_thread::get_id();
  EXPECT_GE(fit_watched([&](const std::string &stage, int64_t done, int64_t total, double objective,
                            double) {
              EXPECT_EQ(std::this_thread::get_id(), here);
              EXPECT_GE(done, 0);
              EXPECT_TRUE(total == 0 || done <= total);
              if (stages.empty() || stages.back() != stage) stages.push_back(stage);
              if (stage == "fit" && std::isfinite(objective)) last = objective;
              return 0;
            }),
            0);
  EXPECT_EQ(stages, (std::vector<std::string>{"weighting", "graph", "start", "fit", "read-out"}));
  EXPECT_TRUE(std::isfinite(last));
}

// The calls that take a context.
class CancelCall : public Cancel {
 protected:
  static constexpr int64_t n = support::all_or_few(2000, 1600);

  void SetUp() override {
    // Several windows of the reader, chunks of the neighbor search and tasks of an update.
    api::Corpus more = api::corpus(n, 200);
    large = api::csr(context.get(), more);
    path = folder / "large.mtx";
    ASSERT_EQ(manifact_matrix_write(context.get(), large.get(), path.c_str()), MANIFACT_OK);
    model = support::fit(
        support::solver(context.get(), "lccf", {{"max-iterations", "5"}, {"restarts", "1"}}).get(),
        large.get(), 3);
    labels.resize(n);
  }

  int read() {
    return freed(
        manifact_matrix_read(context.get(), path.c_str(), MANIFACT_FORMAT_AUTO, &matrix_out),
        matrix_out);
  }
  int knn() {
    return freed(manifact_graph_knn(context.get(), large.get(), 5, MANIFACT_WEIGHT_COSINE,
                                    MANIFACT_RULE_OR, 0, MANIFACT_SEARCH_EXACT, 1, 0, &graph_out),
                 graph_out);
  }
  int assign() {
    return manifact_model_assign(context.get(), model.get(), large.get(), labels.data(), nullptr,
                                 n);
  }

  int update() {
    return freed(manifact_model_update(context.get(), model.get(), large.get(), nullptr, nullptr,
                                       nullptr, nullptr, 0, &model_out),
                 model_out);
  }

  int tree() {
    std::vector<int64_t> merges(4), order(3);
    double heights[2];
    return manifact_model_tree(context.get(), model.get(), MANIFACT_LINKAGE_WARD, merges.data(),
                               heights, order.data(), 3);
  }
  int tree_cut() {
    int32_t group[3];
    return manifact_model_tree_cut(context.get(), model.get(), MANIFACT_LINKAGE_AVERAGE, 2, group,
                                   3);
  }
  int topic_numbers() {
    return manifact_model_topic_numbers(context.get(), model.get(), nullptr,
                                        MANIFACT_SCORE_EXCLUSIVITY, 10, nullptr, nullptr, nullptr,
                                        labels.data(), 3);
  }
  int stability() {
    double found[3];
    return manifact_model_stability(context.get(), model.get(), nullptr, 2, found, 3);
  }
  int trends() {
    const std::vector<int32_t> periods(n);
    int64_t terms[3], found = 0;
    return manifact_model_trends(context.get(), model.get(), large.get(), periods.data(), n, 0,
                                 MANIFACT_RISING, 3, terms, nullptr, &found);
  }
  int merge() {
    const int64_t topics[] = {0, 2};
    return freed(manifact_model_merge(context.get(), model.get(), topics, 2, nullptr, &model_out),
                 model_out);
  }
  int split() {
    return freed(manifact_model_split(context.get(), model.get(), 0, 2, nullptr, &model_out),
                 model_out);
  }
  int reduce() {
    return freed(manifact_model_reduce(context.get(), model.get(), MANIFACT_LINKAGE_WARD, 2,
                                       nullptr, &model_out),
                 model_out);
  }

  static int freed(int status, manifact_matrix *&out) {
    EXPECT_EQ(out == nullptr, status < 0);
    manifact_matrix_free(out);
    return status;
  }
  static int freed(int status, manifact_graph *&out) {
    EXPECT_EQ(out == nullptr, status < 0);
    manifact_graph_free(out);
    return status;
  }

  static int freed(int status, manifact_model *&out) {
    EXPECT_EQ(out == nullptr, status < 0);
    manifact_model_free(out);
    return status;
  }

  manifact::TemporaryFolder folder;
  std::string path;
  Matrix large;
  support::Model model;
  std::vector<int32_t> labels;
  manifact_matrix *matrix_out = nullptr;
  manifact_graph *graph_out = nullptr;
  manifact_model *model_out = nullptr;
  const std::vector<std::function<int()>> calls = {
      [this] { return read(); }, [this] { return knn(); }, [this] { return assign(); },
      [this] { return update(); }};
  // With stages that they enter.
  const std::vector<std::pair<std::set<std::string>, std::function<int()>>> steps = {
      {{"topic tree"}, [this] { return tree(); }},
      {{"topic tree"}, [this] { return tree_cut(); }},
      {{"top terms", "topic numbers"}, [this] { return topic_numbers(); }},
      {{"samples", "graph", "fit"}, [this] { return stability(); }},
      {{"trends"}, [this] { return trends(); }},
      {{"editing"}, [this] { return merge(); }},
      {{"graph", "fit", "editing"}, [this] { return split(); }},
      {{"topic tree", "editing"}, [this] { return reduce(); }},
      {{"updating"}, [this] { return update(); }}};
};

TEST_F(CancelCall, steps_on_topics_name_their_stages_and_stop_wherever_they_report) {
  for (const auto &[stages, call] : steps) {
    SCOPED_TRACE(*stages.begin());
    std::set<std::string> seen;
    int64_t calls = 0, held = 0, after = 0;
    Watch note = [&](const char *stage, auto...) {
      seen.insert(stage);
      return ++calls, 0;
    };
    ASSERT_EQ(manifact_context_set_progress(context.get(), watch, &note), MANIFACT_OK);
    EXPECT_EQ(call(), MANIFACT_OK);
    EXPECT_TRUE(std::includes(seen.begin(), seen.end(), stages.begin(), stages.end()));
    ASSERT_EQ(manifact_context_memory(context.get(), &held, nullptr), MANIFACT_OK);
    for (int64_t last = 1; last <= calls; last += 1 + calls / support::all_or_few(20, 5)) {
      int64_t left = last;
      Watch stop = [&](auto...) { return --left == 0; };
      ASSERT_EQ(manifact_context_set_progress(context.get(), watch, &stop), MANIFACT_OK);
      EXPECT_EQ(call(), MANIFACT_ERROR_CANCELLED) << last;
      EXPECT_EQ(left, 0) << "called again after it asked to stop";
    }
    ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
    EXPECT_EQ(after, held);
  }
}

TEST_F(CancelCall, progress_may_stop_it) {
  for (const auto &call : calls) {
    int64_t seen = 0;
    Watch stop = [&](const char *, int64_t done, int64_t total, double objective, double change) {
      EXPECT_TRUE(std::isnan(objective) && std::isnan(change));
      EXPECT_TRUE(total == 0 || done <= total);
      return ++seen;
    };
    ASSERT_EQ(manifact_context_set_progress(context.get(), watch, &stop), MANIFACT_OK);
    EXPECT_EQ(call(), MANIFACT_ERROR_CANCELLED);
    EXPECT_EQ(seen, 1);
    ASSERT_EQ(manifact_context_set_progress(context.get(), nullptr, nullptr), MANIFACT_OK);
    EXPECT_EQ(call(), MANIFACT_OK);
  }
}

TEST_F(CancelCall, asked_for_beforehand_stops_the_next_one_only) {
  const Token token = new_token();
  for (const auto &call : calls) {
    ASSERT_EQ(manifact_context_set_cancel_token(context.get(), token.get()), MANIFACT_OK);
    manifact_cancel_token_request(token.get());
    EXPECT_EQ(call(), MANIFACT_ERROR_CANCELLED);
    manifact_cancel_token_request(token.get());
    EXPECT_EQ(call(), MANIFACT_OK);
  }
}

TEST_F(CancelCall, another_thread_may_stop_it) {
  const Token token = new_token();
  for (const auto &call : calls) {
    std::atomic<bool> running{false}, asked{false};
    std::thread other([&] {
      while (!running) std::this_thread::yield();
      manifact_cancel_token_request(token.get());
      asked = true;
    });
    Watch wait = [&](auto...) {
      running = true;
      while (!asked) std::this_thread::yield();
      return 0;
    };
    ASSERT_EQ(manifact_context_set_progress(context.get(), watch, &wait), MANIFACT_OK);
    ASSERT_EQ(manifact_context_set_cancel_token(context.get(), token.get()), MANIFACT_OK);
    EXPECT_EQ(call(), MANIFACT_ERROR_CANCELLED);
    other.join();
    ASSERT_EQ(manifact_context_set_progress(context.get(), nullptr, nullptr), MANIFACT_OK);
    EXPECT_EQ(call(), MANIFACT_OK);
  }
}

// Stops the call in each of its calls of the progress, and leaves the model as it is.
TEST_F(CancelCall, update_and_refit_may_be_stopped_wherever_they_report) {
  const std::string before = api::bytes(context.get(), model.get());
  manifact_solver *handle = nullptr;
  ASSERT_EQ(manifact_solver_create_from_model(context.get(), model.get(), &handle), MANIFACT_OK);
  const support::Solver solver(handle);
  const auto watched = [&](bool fits, Watch seen) {
    EXPECT_EQ(manifact_context_set_progress(context.get(), watch, &seen), MANIFACT_OK);
    EXPECT_EQ(manifact_solver_set_progress(handle, watch, &seen), MANIFACT_OK);
    const int status =
        fits ? freed(manifact_solver_refit(handle, model.get(), &model_out), model_out) : update();
    EXPECT_EQ(manifact_context_set_progress(context.get(), nullptr, nullptr), MANIFACT_OK);
    EXPECT_EQ(manifact_solver_set_progress(handle, nullptr, nullptr), MANIFACT_OK);
    return status;
  };
  for (const bool fits : {false, true}) {
    int64_t calls = 0, held = 0, after = 0;
    EXPECT_GE(watched(fits, [&](auto...) { return ++calls, 0; }), 0);
    ASSERT_GT(calls, 3);
    ASSERT_EQ(manifact_context_memory(context.get(), &held, nullptr), MANIFACT_OK);
    for (int64_t last = 1; last <= calls; last += support::all_or_few(1, 4)) {
      int64_t left = last;
      EXPECT_EQ(watched(fits, [&](auto...) { return --left == 0; }), MANIFACT_ERROR_CANCELLED)
          << last << (fits ? " of a refit" : " of an update");
      EXPECT_EQ(left, 0) << "called again after it asked to stop";
    }
    ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
    EXPECT_EQ(after, held);
    EXPECT_EQ(api::bytes(context.get(), model.get()), before);
  }
}

TEST_F(CancelCall, stopped_writing_leaves_no_file) {
  const Token token = new_token();
  const std::string target = folder / "copy.mtx";
  ASSERT_EQ(manifact_context_set_cancel_token(context.get(), token.get()), MANIFACT_OK);
  manifact_cancel_token_request(token.get());
  EXPECT_EQ(manifact_matrix_write(context.get(), large.get(), target.c_str()),
            MANIFACT_ERROR_CANCELLED);
  ASSERT_EQ(manifact_context_set_cancel_token(context.get(), token.get()), MANIFACT_OK);
  manifact_cancel_token_request(token.get());
  EXPECT_EQ(manifact_model_save(context.get(), model.get(), target.c_str()),
            MANIFACT_ERROR_CANCELLED);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"large.mtx"}));
}

}  // namespace
