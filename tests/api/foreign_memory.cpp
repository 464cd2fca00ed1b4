// Out of memory inside the numerical libraries, whose memory is not that of the host: each malloc,
// calloc and realloc of CHOLMOD and its companions, LAPACK and BLAS fails in turn. The fit then
// returns MEMORY, or succeeds with the same bytes; the next fit is as if nothing had been, and once
// the handles are freed, these libraries hold nothing. Only with GCC and glibc, without sanitizers.
#include <link.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <iostream>
#include <string_view>

#include "support/sanitized.hpp"
#include "support/small_problems.hpp"

#if defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define REPLACES_MALLOC

namespace {

// The code of a library that is loaded.
struct Range {
  const char *begin, *end;
};
std::array<Range, 32> ranges;
std::atomic<std::size_t> range_count{0};

std::atomic<int64_t> failing{-1};  // calls that succeed before one fails; negative: none fails
std::atomic<int64_t> seen{0}, held{0};

int keep_range(dl_phdr_info *info, std::size_t, void *) {
  const std::string_view path(info->dlpi_name);
  const std::string_view name = path.substr(path.rfind('/') + 1);
  constexpr std::array names = {
      "libcholmod", "libamd",  "libcolamd", "libcamd",     "libccolamd",
      "libmetis",   "libblas", "liblapack", "libopenblas", "libsuitesparseconfig"};
  for (const std::string_view known : names) {
    if (!name.starts_with(known)) continue;
    for (int i = 0; i < info->dlpi_phnum && range_count < ranges.size(); ++i) {
      const ElfW(Phdr) &part = info->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      const auto *const begin = reinterpret_cast<const char *>(info->dlpi_addr + part.p_vaddr);
      ranges[range_count++] = {begin, begin + part.p_memsz};
    }
  }
  return 0;
}

bool is_foreign(const void *caller) {
  const auto *const place = static_cast<const char *>(caller);
  for (std::size_t i = 0; i < range_count; ++i)
    if (place >= ranges[i].begin && place < ranges[i].end) return true;
  return false;
}

// True if this call is to fail.
bool refuses() {
  ++seen;
  if (failing < 0 || failing-- != 0) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {
void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t count, std::size_t size);
void *__libc_realloc(void *memory, std::size_t size);
void __libc_free(void *memory);

void *malloc(std::size_t size) {
  const bool is_counted = is_foreign(__builtin_return_address(0));
  if (is_counted && refuses()) return nullptr;
  void *const memory = __libc_malloc(size);
  if (is_counted && memory != nullptr) ++held;
  return memory;
}
void *calloc(std::size_t count, std::size_t size) {
  const bool is_counted = is_foreign(__builtin_return_address(0));
  if (is_counted && refuses()) return nullptr;
  void *const memory = __libc_calloc(count, size);
  if (is_counted && memory != nullptr) ++held;
  return memory;
}
void *realloc(void *memory, std::size_t size) {
  const bool is_counted = is_foreign(__builtin_return_address(0));
  if (is_counted && refuses()) return nullptr;
  void *const moved = __libc_realloc(memory, size);
  if (is_counted && memory == nullptr && moved != nullptr) ++held;
  return moved;
}
void free(void *memory) {
  if (memory != nullptr && is_foreign(__builtin_return_address(0))) --held;
  __libc_free(memory);
}
}
#endif

namespace {

#ifdef REPLACES_MALLOC
const support::Settings quick = {{"restarts", "1"}, {"max-iterations", "4"}};

TEST(ForeignMemory, each_failure_is_an_error_and_nothing_stays) {
  dl_iterate_phdr(keep_range, nullptr);
  ASSERT_GT(range_count, 0U);
  int64_t refused = 0, methods_that_ask = 0;
  for (const std::string &method : api::methods()) {
    const int64_t before = held;
    {
      const support::Context context = support::context();
      support::Settings settings = support::used(method, quick);
      if (manifact_has_feature("cholmod") == MANIFACT_TRUE)
        for (const auto &more : support::used(method, {{"propagation-solver", "cholesky"}}))
          settings.push_back(more);
      const support::Solver s = support::solver(context.get(), method, settings);
      support::give_labels(context.get(), s.get(), 90);
      // A matrix keeps what the next fit can use again.
      const auto fresh = [&] { return api::csr(context.get(), api::corpus(90, 60, 3, 20)); };
      const auto bytes = [&] {
        return api::bytes(context.get(), support::fit(s.get(), fresh().get(), 3).get());
      };
      const std::string right = bytes();
      seen = 0;
      EXPECT_TRUE(bytes() == right) << method;
      const int64_t calls = seen;
      methods_that_ask += calls > 0;
      for (int64_t number = 0; number < calls; number += 1 + number / 40) {
        const support::Matrix X = fresh();
        failing = number;
        manifact_model *out = nullptr;
        const int status = manifact_solver_fit(s.get(), X.get(), 3, &out);
        const support::Model model(out);
        ASSERT_LT(failing.exchange(-1), 0) << method << ": call " << number << " was not reached";
        EXPECT_EQ(out == nullptr, status < 0) << method;
        if (status < 0) {
          EXPECT_EQ(status, MANIFACT_ERROR_MEMORY)
              << method << ", " << number << ": " << manifact_solver_message(s.get());
          ++refused;
        } else {
          EXPECT_TRUE(api::bytes(context.get(), out) == right) << method << ", " << number;
        }
      }
      EXPECT_TRUE(bytes() == right) << method;
    }
    EXPECT_EQ(held, before) << method;
  }
  std::cout << methods_that_ask << " methods, " << refused << " failures\n";
  if (manifact_has_feature("cholmod") == MANIFACT_TRUE) {
    EXPECT_GT(methods_that_ask, 1);
    EXPECT_GT(refused, 20);
  }
}
#else
TEST(ForeignMemory, each_failure_is_an_error_and_nothing_stays) {
  GTEST_SKIP() << "malloc cannot be replaced in this build";
}
#endif

}  // namespace
