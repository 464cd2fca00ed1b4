// The products of sparse rows x_p with a matrix R that each row changes after it is multiplied,
// R <- R + x_p'd_p, by two threads. Rows are taken in blocks. With R' the matrix R after the blocks
// before the last one,
//
//   x_p R = x_p R' + sum of (x_p.x_q) d_q over the rows q before p in the last and its own block,
//
// so that the rows of a block are multiplied and changed by one thread, while another adds the
// changes of the last block to R and takes the products R' of the next.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
class RowBlocks {
 public:
  RowBlocks() noexcept = default;
  // Rows of a sparse matrix or of counts, in `order` (null: in row order). The inner products of
  // rows are stored if they take at most `budget` bytes, otherwise computed at each pass.
  RowBlocks(const DataView<T> &X, const Array<std::int32_t> *order, Index budget)
      : X_(X), order_(order), budget_(budget) {}

  Index blocks() const noexcept { return (X_.rows + block_rows - 1) / block_rows; }
  // Positions in the order.
  Index first(Index block) const noexcept { return block * block_rows; }
  Index end(Index block) const noexcept { return std::min((block + 1) * block_rows, X_.rows); }
  Index row_at(Index position) const noexcept {
    return order_ != nullptr ? (*order_)[position] : position;
  }

  // Begins a pass. R has k columns and must stay in place.
  void start(Dense<T> &R, Index k, ExecutionContext &run);
  // out = x_p R, for the rows of a block in their order; then change() for the same row. `out` has
  // the stride of R.
  void multiply(Index position, T *out) const noexcept;
  void change(Index position, const T *d) noexcept;  // null: R stays
  // Beside the rows of block j, before those of block j + 1.
  void prepare_next(Index j) noexcept;

 private:
  static constexpr Index block_rows = 16, slots = 2 * block_rows;

  struct Row {
    const std::int32_t *indices;
    const T *values;
    Index entries;
  };
  // The rows of a block, read from counts.
  struct Read {
    std::array<Index, block_rows + 1> first;
    Array<std::int32_t> indices;
    Array<T> values;
  };
  // The rows of two blocks as columns over the features that they have.
  struct Columns {
    Columns(const std::shared_ptr<Memory> &memory, Index m, Index entries, Index longest_row);

    Array<std::int32_t> place, features, row;  // place: -1 for features that they have not
    Dense<T> values;
    Index count = 0;
  };

  // What a row has in the matrices of `slots` rows: blocks take turns.
  static Index slot(Index position) noexcept { return position % slots; }
  const T *inner_products(Index position) const noexcept {
    return inner_.row(stored_ ? position : slot(position));
  }
  void allocate(ExecutionContext &run);
  void read(Index j) noexcept;
  Row row(Index position) const noexcept;
  void set_inner_products(Index j, Columns &columns) noexcept;
  void add_columns(Index j, Columns &columns) const noexcept;
  void spread(Index j) noexcept;
  void multiply_block(Index j) noexcept;

  DataView<T> X_;
  const Array<std::int32_t> *order_ = nullptr;
  Index budget_ = 0;
  bool stored_ = false;
  Dense<T> inner_;                // of a row: x_p.x_q at slot(q), 0 for rows that are not before p
  std::vector<Columns> columns_;  // of a thread each
  std::array<Read, 3> read_;
  Dense<T> *R_ = nullptr;
  Dense<T> products_, changes_;  // x_p R' and d_p
  std::array<bool, slots> changed_ = {};
};

}  // namespace manifact
