// Inner products of documents, block by block: D_ij = x_i.y_j for 256 rows of X and 256 rows of Y,
// both sparse.
//
// The 256 rows of Y are converted to lists by feature, and each entry of x_i adds its list to row
// i of the block, which stays in the L1 cache. The sum for D_ij is over the features of x_i from
// left to right.
#pragma once

#include <cstdint>
#include <memory>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

constexpr Index block_rows = 256;                      // of a block
constexpr Index block_size = block_rows * block_rows;  // a last block is padded with zeros

constexpr Index block_count(Index rows) noexcept { return (rows + block_rows - 1) / block_rows; }
constexpr Index block_begin(Index block) noexcept { return block * block_rows; }
constexpr Index block_end(Index block, Index rows) noexcept {
  return rows < (block + 1) * block_rows ? rows : (block + 1) * block_rows;
}

// Processes one block of Y at a time; used by one thread.
template <class T>
class BlockDots {
 public:
  BlockDots(CsrView<T> Y, const std::shared_ptr<Memory> &memory);

  // Builds the lists of block u of Y, unless it is already open.
  void open(Index u) noexcept;

  // D, row-major 256 x 256, for rows begin .. end-1 of X with the open block; rows beyond
  // end - begin and columns without a y are zero.
  void products(CsrView<T> X, Index begin, Index end, T *D) const noexcept;

  // Whether row i of X has a feature of the open block.
  bool shares_feature(CsrView<T> X, Index i) const noexcept;

 private:
  CsrView<T> Y_;
  Index open_ = -1, lists_ = 0;
  // By feature: its list, from 1, or 0; by list: its feature.
  Array<std::int32_t> list_of_, features_;
  Array<Index> starts_;
  Array<std::int32_t> columns_;  // by list entry: the column of the block
  Array<T> values_;
};

}  // namespace manifact
