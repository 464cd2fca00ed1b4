// Nested dissection (George 1973): a separator is eliminated after the parts that it parts, and
// each part is ordered likewise, down to small ones.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// A tree of separators: no edge joins two vertices of nodes of which neither is above the other.
struct Dissection {
  Array<std::int32_t> node;  // by vertex; every node has one at least
  std::vector<std::int32_t>
      parent;  // of the node, greater than its own number; -1: none. Eliminated by rising number.
};

// Of the graph with A's places (below the diagonal; those above are the same). Empty where it is no
// use: separators are so large that they, full as they will be, cost more than `most_flops`. The
// same on every machine.
Dissection dissected(CsrView<double> A, double most_flops, ExecutionContext &run);

}  // namespace manifact
