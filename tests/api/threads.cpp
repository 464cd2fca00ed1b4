// Threads and processes: bitwise the same results for any number of threads, of the library or of
// the host; many concurrent callers; fork.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace {

using api::bytes;
using api::Corpus;
using support::Context;
using support::Matrix;
using support::Model;

// Two blocks of rows or more in every kernel, whose blocks have 1024 rows at most; under sanitizers
// in those whose blocks have 512 rows.
const Corpus &large() {
  static const Corpus c = api::corpus(support::all_or_few(1100, 530), 240, 4, 12);
  return c;
}

const support::Settings quick = {
    {"restarts", "2"}, {"trial-iterations", "4"}, {"max-iterations", "8"}, {"tolerance", "0"}};

support::Settings with(support::Settings settings, const support::Settings &more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// All results of a fit, a graph and an assignment, as bytes.
std::string everything(const Context &context, const std::string &method,
                       const support::Settings &settings) {
  const Matrix X = api::csr(context.get(), large());
  const Model model = api::fit(context.get(), method, settings, X.get(), 4);
  std::string all = bytes(context.get(), model.get());
  std::vector<int32_t> labels(static_cast<size_t>(large().n));
  std::vector<double> memberships(labels.size() * 4);
  EXPECT_EQ(manifact_model_assign(context.get(), model.get(), X.get(), labels.data(),
                                  memberships.data(), large().n),
            MANIFACT_OK);
  all.append(reinterpret_cast<const char *>(labels.data()), labels.size() * sizeof labels[0]);
  all.append(reinterpret_cast<const char *>(memberships.data()),
             memberships.size() * sizeof memberships[0]);
  return all;
}

// Backwards, on the calling thread.
void backwards(void *user, manifact_task_fn task, void *argument, int64_t count) {
  static_cast<std::atomic<int64_t> *>(user)->fetch_add(1);
  for (int64_t i = count; i-- > 0;) task(argument, i);
}

// A thread for every third task.
void scattered(void *user, manifact_task_fn task, void *argument, int64_t count) {
  static_cast<std::atomic<int64_t> *>(user)->fetch_add(1);
  std::thread others[3];
  for (int64_t t = 0; t < 3; ++t)
    others[t] = std::thread([=] {
      for (int64_t i = t; i < count; i += 3) task(argument, i);
    });
  for (std::thread &other : others) other.join();
}

class AnyThreads : public testing::TestWithParam<std::pair<std::string, support::Settings>> {};

TEST_P(AnyThreads, give_bitwise_the_same_model_and_assignment) {
  const auto &[method, more] = GetParam();
  const bool factorizes =
      std::count(more.begin(), more.end(),
                 support::Settings::value_type("propagation-solver", "cholesky")) > 0;
  if (factorizes && manifact_has_feature("cholmod") == MANIFACT_FALSE)
    GTEST_SKIP() << "the library was built without CHOLMOD";
  const support::Settings settings = support::used(method, with(quick, more));
  const std::string reference = everything(support::context(), method, settings);
  for (const int threads : {3, 0}) {
    if (support::is_sanitized && threads != 3) continue;  // time
    const Context context = support::context();
    ASSERT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
    EXPECT_EQ(everything(context, method, settings) == reference, true) << threads << " threads";
  }
  for (const auto runner : {backwards, scattered}) {
    const Context context = support::context();
    std::atomic<int64_t> calls{0};
    ASSERT_EQ(manifact_context_set_runner(context.get(), runner, &calls), MANIFACT_OK);
    EXPECT_EQ(everything(context, method, settings) == reference, true) << "runner";
    EXPECT_GT(calls, 0);
  }
}

// A runner that helps with other work of the host while it waits, which uses the same model.
struct Helper {
  const manifact_model *model = nullptr;
  const manifact_matrix *X = nullptr;
  int64_t calls = 0, at = 0;
  support::Assigned found = {};

  static void run(void *user, manifact_task_fn task, void *argument, int64_t count) {
    auto &helper = *static_cast<Helper *>(user);
    if (helper.calls++ == helper.at) {
      const Context context = support::context();
      helper.found = support::assigned(context.get(), helper.model, helper.X);
    }
    for (int64_t i = 0; i < count; ++i) task(argument, i);
  }
};

TEST(Runner, may_use_the_model_that_another_call_uses) {
  const Context first = support::context();
  const Matrix X = api::csr(first.get(), api::corpus(3000, 300, 3, 20));
  const std::string file = api::bytes(
      first.get(), api::fit(first.get(), "lccf", {{"max-iterations", "3"}}, X.get(), 3).get());
  support::Assigned right;
  int64_t calls = 1;
  for (int64_t at = -1; at < calls; ++at) {
    manifact_model *loaded = nullptr;
    ASSERT_EQ(manifact_model_load_memory(first.get(), file.data(), file.size(), &loaded), 0);
    const Model model(loaded);
    const Context context = support::context();
    Helper helper{model.get(), X.get(), 0, at};
    ASSERT_EQ(manifact_context_set_runner(context.get(), Helper::run, &helper), MANIFACT_OK);
    const support::Assigned found = support::assigned(context.get(), model.get(), X.get());
    if (at < 0) right = found;
    calls = helper.calls;
    EXPECT_EQ(found.labels, right.labels) << at;
    EXPECT_EQ(found.memberships, right.memberships) << at;
    if (at >= 0) {
      EXPECT_EQ(helper.found.memberships, right.memberships) << at;
    }
  }
  EXPECT_GT(calls, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, AnyThreads,
    testing::Values(
        std::pair{"lccf", support::Settings{}},
        std::pair{"lccf", support::Settings{{"precision", "float"}, {"graph-weight", "heat"}}},
        std::pair{"lccf",
                  support::Settings{{"normalization", "final"}, {"graph-weight", "local-scaling"}}},
        std::pair{"lccf",
                  support::Settings{{"preset", "paper"}, {"ncw", "full"}, {"start", "kmeans"}}},
        std::pair{"cf", support::Settings{{"readout", "kmeans"}, {"normalization", "per-update"}}},
        std::pair{"lccf", support::Settings{{"kernel", "polynomial"}, {"degree", "3"}}},
        std::pair{"cf", support::Settings{{"kernel", "rbf"}, {"precision", "float"}}},
        std::pair{"nmf", support::Settings{}},
        std::pair{"nmf", support::Settings{{"update", "mu"}, {"precision", "float"}}},
        std::pair{"gnmf", support::Settings{}}, std::pair{"semi-nmf", support::Settings{}},
        std::pair{"onmtf", support::Settings{}},
        std::pair{"rcc", support::Settings{{"variant", "paper"}}},
        std::pair{"drcc", support::Settings{}}, std::pair{"rcf", support::Settings{}},
        std::pair{"rcf", support::Settings{{"propagation-solver", "cholesky"}, {"alpha", "0.9"}}},
        std::pair{"rcf", support::Settings{{"propagation-top", "exact"},
                                           {"propagation-solver", "cg"},
                                           {"precision", "float"}}},
        std::pair{"semi-lccf", support::Settings{}}, std::pair{"ccf", support::Settings{}},
        std::pair{"gdcf", support::Settings{}}, std::pair{"cnpcf", support::Settings{}},
        std::pair{"srmcf", support::Settings{}},
        std::pair{"srmcf", support::Settings{{"gamma", "fixed"},
                                             {"precision", "float"},
                                             {"normalization", "unit-memberships"}}},
        std::pair{"label-propagation", support::Settings{}},
        std::pair{
            "drcc",
            support::Settings{{"precision", "float"}, {"feature-clusters", "5"}, {"mu", "50"}}},
        std::pair{"ncut", support::Settings{{"max-iterations", "300"}, {"tolerance", "1e-4"}}},
        std::pair{"clgr", support::Settings{{"out-of-sample", "predictor"},
                                            {"neighbors", "20"},
                                            {"readout", "cosine-kmeans"},
                                            {"tolerance", "1e-4"},
                                            {"max-iterations", "300"}}},
        std::pair{"average-association",
                  support::Settings{
                      {"precision", "float"}, {"max-iterations", "300"}, {"tolerance", "1e-4"}}},
        std::pair{"can", support::Settings{{"max-iterations", "2"}, {"tolerance", "1e-4"}}},
        std::pair{"pcan", support::Settings{{"max-iterations", "1"}, {"tolerance", "1e-4"}}},
        std::pair{
            "ssc",
            support::Settings{{"fidelity", "2"}, {"tolerance", "1e-4"}, {"max-iterations", "300"}}},
        std::pair{"smce",
                  support::Settings{
                      {"neighbors", "12"}, {"tolerance", "1e-4"}, {"max-iterations", "300"}}},
        std::pair{"gmm", support::Settings{{"covariance", "shared"}}},
        std::pair{"gmm", support::Settings{{"precision", "float"}}},
        std::pair{"asi", support::Settings{}},
        std::pair{"spherical-kmeans", support::Settings{{"ncw", "unit-graph"}}},
        std::pair{"kmeans", support::Settings{}},
        std::pair{"spherical-kmeans", support::Settings{{"precision", "float"}}}));

// The better one of two fits, by the silhouette over the conductance of the clusters.
TEST(Threads, choice_of_the_number_of_neighbors_is_the_same) {
  if (support::is_sanitized) GTEST_SKIP() << "time; the choice itself runs in other tests";
  std::string reference;
  for (int threads = 1; threads <= 4; ++threads) {
    const Context context = support::context();
    ASSERT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
    const Matrix X = api::csr(context.get(), large());
    const Model model = api::fit(context.get(), "clgr", {{"max-iterations", "300"}}, X.get(), 4);
    ASSERT_NE(support::diagnostic(model.get(), "neighbors_kept"), "");
    const std::string all = bytes(context.get(), model.get());
    if (threads == 1) reference = all;
    EXPECT_TRUE(all == reference) << threads << " threads";
  }
}

TEST(Threads, option_of_the_solver_and_setting_of_the_context_are_the_same) {
  const Context context = support::context();
  ASSERT_EQ(manifact_context_set_threads(context.get(), 3), MANIFACT_OK);
  int64_t threads = 0;
  EXPECT_EQ(
      manifact_solver_get_int64(support::solver(context.get(), "lccf").get(), "threads", &threads),
      MANIFACT_OK);
  EXPECT_EQ(threads, 3);
  for (const int64_t bad : {int64_t{-1}, int64_t{1025}, INT64_MIN, INT64_MAX})
    EXPECT_EQ(manifact_context_set_threads(context.get(), bad), MANIFACT_ERROR_ARGUMENT);
}

TEST(Threads, graph_is_bitwise_the_same_for_any_number) {
  std::vector<std::vector<double>> values;
  std::vector<std::vector<int64_t>> indices;
  for (const int threads : {1, 2, 4}) {
    const Context context = support::context();
    ASSERT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
    manifact_matrix *S = nullptr;
    ASSERT_EQ(manifact_graph_to_matrix(
                  context.get(),
                  api::knn(context.get(), api::csr(context.get(), large()).get()).get(), &S),
              MANIFACT_OK);
    const Matrix owner(S);
    const int64_t entries = manifact_matrix_entries(S);
    indices.emplace_back(static_cast<size_t>(entries));
    values.emplace_back(static_cast<size_t>(entries));
    ASSERT_EQ(
        manifact_matrix_copy_csr(S, nullptr, MANIFACT_INT64, indices.back().data(), MANIFACT_INT64,
                                 values.back().data(), MANIFACT_DOUBLE, entries),
        MANIFACT_OK);
  }
  for (size_t i = 1; i < values.size(); ++i) {
    EXPECT_EQ(indices[i], indices[0]);
    EXPECT_EQ(values[i], values[0]);
  }
}

// A call on a solver does not use the context.
TEST(Threads, solvers_of_one_context_fit_at_once) {
  const Corpus c = api::corpus(120, 60);
  const Context context = support::context();
  ASSERT_EQ(manifact_context_set_threads(context.get(), 2), MANIFACT_OK);
  const Matrix X = api::csr(context.get(), c);
  std::vector<support::Solver> solvers;
  std::vector<std::string> alone;
  for (const char *method : {"lccf", "auto", "gnmf", "kmeans", "ncut", "lccf"}) {
    solvers.push_back(support::solver(context.get(), method, {}));
    alone.push_back(bytes(context.get(), support::fit(solvers.back().get(), X.get(), 3).get()));
  }
  std::vector<Model> models(solvers.size());
  std::vector<std::thread> callers;
  for (size_t i = 0; i < solvers.size(); ++i)
    callers.emplace_back([&, i] { models[i] = support::fit(solvers[i].get(), X.get(), 3); });
  for (std::thread &caller : callers) caller.join();
  for (size_t i = 0; i < models.size(); ++i)
    EXPECT_EQ(bytes(context.get(), models[i].get()) == alone[i], true) << i;
}

// Each caller has its own context; matrix, graph and model are shared by all.
TEST(Threads, thirty_callers_at_once_get_what_one_gets) {
  const Corpus c = api::corpus(120, 60);
  const Context context = support::context();
  const Matrix X = api::csr(context.get(), c);
  const support::Graph graph = api::knn(context.get(), X.get());
  const Model shared =
      support::fit(support::solver(context.get(), "lccf", quick).get(), X.get(), 3);
  const auto work = [&](int number) {
    const Context own = support::context();
    EXPECT_EQ(manifact_context_set_threads(own.get(), 1 + number % 2), MANIFACT_OK);
    const support::Solver s =
        support::solver(own.get(), number % 3 == 0 ? "kmeans" : "lccf", quick);
    EXPECT_EQ(manifact_solver_set_graph(s.get(), number % 3 == 1 ? graph.get() : nullptr),
              MANIFACT_OK);
    const Model model = support::fit(s.get(), X.get(), 3);
    std::string all = bytes(own.get(), model.get()) + bytes(own.get(), shared.get());
    std::vector<int32_t> labels(static_cast<size_t>(c.n));
    EXPECT_EQ(manifact_model_assign(own.get(), shared.get(), X.get(), labels.data(), nullptr, c.n),
              MANIFACT_OK);
    all.append(reinterpret_cast<const char *>(labels.data()), labels.size() * sizeof labels[0]);
    manifact_matrix_free(manifact_matrix_retain(X.get()));
    manifact_graph_free(manifact_graph_retain(graph.get()));
    manifact_model_free(manifact_model_retain(shared.get()));
    return all;
  };
  const std::vector<std::string> alone = {work(0), work(1), work(2)};
  std::vector<std::string> together(30);
  std::vector<std::thread> callers;
  for (int number = 0; number < 30; ++number)
    callers.emplace_back([&, number] { together[static_cast<size_t>(number)] = work(number); });
  for (std::thread &caller : callers) caller.join();
  for (size_t number = 0; number < 30; ++number)
    EXPECT_EQ(together[number] == alone[number % 3], true) << number;
}

// A child that hangs is ended by its alarm; its exit code is its result.
template <class Work>
int in_child(Work &&work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);
    _exit(work() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

TEST(Fork, child_fits_before_and_after_its_parent_did) {
  const Context context = support::context();
  ASSERT_EQ(manifact_context_set_threads(context.get(), 2), MANIFACT_OK);
  const Matrix X = api::csr(context.get(), large());
  const support::Solver s = support::solver(context.get(), "lccf", quick);
  std::string expected;
  const auto child_fits = [&] {
    manifact_model *model = nullptr;
    if (manifact_solver_fit(s.get(), X.get(), 4, &model) < 0) return false;
    const Model owner(model);
    std::string found;
    return manifact_model_write(context.get(), model, api::append, &found) == MANIFACT_OK &&
           (expected.empty() || found == expected);
  };
  EXPECT_EQ(in_child(child_fits), 0);
  expected = bytes(context.get(), support::fit(s.get(), X.get(), 4).get());
  EXPECT_EQ(in_child(child_fits), 0);
  EXPECT_TRUE(child_fits());
}

}  // namespace
