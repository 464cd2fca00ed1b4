// The nearest neighbors of rows of counts (linalg/data/count_rows.hpp), whose weighted rows need
// not fit into memory:
//
//   within the budget      a temporary copy of the rows, and the search of rows in memory
//   exact beyond it        each block of rows among the rows of each other block
//   approximate beyond it  among the rows that share one of their three heaviest features, by
//                          groups of such features that are searched as rows in memory are; the
//                          recall is estimated on a sample that is found exactly
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "linalg/data/count_rows.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Among the listed rows, numbered by their positions in the list. Rows are ascending.
template <class T>
Neighbors neighbors_of_counts(const CountRows &X, const Array<std::int32_t> &rows, Index p,
                              ExecutionContext &run, const SearchRequest &request);

}  // namespace manifact
