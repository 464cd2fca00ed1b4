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
#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Searches of rows in memory (graph/neighbors/neighbors.hpp).
template <class T>
struct SearchOfRows {
  Neighbors (*among)(const CsrView<T> &X, Index p, ExecutionContext &, const SearchRequest &);
  Neighbors (*between)(const CsrView<T> &Y, const CsrView<T> &X, Index p, ExecutionContext &,
                       const SearchRequest &);
};

// Among the listed rows, numbered by their positions in the list. Rows are ascending.
template <class T>
Neighbors neighbors_of_counts(const CountRows &X, const Array<std::int32_t> &rows, Index p,
                              ExecutionContext &run, const SearchRequest &request,
                              const SearchOfRows<T> &search);

}  // namespace manifact
