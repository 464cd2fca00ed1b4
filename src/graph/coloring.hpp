// Vertices in classes without an edge inside, so that the vertices of one class can be moved at the
// same time.
#pragma once

#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Coloring {
  Array<std::int32_t> vertices;  // class by class, in their order within each
  std::vector<Index> starts{0};  // class c is vertices[starts[c] .. starts[c + 1])

  Index classes() const noexcept { return static_cast<Index>(starts.size()) - 1; }
};

// Each vertex in turn, along `order` (null: as they stand), takes the first class that no neighbor
// is in. S is symmetric.
template <class T>
Coloring greedy_coloring(CsrView<T> S, const std::shared_ptr<Memory> &memory,
                         const Array<std::int32_t> *order = nullptr);

}  // namespace manifact
