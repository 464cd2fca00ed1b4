// Which documents a rank searches approximately. If ranks have few documents, the fixed cost per
// row and rank would dominate: then several ranks share their documents, each keeps the documents
// of all of them, and a row needs to be searched for on only one of them.
//
// With P ranks and B blocks, a divisor of P, rank r has block r mod B: the documents of the ranks
// r, r +- B, r +- 2 B, ... The rows that rank r searches for pass through the ranks r .. r + B - 1
// (modulo P). These are not its own documents: the rows of a block, in an order in which similar
// ones are adjacent, are divided into P / B contiguous parts. Successive rows of a search then have
// features in common, whose lists and documents are still in the cache.
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
  Index sharers() const noexcept { return ranks / blocks; }  // the ranks of one block
  Index first_sharer() const noexcept { return rank % blocks; }
  Index part() const noexcept { return rank / blocks; }  // the number of this rank among them
  // Whether this rank searches for the neighbors of rows of rank `other`.
  bool searches_for(Index other) const noexcept { return (rank - other + ranks) % ranks < blocks; }
};

// As few blocks as possible, each of at most `documents` documents or, if that is 0, with
// a limited number of entries. Collective.
template <class T>
BlockPlan plan_blocks(CsrView<T> rows, Index documents, ExecutionContext &run);

// One matrix with the rows of several, `rows` and `entries` in total.
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
  UnitRows<T> rows;          // of X
  Array<std::int32_t> ids;   // of all rows
  std::vector<Index> begin;  // of the rows of each rank of the block; then the total
};

// The rows of all ranks of a block, by rank. Collective.
template <class T>
SharedDocuments<T> share_documents(const UnitRows<T> &own, const Array<std::int32_t> &ids,
                                   const BlockPlan &plan, ExecutionContext &run);

// list i of `to` = list k of `from`
inline void copy_list(const Neighbors &from, Index k, Neighbors &to, Index i) {
  const Index p = to.p;
  to.count[i] = from.count[k];
  std::copy_n(from.index.begin() + k * p, p, to.index.begin() + i * p);
  std::copy_n(from.cosine.begin() + k * p, p, to.cosine.begin() + i * p);
}

// Sends each list to the rank that owns its row. row[k]: the shared document of list k of `found`;
// begin: that of SharedDocuments. Collective.
void return_lists(const Neighbors &found, const std::int32_t *row, const std::vector<Index> &begin,
                  const BlockPlan &plan, Neighbors &lists, ExecutionContext &run);

}  // namespace manifact
