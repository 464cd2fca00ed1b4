// The search over many rows: one Search a thread, all over the same index.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "graph/postings.hpp"
#include "graph/search.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/run.hpp"

namespace manifact {

// n lists of up to p neighbours, all empty.
Neighbors no_neighbors(std::int64_t n, std::int64_t p, Run &run);

template <class T>
class RowSearch {
 public:
  // Of rows of Y among those of X; `same`: they are the same, and no row is its own neighbour. Blocks as make_index makes them.
  RowSearch(const UnitRows<T> &Y, const UnitRows<T> &X, bool same, std::int64_t p, Run &run, std::int64_t most_in_block = 0);

  // The lists of all rows. Progress: rows done of all rows.
  void find_all(Neighbors &found);

  // The lists of some rows, list k that of rows[k].
  void find_some(const Array<std::int32_t> &rows, Neighbors &found);

  // What all searches so far have cost, in postings.
  std::int64_t work() const noexcept;

 private:
  void find(const std::int32_t *rows, std::int64_t begin, std::int64_t end, Neighbors &found);

  const UnitRows<T> &Y_;
  bool same_;
  Run &run_;
  Index index_;
  std::vector<Search<T>> searches_;
};

}  // namespace manifact
