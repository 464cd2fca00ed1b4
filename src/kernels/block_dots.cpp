#include "kernels/block_dots.hpp"

#include <algorithm>

#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index tile_rows = 64;  // rows of dense X that are read at once

}  // namespace

template <class T>
BlockDots<T>::BlockDots(const DataView<T> &Y, const std::shared_ptr<Memory> &memory)
    : Y_(Y), list_of_(memory, Y.columns) {
  if (Y.is_dense()) {
    values_ = Array<T>(memory, Y.columns * block_rows);
    tile_ = Array<T>(memory, tile_rows * Y.columns);
    return;
  }
  const Index *const indptr = Y.sparse().indptr;
  Index most = 0;
  for (Index u = 0; u < block_count(Y.rows); ++u)
    most = std::max(most, indptr[block_end(u, Y.rows)] - indptr[block_begin(u)]);
  const Index lists = std::min(most, Y.columns);
  features_ = Array<std::int32_t>(memory, lists);
  starts_ = Array<Index>(memory, lists + 2);
  columns_ = Array<std::int32_t>(memory, most);
  values_ = Array<T>(memory, most);
}

template <class T>
void BlockDots<T>::open_dense(Index first, Index last) noexcept {
  std::fill(values_.begin(), values_.end(), T{0});
  std::fill(list_of_.begin(), list_of_.end(), 0);
  for (Index j = first; j < last; ++j) {
    const DataRow<T> y = Y_.row(j);
    for (Index e = 0; e < y.size(); ++e) {
      values_[e * block_rows + (j - first)] = y[e];
      if (y[e] != 0) list_of_[e] = 1;
    }
  }
}

template <class T>
void BlockDots<T>::open(Index u) noexcept {
  if (u == open_) return;
  if (Y_.is_dense()) {
    open_ = u;
    return open_dense(block_begin(u), block_end(u, Y_.rows));
  }
  const CsrView<T> &Y = Y_.sparse();
  for (Index l = 0; l < lists_; ++l) list_of_[features_[l]] = 0;
  lists_ = 0;
  open_ = u;
  const Index first = block_begin(u), last = block_end(u, Y_.rows);
  // starts_[l + 1] first counts list l, then is the position of its next entry, then its end.
  for (Index e = Y.indptr[first]; e < Y.indptr[last]; ++e) {
    std::int32_t &list = list_of_[Y.indices[e]];
    if (list == 0) {
      features_[lists_] = Y.indices[e];
      starts_[++lists_] = 0;
      list = static_cast<std::int32_t>(lists_);
    }
    ++starts_[list];
  }
  for (Index l = 0, sum = 0; l < lists_; ++l) {
    const Index count = starts_[l + 1];
    starts_[l + 1] = sum;
    sum += count;
  }
  starts_[0] = 0;
  for (Index j = first; j < last; ++j)
    for (Index e = Y.indptr[j]; e < Y.indptr[j + 1]; ++e) {
      const Index to = starts_[list_of_[Y.indices[e]]]++;
      columns_[to] = static_cast<std::int32_t>(j - first);
      values_[to] = Y.values[e];
    }
}

template <class T>
void BlockDots<T>::products(const DataView<T> &X, Index begin, Index end, T *D) noexcept {
  std::fill(D, D + block_size, T{0});
  if (X.is_dense()) {
    for (; begin < end; begin += tile_rows, D += tile_rows * block_rows) {
      const Index rows = std::min(tile_rows, end - begin);
      for (Index i = 0; i < rows; ++i)
        load(X.dense(), begin + i, 0, X.columns, tile_.data() + i * X.columns);
      kernels<T>().times(tile_.data(), X.columns, X.columns, values_.data(), block_rows, rows, D);
    }
    return;
  }
  const CsrView<T> &S = X.sparse();
  for (Index i = begin; i < end; ++i, D += block_rows)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      const std::int32_t list = list_of_[S.indices[e]];
      if (list == 0) continue;
      const T x = S.values[e];
      for (Index q = starts_[list - 1]; q < starts_[list]; ++q) D[columns_[q]] += x * values_[q];
    }
}

template <class T>
bool BlockDots<T>::shares_feature(const DataView<T> &X, Index i) const noexcept {
  const DataRow<T> x = X.row(i);
  for (Index e = 0; e < x.size(); ++e)
    if (list_of_[x.column(e)] != 0 && (!x.dense() || x[e] != 0)) return true;
  return false;
}

template class BlockDots<float>;
template class BlockDots<double>;

}  // namespace manifact
