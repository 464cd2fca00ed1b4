// The documents of one rank, among which the neighbors of rows of all ranks are found exactly.
#pragma once

#include <vector>

#include "graph/graph.hpp"
#include "graph/neighbors/exact/postings.hpp"
#include "graph/neighbors/exact/search.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

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

}  // namespace manifact
