#include "graph/neighbors/dense/dense_neighbors.hpp"

#include <algorithm>

#include "graph/neighbors/dense/approximate.hpp"
#include "graph/neighbors/dense/exact.hpp"
#include "graph/neighbors/dense/search_memory.hpp"
#include "graph/neighbors/row_search.hpp"

namespace manifact {

Neighbors nearest_neighbors(const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request) {
  const Index most = std::clamp<Index>(p, 0, std::max<Index>(0, X.rows - 1));
  check_search_budget(exact_bytes(X.rows, most, X), X.rows, most, request.budget);
  Neighbors found = no_neighbors(X.rows, most, run);
  if (most == 0) return found;
  const DenseUnitRows rows = dense_unit_rows(X, run);
  found.search.searched = true;
  if (is_dense_approximate(request, X.rows) && search_approximately(rows, request, found, run))
    return found;
  search_exactly(rows, nullptr, rows, true, found, {0, X.rows, X.rows}, run);
  run.monitor.report(X.rows, X.rows);
  return found;
}

Neighbors nearest_neighbors(const DenseRows &Y, const DenseRows &X, Index p, ExecutionContext &run,
                            const SearchRequest &request) {
  const Index most = std::clamp<Index>(p, 0, X.rows);
  check_search_budget(exact_bytes(Y.rows, most, X), Y.rows, most, request.budget);
  Neighbors found = no_neighbors(Y.rows, most, run);
  if (most == 0 || Y.rows == 0) return found;
  const DenseUnitRows rows = dense_unit_rows(Y, run), others = dense_unit_rows(X, run);
  search_exactly(rows, nullptr, others, false, found, {0, Y.rows, Y.rows}, run);
  found.search.searched = true;
  run.monitor.report(Y.rows, Y.rows);
  return found;
}

}  // namespace manifact
