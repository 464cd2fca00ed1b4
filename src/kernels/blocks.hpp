// Kernels by blocks of inner products: between the documents, and between new ones and them.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/function.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Inner products of documents, block by block: D_ij = x_i.y_j for 256 rows of X and 256 rows of Y,
// both sparse or both dense. The sum for D_ij is over the features from left to right; if dense, by
// blocks of them (linalg/dense/blocked.hpp). D_ji has the same bits.
//
// Sparse: the 256 rows of Y are converted to lists by feature, and each entry of x_i adds its list
// to row i of the block, which stays in the L1 cache. Dense: the 256 rows of Y are packed.

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
  BlockDots(const DataView<T> &Y, const std::shared_ptr<Memory> &memory);

  // Reads block u of Y, unless it is already open.
  void open(Index u) noexcept;

  // D, row-major 256 x 256, for rows begin .. end-1 of X with the open block; rows beyond
  // end - begin and columns without a y are zero.
  void products(const DataView<T> &X, Index begin, Index end, T *D) noexcept;

  // Whether row i of X has a feature of the open block, a nonzero one if dense.
  bool shares_feature(const DataView<T> &X, Index i) const noexcept;

 private:
  void open_dense(Index first, Index last) noexcept;

  DataView<T> Y_;
  Index open_ = -1, lists_ = 0;
  Index opened_ = 0;  // dense: rows of the open block
  // By feature: its list, from 1, or 0; by list: its feature. Dense: 1 for features of the block.
  Array<std::int32_t> list_of_, features_;
  Array<Index> starts_;
  Array<std::int32_t> columns_;  // by list entry: the column of the block
  Array<T> values_;              // dense: packed
  Array<T> copy_, scratch_;      // dense: rows that are not read in place; of the products
};

// A kernel between new documents and the training documents.
struct CrossProducts {
  Dense<double> KB;   // K(y_i, X) B
  Array<double> own;  // K(y_i, y_i)
  Array<bool> known;  // whether any row of X has a feature of y_i
};

// For each row of Y; B has a row for each row of X. Not for precomputed kernels.
CrossProducts cross_products(const DataView<double> &Y, const DataView<double> &X,
                             const KernelSpec &spec, const Dense<double> &B, ExecutionContext &run);

}  // namespace manifact
