// Vertices in classes without an edge inside, so that the vertices of one class can be moved at the same time.
#pragma once

#include <vector>

#include "linalg/csr.hpp"

namespace manifact {

struct Colouring {
  Array<std::int32_t> vertices;        // class by class, in their order within each
  std::vector<std::int64_t> starts{0};  // class c is vertices[starts[c] .. starts[c + 1])

  std::int64_t classes() const noexcept { return static_cast<std::int64_t>(starts.size()) - 1; }
};

// Each vertex in turn, along `order` (null: as they stand), takes the first class that no neighbour is in. S is symmetric.
template <class T>
Colouring greedy_colouring(CsrView<T> S, const std::shared_ptr<Memory> &memory, const Array<std::int32_t> *order = nullptr);

}  // namespace manifact
