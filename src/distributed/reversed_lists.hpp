// Neighbors found from the other side: cosines are symmetric, so a row that has document d among
// its neighbors may be one of those of d, whose own search missed it.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Adds to the list of each row the rows that list it as a neighbor; a list keeps its p nearest.
// ids: of the rows whose lists this rank has; they are unique over all ranks, and the lists
// contain ids. Collective.
void add_reversed(Neighbors &lists, const Array<std::int32_t> &ids, ExecutionContext &run);

}  // namespace manifact
