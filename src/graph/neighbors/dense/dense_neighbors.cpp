#include "graph/neighbors/dense/dense_neighbors.hpp"

#include <algorithm>

#include "graph/neighbors/dense/approximate.hpp"
#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/exact.hpp"
#include "graph/neighbors/row_search.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

void check_budget(Index n, Index p, Index columns, Index threads, Index budget) {
  // The lists of the result and of the candidates; the rows of a left factor; the workspaces.
  const double left = static_cast<double>(std::min<Index>(n, 1024) * left_stride<float>(columns));
  const double bytes = static_cast<double>(n) * (static_cast<double>(p) * 12 + 28) +
                       CandidateLists<float>::bytes(n, p) + std::min(left * 4, 32e6) +
                       static_cast<double>(threads) * GramStrip<float>::bytes(columns);
  if (budget > 0 && bytes > static_cast<double>(budget))
    fail(Status::budget,
         "the %lld nearest neighbors of %lld documents need %.0f bytes, more than the "
         "memory-budget of %lld",
         static_cast<long long>(p), static_cast<long long>(n), bytes,
         static_cast<long long>(budget));
}

}  // namespace

template <class T>
Neighbors nearest_neighbors(DenseView<T> X, Index p, ExecutionContext &run,
                            const SearchRequest &request, Index budget) {
  const Index most = std::clamp<Index>(p, 0, std::max<Index>(0, X.rows - 1));
  check_budget(X.rows, most, X.columns, run.pool.threads(), budget);
  Neighbors found = no_neighbors(X.rows, most, run);
  if (most == 0) return found;
  const DenseUnitRows<T> rows = dense_unit_rows(X, run);
  found.search.searched = true;
  if (is_dense_approximate(request, X.rows) &&
      search_approximately(rows, request, found, budget, run))
    return found;
  search_exactly(rows, nullptr, rows, true, found, {0, X.rows, X.rows}, run);
  run.monitor.report(X.rows, X.rows);
  return found;
}

template <class T>
Neighbors nearest_neighbors(DenseView<T> Y, DenseView<T> X, Index p, ExecutionContext &run,
                            Index budget) {
  const Index most = std::clamp<Index>(p, 0, X.rows);
  check_budget(Y.rows, most, X.columns, run.pool.threads(), budget);
  Neighbors found = no_neighbors(Y.rows, most, run);
  if (most == 0 || Y.rows == 0) return found;
  const DenseUnitRows<T> rows = dense_unit_rows(Y, run), others = dense_unit_rows(X, run);
  search_exactly(rows, nullptr, others, false, found, {0, Y.rows, Y.rows}, run);
  found.search.searched = true;
  run.monitor.report(Y.rows, Y.rows);
  return found;
}

template Neighbors nearest_neighbors(DenseView<float>, Index, ExecutionContext &,
                                     const SearchRequest &, Index);
template Neighbors nearest_neighbors(DenseView<double>, Index, ExecutionContext &,
                                     const SearchRequest &, Index);
template Neighbors nearest_neighbors(DenseView<float>, DenseView<float>, Index, ExecutionContext &,
                                     Index);
template Neighbors nearest_neighbors(DenseView<double>, DenseView<double>, Index,
                                     ExecutionContext &, Index);

}  // namespace manifact
