#include "kernels/block_dots.hpp"

#include <algorithm>

#include "linalg/data/row_reader.hpp"
#include "linalg/dense/blocked.hpp"
#include "runtime/index.hpp"

namespace manifact {
template <class T>
BlockDots<T>::BlockDots(const DataView<T> &Y, const std::shared_ptr<Memory> &memory)
    : Y_(Y), list_of_(memory, Y.columns) {
  if (Y.is_dense()) {
    values_ = Array<T>(memory, Y.columns * packed_width<T>(block_rows));
    copy_ = Array<T>(memory, rows_at_once<T>() * RowReader<T>::stride_for(Y.columns));
    scratch_ = Array<T>(memory, packed_scratch<T>());
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
  std::fill(list_of_.begin(), list_of_.end(), 0);
  const RowReader<T> reader(Y_.dense());
  opened_ = last - first;
  for (Index k = 0; k < packed_width<T>(opened_); ++k) {
    const T *row = nullptr;
    if (k < opened_) row = reader.read(first + k, 1, 0, Y_.columns, copy_.data()).values;
    pack_row(row, k, opened_, Y_.columns, values_.data());
    for (Index e = 0; k < opened_ && e < Y_.columns; ++e)
      if (row[e] != 0) list_of_[e] = 1;
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
    const RowReader<T> reader(X.dense());
    for (const Index step = rows_at_once<T>(); begin < end; begin += step, D += step * block_rows)
      multiply_packed(reader.read(begin, std::min(step, end - begin), 0, X.columns, copy_.data()),
                      values_.data(), opened_, D, block_rows, scratch_.data());
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
