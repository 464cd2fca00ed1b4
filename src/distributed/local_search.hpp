// The documents of one rank, among which the neighbors of rows of all ranks are found: exactly,
// or approximately.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "graph/neighbors/approximate/float_unit_rows.hpp"
#include "graph/neighbors/approximate/impacts.hpp"
#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/exact/postings.hpp"
#include "graph/neighbors/exact/search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The documents of one rank, among which the neighbors of rows of all ranks are found exactly.
template <class T>
class LocalSearch {
 public:
  // ids: the numbers of the rows, which break ties between equal cosines. Blocks as in
  // make_index.
  LocalSearch(const UnitRows<T> &rows, const Array<std::int32_t> &ids, Index block,
              ExecutionContext &run)
      : rows_(rows), ids_(ids), run_(run) {
    if (rows.X.rows > 0) index_ = make_index(rows, block, run);
  }

  // Improves the lists. self: for each row of `queries`, its local index; null: none of them
  // belong to this rank.
  void search(const UnitRows<T> &queries, const std::int32_t *self, Neighbors &lists) {
    if (rows_.X.rows == 0 || queries.X.rows == 0) return;
    std::vector<Search<T>> searches;
    const Index threads = run_.pool.threads(), longest = longest_row(queries), p = lists.p;
    searches.reserve(static_cast<std::size_t>(threads));
    for (Index t = 0; t < threads; ++t)
      searches.emplace_back(rows_, index_, queries, p, longest, run_.monitor, run_.memory,
                            ids_.data());
    each_row(run_, searches, 0, queries.X.rows, [&](Search<T> &one, Index i) {
      lists.count[i] = one.nearest(i, self != nullptr ? self[i] : -1, lists.index.data() + i * p,
                                   lists.cosine.data() + i * p, lists.count[i]);
    });
    for (const Search<T> &one : searches) work_ += one.work();
  }

  // The cost of all searches so far, in postings.
  Index work() const noexcept { return work_; }

 private:
  const UnitRows<T> &rows_;
  const Array<std::int32_t> &ids_;
  ExecutionContext &run_;
  InvertedIndex index_;
  Index work_ = 0;
};

// The documents of one rank, among which the neighbors of rows of all ranks are found
// approximately: for every row, the documents that share the largest products with it are scored.
template <class T>
class LocalImpactSearch {
 public:
  // The documents are ordered such that similar ones are adjacent. ids: their numbers, which
  // break ties between equal cosines; p: the length of a list; scored: the approximate number of
  // documents scored for each row. Collective.
  LocalImpactSearch(const UnitRows<T> &rows, const Array<std::int32_t> &ids, Index p, Index scored,
                    ExecutionContext &run);

  // The documents in this order, and the original row and id of each.
  const UnitRows<T> &rows() const noexcept { return rows_; }
  const Array<std::int32_t> &original_rows() const noexcept { return original_; }
  const Array<std::int32_t> &ids() const noexcept { return ids_; }

  // Improves the lists. self: for each row of `queries`, its local index, -1 if it
  // belongs to another rank; null: all do. The threshold of a row is chosen on its own rank, from a
  // budget, and used on all ranks: the documents of each rank are a random sample, so a row has
  // about the same number of products and of large sums on each.
  void search(const UnitRows<T> &queries, const std::int32_t *self, Index budget, ProductCut *cuts,
              Neighbors &lists);

  // The number of documents scored so far.
  Index scored() const noexcept;

 private:
  struct Worker {
    LargestProducts products;
    BestRows<T> best;
    Array<float> row;                   // by column, zeros elsewhere
    Array<float> cosine, sorted;        // of the candidates
    Array<std::int32_t> kept;           // candidates that may be among the nearest
    Array<FloatUnitRows::Entry> entry;  // of the query row
    Index length = 0;
    Index scored = 0;
  };

  Index position_of(const UnitRows<T> &queries, Index i) const noexcept;
  Index keep_nearest(Index found, float bar, Index p, float slack, Worker &worker) const noexcept;
  void improve(const UnitRows<T> &queries, Index i, Index found, Neighbors &lists,
               Worker &worker) const noexcept;

  Csr<T> X_;
  UnitRows<T> rows_;  // of X
  FloatUnitRows directions_;
  Array<std::int32_t> original_, ids_;
  Impacts impacts_;
  Index scored_;
  ExecutionContext &run_;
  std::vector<Worker> workers_;
};

}  // namespace manifact
