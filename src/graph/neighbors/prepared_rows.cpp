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
  const auto are_kept = [&] {
    return rows_ != nullptr && rows_->rows().sparse().values == X.sparse().values;
  };
  {
    const std::lock_guard lock(mutex_);
    if (are_kept()) return rows_;
  }
  // Without the lock: the runner of the host may start another call with this model in this thread.
  ExecutionContext own = run;
  own.memory = memory;
  auto made = std::make_shared<const PreparedRows<double>>(X, own);
  const std::lock_guard lock(mutex_);
  if (!are_kept()) rows_ = std::move(made);
  return rows_;
}

}  // namespace manifact
