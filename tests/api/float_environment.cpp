// The floating-point environment of the host: other rounding modes, traps and flushed subnormal
// numbers change no bit of a result, and each call restores what it found.
#include <cfenv>
#include <functional>
#include <thread>

#include "support/corpus.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace {

using support::Context;
using support::Matrix;
using support::Model;

struct HostEnvironment {
  const char *name;
  void (*set)();
};

const HostEnvironment environments[] = {
    {"downward", [] { std::fesetround(FE_DOWNWARD); }},
    {"upward", [] { std::fesetround(FE_UPWARD); }},
    {"toward zero", [] { std::fesetround(FE_TOWARDZERO); }},
#if defined(__GLIBC__)
    {"traps", [] { feenableexcept(FE_ALL_EXCEPT); }},
#endif
#if defined(__SSE2__)
    {"flush to zero", [] { _mm_setcsr(_mm_getcsr() | 0x8040); }},
    {"traps of subnormal operands", [] { _mm_setcsr(_mm_getcsr() & ~0x100u); }},
#endif
};

// Runs work() on a thread with this environment; null: as the thread begins.
void on_thread(const HostEnvironment *host, const std::function<void()> &work) {
  std::thread([&] {
    if (host != nullptr) host->set();
    work();
  }).join();
}

unsigned int control() {
#if defined(__SSE2__)
  return _mm_getcsr();
#else
  return static_cast<unsigned int>(std::fegetround());
#endif
}

// Tasks on threads of the host, which have its environment.
void hosted(void *user, manifact_task_fn task, void *argument, int64_t count) {
  const auto *host = static_cast<const HostEnvironment *>(user);
  for (int64_t first = 0; first < count; first += 8)
    on_thread(host, [&] {
      for (int64_t i = first; i < count && i < first + 8; ++i) task(argument, i);
    });
}

// The bytes of a model, of an assignment and of a graph.
std::string results(const std::string &method, int64_t threads, const HostEnvironment *runner) {
  const Context context = support::context();
  EXPECT_EQ(manifact_context_set_threads(context.get(), threads), MANIFACT_OK);
  if (runner != nullptr) {
    EXPECT_EQ(
        manifact_context_set_runner(context.get(), hosted, const_cast<HostEnvironment *>(runner)),
        MANIFACT_OK);
  }
  const Matrix X = api::csr(context.get(), api::corpus(90, 60, 3, 20));
  const Model model =
      api::fit(context.get(), method, {{"max-iterations", "10"}, {"restarts", "1"}}, X.get(), 3);
  std::string all = api::bytes(context.get(), model.get());
  const support::Assigned found = support::assigned(context.get(), model.get(), X.get());
  const auto add = [&all](const auto &values) {
    all.append(reinterpret_cast<const char *>(values.data()), values.size() * sizeof values[0]);
  };
  add(found.labels);
  add(found.memberships);
  std::vector<double> cohesion(3), similarities(9);
  EXPECT_EQ(manifact_model_cohesion(model.get(), cohesion.data(), 3), MANIFACT_OK);
  EXPECT_EQ(manifact_model_similarities(model.get(), similarities.data(), 3), MANIFACT_OK);
  add(cohesion);
  add(similarities);
  return all;
}

TEST(FloatEnvironment, of_the_host_changes_no_bit_and_is_restored) {
  for (const std::string &method : api::methods()) {
    const std::string right = results(method, 1, nullptr);
    for (const HostEnvironment &host : environments) {
      std::string got;
      unsigned int before = 0, after = 0;
      on_thread(&host, [&] {
        before = control();
        got = results(method, 1, nullptr);
        after = control();
      });
      EXPECT_TRUE(got == right) << method << ", " << host.name;
      EXPECT_EQ(after, before) << method << ", " << host.name;
    }
  }
}

TEST(FloatEnvironment, of_other_threads_does_not_matter) {
  for (const std::string method : {"auto", "ncut", "kmeans", "gaussian-mixture"}) {
    if (manifact_method_uses_option(method.c_str(), "seed") != MANIFACT_TRUE) continue;
    const std::string right = results(method, 1, nullptr);
    for (const HostEnvironment &host : environments) {
      std::string own, others;
      on_thread(&host, [&] { own = results(method, 3, nullptr); });
      others = results(method, 3, &host);
      EXPECT_TRUE(own == right) << method << ", threads of the library, " << host.name;
      EXPECT_TRUE(others == right) << method << ", threads of the host, " << host.name;
    }
  }
}

TEST(FloatEnvironment, flags_of_the_host_stay) {
  const Context context = support::context();
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_OVERFLOW);
  const Matrix X = api::csr(context.get(), api::corpus());
  api::fit(context.get(), "kmeans", {}, X.get(), 3);
  // api::corpus() itself converts integers exactly.
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT), FE_OVERFLOW);
  std::feclearexcept(FE_ALL_EXCEPT);
}

}  // namespace
