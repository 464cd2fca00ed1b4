// An allocator of the host that fails from the n-th call on.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "runtime/error.hpp"
#include "runtime/memory.hpp"

namespace manifact {

struct Countdown {
  long left;
  static void *allocate(void *user, std::size_t size) {
    return static_cast<Countdown *>(user)->left-- > 0 ? std::malloc(size) : nullptr;
  }
  static void release(void *, void *pointer) { std::free(pointer); }
};

// Calls `work(memory)` with an allocator whose first, second, third ... call fails, until `work`
// returns true: each failure is an error of status `memory`, and no attempt leaks.
template <class Work>
void expect_every_failed_allocation_reported(const Work &work, long most = 1000) {
  bool done = false;
  for (long allowed = 0; !done; ++allowed) {
    ASSERT_LT(allowed, most);
    Countdown countdown{allowed};
    const auto memory =
        std::make_shared<Memory>(Countdown::allocate, Countdown::release, &countdown);
    try {
      done = work(memory);
    } catch (const Error &error) {
      EXPECT_EQ(static_cast<int>(error.status()), static_cast<int>(Status::memory)) << error.what();
    }
    EXPECT_EQ(memory->now(), 0);
  }
}

}  // namespace manifact
