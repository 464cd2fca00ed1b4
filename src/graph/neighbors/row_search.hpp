// The search over many rows: one Search per thread, all on the same index.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "graph/neighbors/exact/postings.hpp"
#include "graph/neighbors/exact/search.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// n empty lists of up to p neighbors.
Neighbors no_neighbors(Index n, Index p, ExecutionContext &run);

template <class T>
class RowSearch {
 public:
  // For rows of Y among those of X; `same`: Y is X, and no row is its own neighbor. Blocks as in
  // make_index.
  RowSearch(const UnitRows<T> &Y, const UnitRows<T> &X, bool same, Index p, ExecutionContext &run,
            Index most_in_block = 0);
  // By this index of X, which must outlive the search.
  RowSearch(const UnitRows<T> &Y, const UnitRows<T> &X, const InvertedIndex &index, bool same,
            Index p, ExecutionContext &run);
  RowSearch(const RowSearch &) = delete;
  RowSearch &operator=(const RowSearch &) = delete;

  // The lists of all rows. Progress: rows done of all rows.
  void find_all(Neighbors &found);

  // The lists of some rows; list k belongs to rows[k].
  void find_some(const Array<std::int32_t> &rows, Neighbors &found);

  // The cost of all searches so far, in postings.
  Index work() const noexcept;

 private:
  void make_searches(const UnitRows<T> &X, Index p);
  void find(const std::int32_t *rows, Index begin, Index end, Neighbors &found);

  const UnitRows<T> &Y_;
  bool same_;
  ExecutionContext &run_;
  InvertedIndex own_;  // empty if the caller has the index
  const InvertedIndex &index_;
  std::vector<Search<T>> searches_;
};

}  // namespace manifact
