#include "kernels/block_dots.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {

template <class T>
BlockDots<T>::BlockDots(CsrView<T> Y, const std::shared_ptr<Memory> &memory)
    : Y_(Y), list_of_(memory, Y.columns) {
  Index most = 0;
  for (Index u = 0; u < block_count(Y.rows); ++u)
    most = std::max(most, Y.indptr[block_end(u, Y.rows)] - Y.indptr[block_begin(u)]);
  const Index lists = std::min(most, Y.columns);
  features_ = Array<std::int32_t>(memory, lists);
  starts_ = Array<Index>(memory, lists + 2);
  columns_ = Array<std::int32_t>(memory, most);
  values_ = Array<T>(memory, most);
}

template <class T>
void BlockDots<T>::open(Index u) noexcept {
  if (u == open_) return;
  for (Index l = 0; l < lists_; ++l) list_of_[features_[l]] = 0;
  lists_ = 0;
  open_ = u;
  const Index first = block_begin(u), last = block_end(u, Y_.rows);
  // starts_[l + 1] first counts list l, then is the position of its next entry, then its end.
  for (Index e = Y_.indptr[first]; e < Y_.indptr[last]; ++e) {
    std::int32_t &list = list_of_[Y_.indices[e]];
    if (list == 0) {
      features_[lists_] = Y_.indices[e];
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
    for (Index e = Y_.indptr[j]; e < Y_.indptr[j + 1]; ++e) {
      const Index to = starts_[list_of_[Y_.indices[e]]]++;
      columns_[to] = static_cast<std::int32_t>(j - first);
      values_[to] = Y_.values[e];
    }
}

template <class T>
void BlockDots<T>::products(CsrView<T> X, Index begin, Index end, T *D) const noexcept {
  std::fill(D, D + block_size, T{0});
  for (Index i = begin; i < end; ++i, D += block_rows)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
      const std::int32_t list = list_of_[X.indices[e]];
      if (list == 0) continue;
      const T x = X.values[e];
      for (Index q = starts_[list - 1]; q < starts_[list]; ++q) D[columns_[q]] += x * values_[q];
    }
}

template <class T>
bool BlockDots<T>::shares_feature(CsrView<T> X, Index i) const noexcept {
  for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
    if (list_of_[X.indices[e]] != 0) return true;
  return false;
}

template class BlockDots<float>;
template class BlockDots<double>;

}  // namespace manifact
