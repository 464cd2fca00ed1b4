#include "linalg/sparse/csr.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// `position` breaks ties, so that the sort need not be stable and sums are formed in the given
// order.
template <class T>
struct Entry {
  Index position;
  std::int32_t column;
  T value;
};

enum class Order { rising, repeated, mixed };

template <class T>
Order order_of_row(const Csr<T> &X, Index begin, Index end) noexcept {
  Order order = Order::rising;
  for (Index e = begin + 1; e < end; ++e) {
    if (X.indices[e] < X.indices[e - 1]) return Order::mixed;
    if (X.indices[e] == X.indices[e - 1]) order = Order::repeated;
  }
  return order;
}

// An upper bound: during merging it may count entries that have been merged already.
template <class T>
Index longest_row(const Csr<T> &X) noexcept {
  Index longest = 0;
  for (Index i = 0; i < X.rows; ++i) longest = std::max(longest, X.indptr[i + 1] - X.indptr[i]);
  return longest;
}

template <class T>
void sort_row(Csr<T> &X, Index begin, Index end, Array<Entry<T>> &scratch) noexcept {
  const Index length = end - begin;
  for (Index e = 0; e < length; ++e) scratch[e] = {e, X.indices[begin + e], X.values[begin + e]};
  std::sort(scratch.begin(), scratch.begin() + length, [](const Entry<T> &a, const Entry<T> &b) {
    return a.column != b.column ? a.column < b.column : a.position < b.position;
  });
  for (Index e = 0; e < length; ++e) {
    X.indices[begin + e] = scratch[e].column;
    X.values[begin + e] = scratch[e].value;
  }
}

// Moves the sorted entries [begin, end) of a row down to `to` and sums equal columns; returns the
// end of the output.
template <class T>
Index merge_row(Csr<T> &X, Index row, Index begin, Index end, Index to) {
  const Index start = to;
  for (Index e = begin; e < end; ++e) {
    if (to > start && X.indices[to - 1] == X.indices[e]) {
      X.values[to - 1] += X.values[e];
      if (!std::isfinite(X.values[to - 1]))
        fail(Status::value,
             "the entries of row %lld, column %lld (counted from 0) have an infinite sum",
             static_cast<long long>(row), static_cast<long long>(X.indices[e]));
    } else {
      X.indices[to] = X.indices[e];
      X.values[to] = X.values[e];
      ++to;
    }
  }
  return to;
}

template <class T>
Array<T> front(const Array<T> &all, Index size, const std::shared_ptr<Memory> &memory) {
  Array<T> part(memory, size);
  std::copy(all.begin(), all.begin() + size, part.begin());
  return part;
}

}  // namespace

template <class T>
void canonicalize(Csr<T> &X, const std::shared_ptr<Memory> &memory) {
  Array<Entry<T>> scratch;
  const Index before = X.entries();
  Index begin = 0, to = 0;  // old and new position of the row
  for (Index i = 0; i < X.rows; ++i) {
    const Index end = X.indptr[i + 1];
    const Order order = order_of_row(X, begin, end);
    if (order == Order::mixed) {
      if (scratch.empty()) scratch = Array<Entry<T>>(memory, longest_row(X));
      sort_row(X, begin, end, scratch);
    }
    to = order == Order::rising && to == begin ? end : merge_row(X, i, begin, end, to);
    X.indptr[i + 1] = to;
    begin = end;
  }
  if (to == before) return;
  scratch = {};
  X.indices = front(X.indices, to, memory);
  X.values = front(X.values, to, memory);
}

template void canonicalize<float>(Csr<float> &X, const std::shared_ptr<Memory> &memory);
template void canonicalize<double>(Csr<double> &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
