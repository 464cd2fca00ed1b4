// Hosts that are less kind than a shell: small stacks, a signal every millisecond, threads that
// cannot be started, calls that are cancelled at any moment, and many threads on the same handles.
// MANIFACT_SEEDS=FIRST:COUNT chooses the moments, MANIFACT_CALLS the number of calls of a thread,
// MANIFACT_SOAK the minutes of the last test (scripts/soak).
#include <pthread.h>
#include <sys/time.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <iostream>
#include <thread>

#include "support/sanitized.hpp"
#include "support/small_problems.hpp"

// Clang is left out, whose sanitizers have no such macro.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define REPLACES_PTHREAD_CREATE
#include <dlfcn.h>

#include <cerrno>

namespace {
std::atomic<int64_t> starts_left{-1};  // before one fails; negative: none fails
}

// Also that of the library; a sanitizer has its own.
extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*start)(void *), void *argument) {
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (starts_left >= 0 && starts_left-- == 0) return EAGAIN;
  return real(thread, attributes, start, argument);
}
#endif

namespace {

using support::Context;
using support::Matrix;

const support::Settings quick = {{"restarts", "1"}, {"max-iterations", "4"}};

// The bytes of a model, its assignment included; "" and a failure if there is none.
std::string results(const std::string &method, int64_t threads) {
  const Context context = support::context();
  EXPECT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
  const Matrix X = api::csr(context.get(), api::corpus(90, 60, 3, 20));
  const support::Model model = api::fit(context.get(), method, quick, X.get(), 3);
  if (model == nullptr) return "";
  const support::Assigned found = support::assigned(context.get(), model.get(), X.get());
  return api::bytes(context.get(), model.get()) +
         std::string(reinterpret_cast<const char *>(found.memberships.data()),
                     found.memberships.size() * sizeof(double));
}

void *call(void *work) {
  (*static_cast<const std::function<void()> *>(work))();
  return nullptr;
}

// A signal each millisecond, with a handler that does little.
class Ticking {
 public:
  Ticking() {
    struct sigaction action = {};
    action.sa_handler = [](int) { ticks.fetch_add(1); };
    sigaction(SIGALRM, &action, &before_);
    set(1000);
  }
  ~Ticking() {
    set(0);
    // A signal that no thread has taken yet would end the process.
    struct sigaction discard = {};
    discard.sa_handler = SIG_IGN;
    sigaction(SIGALRM, &discard, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }
  static inline std::atomic<int64_t> ticks{0};

 private:
  static void set(int microseconds) {
    const itimerval every = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &every, nullptr);
  }
  struct sigaction before_ = {};
};

TEST(Hosts, small_stacks_and_signals_change_no_bit) {
  NOT_UNDER_SANITIZERS("their frames are larger");
  constexpr std::size_t stack = 256 << 10;
  std::vector<std::string> alone, found;
  for (const std::string &method : api::methods()) alone.push_back(results(method, 1));
  pthread_attr_t usual, small;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_attr_init(&small), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&small, stack), 0);
  // Of the threads that the library starts, too.
  ASSERT_EQ(pthread_setattr_default_np(&small), 0);
  const std::function<void()> work = [&] {
    const Ticking ticking;
    for (const std::string &method : api::methods()) found.push_back(results(method, 2));
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &small, call, const_cast<std::function<void()> *>(&work)), 0);
  pthread_join(thread, nullptr);
  EXPECT_EQ(pthread_setattr_default_np(&usual), 0);
  pthread_attr_destroy(&small);
  pthread_attr_destroy(&usual);
  ASSERT_EQ(found.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i)
    EXPECT_TRUE(found[i] == alone[i]) << api::methods()[i];
  EXPECT_GT(Ticking::ticks, 0);
}

#ifdef REPLACES_PTHREAD_CREATE
TEST(Hosts, a_thread_that_cannot_be_started_is_an_error_and_the_next_call_is_fine) {
  int refused = 0;
  for (const std::string &method : api::methods()) {
    const std::string right = results(method, 1);
    const Context context = support::context();
    ASSERT_EQ(manifact_context_set_threads(context.get(), 4), MANIFACT_OK);
    const Matrix X = api::csr(context.get(), api::corpus(600, 60, 3, 20));
    const support::Solver s = support::solver(context.get(), method, support::used(method, quick));
    support::give_labels(context.get(), s.get(), 600, 3);
    int failed = 0;
    for (int64_t number = 0; number < 3; ++number) {
      int64_t before = 0, after = 0;
      ASSERT_EQ(manifact_context_memory(context.get(), &before, nullptr), MANIFACT_OK);
      starts_left = number;
      manifact_model *out = nullptr;
      const int status = manifact_solver_fit(s.get(), X.get(), 3, &out);
      const support::Model model(out);
      const bool was_refused = starts_left.exchange(-1) < 0;
      if (!was_refused) break;  // the method needed fewer threads
      ++failed;
      EXPECT_EQ(status, MANIFACT_ERROR_THREADS) << method << ", thread " << number;
      EXPECT_EQ(out, nullptr) << method;
      EXPECT_NE(std::string(manifact_solver_message(s.get())).find("cannot start"),
                std::string::npos)
          << manifact_solver_message(s.get());
      ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
      EXPECT_EQ(after, before) << method;
    }
    refused += failed > 0 ? 1 : 0;
    EXPECT_TRUE(results(method, 4) == right) << method;
  }
  EXPECT_GT(refused, 20) << "methods that start threads";
}
#endif

// The call is cancelled, or whole; its memory is back, and the next call is as if nothing had been.
TEST(Hosts, cancelling_at_any_moment_leaves_nothing) {
  using Clock = std::chrono::steady_clock;
  for (const std::string &method : api::methods()) {
    const Context context = support::context();
    const Matrix X = api::csr(context.get(), api::corpus(90, 60, 3, 20));
    const support::Solver s = support::solver(context.get(), method, support::used(method, quick));
    support::give_labels(context.get(), s.get(), 90, 3);
    const std::string right = api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get());
    const Clock::time_point begin = Clock::now();
    support::fit(s.get(), X.get(), 3);
    const auto duration = (Clock::now() - begin).count();
    int64_t before = 0, after = 0;
    ASSERT_EQ(manifact_context_memory(context.get(), &before, nullptr), MANIFACT_OK);
    for (const uint64_t seed : support::seeds(support::all_or_few(10, 3))) {
      support::Random random(seed);
      const Clock::duration moment(support::below(random, duration + 1));
      manifact_cancel_token *token = nullptr;
      ASSERT_EQ(manifact_cancel_token_create(&token), MANIFACT_OK);
      ASSERT_EQ(manifact_solver_set_cancel_token(s.get(), token), MANIFACT_OK);
      std::thread other([&] {
        const Clock::time_point start = Clock::now();
        while (Clock::now() - start < moment) std::this_thread::yield();
        manifact_cancel_token_request(token);
      });
      manifact_model *out = nullptr;
      const int status = manifact_solver_fit(s.get(), X.get(), 3, &out);
      other.join();
      manifact_cancel_token_free(token);
      const support::Model model(out);
      EXPECT_EQ(out == nullptr, status < 0) << method;
      EXPECT_TRUE(status >= 0 || status == MANIFACT_ERROR_CANCELLED) << method << status;
      if (status >= 0) {
        EXPECT_TRUE(api::bytes(context.get(), out) == right) << method;
      }
    }
    ASSERT_EQ(manifact_context_memory(context.get(), &after, nullptr), MANIFACT_OK);
    EXPECT_EQ(after, before) << method;
    EXPECT_TRUE(api::bytes(context.get(), support::fit(s.get(), X.get(), 3).get()) == right)
        << method;
  }
}

// Each thread has a context of its own; the matrix, the graph and the models are those of all.
class SharedHandles {
 public:
  SharedHandles() {
    for (const char *method : {"lccf", "kmeans", "ncut"})
      models_.push_back(api::fit(context_.get(), method, quick, X_.get(), 3));
  }

  // The same models as if just loaded: without the index that the first assignment builds.
  void load_anew() {
    for (support::Model &model : models_)
      model = api::load(context_.get(), api::bytes(context_.get(), model.get()));
  }

  // What call `number` returns, as bytes.
  std::string answer(manifact_context *own, uint64_t number) const {
    const manifact_model *const model = models_[number / 8 % models_.size()].get();
    std::vector<int32_t> labels(90);
    std::vector<double> values(90 * 60);
    int64_t best[5], found = 0;
    switch (number % 8) {
      case 0:
        EXPECT_EQ(manifact_model_assign(own, model, X_.get(), labels.data(), nullptr, 90), 0);
        break;
      case 1:
        return api::bytes(own, model);
      case 2:
        EXPECT_EQ(manifact_model_top_features(model, 0, MANIFACT_SCORE_LIFT, 5, best, values.data(),
                                              &found),
                  0);
        break;
      case 3:
        EXPECT_EQ(manifact_model_similarities(model, values.data(), 3), 0);
        break;
      case 4: {
        const support::Solver s = support::solver(own, "lccf", quick);
        EXPECT_EQ(manifact_solver_set_graph(s.get(), graph_.get()), 0);
        return api::bytes(own, support::fit(s.get(), X_.get(), 3).get());
      }
      case 5: {
        const support::Model loaded = api::load(own, api::bytes(own, model));
        return api::bytes(own, loaded.get());
      }
      case 6: {
        manifact_matrix *const held = manifact_matrix_retain(X_.get());
        values = support::dense(held);
        manifact_matrix_free(held);
        break;
      }
      default: {
        manifact_matrix *weighted = nullptr;
        EXPECT_EQ(manifact_matrix_weight(own, X_.get(), "tfidf", "unit-rows", &weighted), 0);
        const Matrix owner(weighted);
        values = support::dense(weighted);
      }
    }
    return std::string(reinterpret_cast<const char *>(labels.data()), labels.size() * 4) +
           std::string(reinterpret_cast<const char *>(values.data()), values.size() * 8);
  }

 private:
  Context context_ = support::context();
  Matrix X_ = api::csr(context_.get(), api::corpus(90, 60, 3, 20));
  support::Graph graph_ = api::knn(context_.get(), X_.get());
  std::vector<support::Model> models_;
};

TEST(Hosts, thirty_threads_on_shared_handles_get_what_one_gets) {
  const char *const calls = std::getenv("MANIFACT_CALLS");
  const int count = calls != nullptr ? std::atoi(calls) : support::all_or_few(48, 8);
  SharedHandles shared;
  std::vector<std::string> right;
  const Context context = support::context();
  for (uint64_t number = 0; number < 24; ++number)
    right.push_back(shared.answer(context.get(), number));
  shared.load_anew();
  std::atomic<int64_t> wrong{0};
  std::vector<std::thread> threads;
  for (uint64_t thread = 0; thread < 30; ++thread)
    threads.emplace_back([&, thread] {
      const Context own = support::context();
      const uint64_t assignment = thread % 3 * 8;
      wrong += shared.answer(own.get(), assignment) != right[assignment];
      support::Random random(thread + 1);
      for (int i = 0; i < count; ++i) {
        const auto number = static_cast<uint64_t>(support::below(random, 24));
        wrong += shared.answer(own.get(), number) != right[number];
      }
    });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

int64_t resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::atoll(line.c_str() + 6);
  return 0;
}

// Four threads whose contexts live as long as a connection. The last line has what another process
// is to print, too.
TEST(Hosts, a_server_stays_as_it_began) {
  using Clock = std::chrono::steady_clock;
  const char *const soak = std::getenv("MANIFACT_SOAK");
  const double minutes = soak != nullptr ? std::atof(soak) : 0;
  const Clock::time_point begin = Clock::now();
  const auto share = [&] {
    return std::chrono::duration<double>(Clock::now() - begin).count() / (minutes * 60 + 1e-9);
  };
  const SharedHandles shared;
  std::vector<std::string> right;
  const Context context = support::context();
  for (uint64_t number = 0; number < 24; ++number)
    right.push_back(shared.answer(context.get(), number));
  std::atomic<int64_t> wrong{0}, calls{0}, held{0};
  std::atomic<bool> stops{false};
  int64_t before = 0;
  std::vector<std::thread> threads;
  for (uint64_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      support::Random random(thread + 1);
      for (int connection = 0; connection < 3 || !stops; ++connection) {
        const Context own = support::context();
        for (int i = 0; i < 20; ++i, ++calls) {
          const auto number = static_cast<uint64_t>(support::below(random, 24));
          wrong += shared.answer(own.get(), number) != right[number];
        }
        int64_t now = 0;
        manifact_context_memory(own.get(), &now, nullptr);
        held += now;
      }
    });
  while (share() < 1) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (before == 0 && share() > .1) before = resident_kilobytes();
  }
  stops = true;
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(held, 0) << "bytes of contexts whose handles are freed";
  const int64_t more = before == 0 ? 0 : resident_kilobytes() - before;
  if (minutes > 0) {  // a few calls say nothing about what stays
    EXPECT_GT(before, 0);
    EXPECT_LT(more, 8 << 10) << "kB";
  }
  std::string all;
  for (const std::string &one : right) all += one;
  std::cout << calls << " calls, " << more << " kB more after the first tenth, answers "
            << std::hash<std::string>()(all) << '\n';
}

}  // namespace
