// Sparse rows that many calls compare others with: what the exact search by cosine needs of them,
// made once.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "graph/graph.hpp"
#include "graph/neighbors/exact/postings.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// X must outlive it.
template <class T>
class PreparedRows {
 public:
  // most_in_block: as in make_index.
  PreparedRows(const DataView<T> &X, ExecutionContext &run, Index most_in_block = 0);

  // Of each row of Y among these; as nearest_neighbors(Y, X, p, run).
  Neighbors nearest(const DataView<T> &Y, Index p, ExecutionContext &run) const;

  const DataView<T> &rows() const noexcept { return rows_.X; }

 private:
  UnitRows<T> rows_;
  InvertedIndex index_;
};

// Made by the first of several calls; if several begin at once, each makes its own and one is kept.
class KeptRows {
 public:
  KeptRows() = default;
  // Not during a call of either.
  KeptRows(KeptRows &&other) noexcept : rows_(std::move(other.rows_)) {}
  KeptRows &operator=(KeptRows &&other) noexcept {
    rows_ = std::move(other.rows_);
    return *this;
  }

  // Of X, in this memory, which is that of X.
  std::shared_ptr<const PreparedRows<double>> of(const DataView<double> &X,
                                                 const std::shared_ptr<Memory> &memory,
                                                 ExecutionContext &run);

 private:
  std::mutex mutex_;
  std::shared_ptr<const PreparedRows<double>> rows_;
};

}  // namespace manifact
