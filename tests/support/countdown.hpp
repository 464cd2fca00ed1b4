// A host's allocator that fails from the n-th call on.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace manifact {

struct Countdown {
  long left;
  static void *allocate(void *user, std::size_t size) {
    return static_cast<Countdown *>(user)->left-- > 0 ? std::malloc(size) : nullptr;
  }
  static void release(void *, void *pointer) { std::free(pointer); }
};

}  // namespace manifact
