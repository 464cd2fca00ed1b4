#include "graph/neighbors/prepared_rows.hpp"

#include <algorithm>

#include "graph/neighbors/row_search.hpp"

namespace manifact {

template <class T>
PreparedRows<T>::PreparedRows(const DataView<T> &X, ExecutionContext &run, Index most_in_block)
    : rows_(unit_rows(X, run)), index_(make_index(rows_, most_in_block, run)) {}

template <class T>
Neighbors PreparedRows<T>::nearest(const DataView<T> &Y, Index p, ExecutionContext &run) const {
  Neighbors found = no_neighbors(Y.rows, std::clamp<Index>(p, 0, rows_.X.rows), run);
  if (found.p == 0) return found;
  const UnitRows<T> rows = unit_rows(Y, run);
  RowSearch<T>(rows, rows_, index_, false, found.p, run).find_all(found);
  found.search.searched = true;
  return found;
}

template class PreparedRows<float>;
template class PreparedRows<double>;

std::shared_ptr<const PreparedRows<double>> KeptRows::of(const DataView<double> &X,
                                                         const std::shared_ptr<Memory> &memory,
                                                         ExecutionContext &run) {
  const std::lock_guard lock(mutex_);
  if (rows_ == nullptr || rows_->rows().sparse().values != X.sparse().values) {
    ExecutionContext own = run;
    own.memory = memory;
    rows_ = std::make_shared<const PreparedRows<double>>(X, own);
  }
  return rows_;
}

}  // namespace manifact
