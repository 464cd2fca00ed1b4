// A coloring: partitions the vertices into classes without internal edges, so that the vertices of
// a class can be moved in parallel.
#pragma once

#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Coloring {
  Array<std::int32_t> vertices;  // class by class, in the given order within each
  std::vector<Index> starts{0};  // class c is vertices[starts[c] .. starts[c + 1])

  Index classes() const noexcept { return static_cast<Index>(starts.size()) - 1; }
};

// Greedy: each vertex in turn, along `order` (null: the given order), takes the first class that
// contains none of its neighbors. S is symmetric.
template <class T>
Coloring greedy_coloring(CsrView<T> S, const std::shared_ptr<Memory> &memory,
                         const Array<std::int32_t> *order = nullptr);

}  // namespace manifact
