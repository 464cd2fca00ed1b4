// Which documents a rank searches approximately. If ranks have few documents, the fixed cost per
// row and rank would dominate: then several ranks share their documents, each keeps those of all of
// them, and a row needs to visit only one of them.
//
// With P ranks and B blocks, a divisor of P, rank r has block r mod B: the documents of the ranks
// r, r +- B, r +- 2 B, ... The rows of rank r visit the ranks r .. r + B - 1 (modulo P).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct BlockPlan {
  Index rank = 0, ranks = 1, blocks = 1;

  bool shares() const noexcept { return blocks < ranks; }
  // Whether the rows of this rank come here.
  bool is_visited_by(Index other) const noexcept { return (rank - other + ranks) % ranks < blocks; }
};

// As few blocks as possible, each of at most `documents` documents or, if that is 0, with
// a limited number of entries. Collective.
template <class T>
BlockPlan plan_blocks(CsrView<T> rows, Index documents, ExecutionContext &run);

// One matrix of the rows of several, `rows` and `entries` in all.
template <class T>
Csr<T> joined_rows(const std::vector<Csr<T>> &parts, Index rows, Index columns, Index entries,
                   ExecutionContext &run) {
  Csr<T> X(run.memory, rows, columns, entries);
  Index row = 0, entry = 0;
  for (const Csr<T> &part : parts) {
    std::copy_n(part.indices.begin(), part.entries(), X.indices.begin() + entry);
    std::copy_n(part.values.begin(), part.entries(), X.values.begin() + entry);
    for (Index i = 0; i < part.rows; ++i) X.indptr[++row] = entry + part.indptr[i + 1];
    entry += part.entries();
  }
  return X;
}

template <class T>
struct SharedDocuments {
  Csr<T> X;
  UnitRows<T> rows;           // of X
  Array<std::int32_t> names;  // of all rows
  Index begin = 0;            // of the rows of this rank
};

// The rows of all ranks of a block, by rank. Collective.
template <class T>
SharedDocuments<T> share_documents(const UnitRows<T> &own, const Array<std::int32_t> &names,
                                   const BlockPlan &plan, ExecutionContext &run);

}  // namespace manifact
