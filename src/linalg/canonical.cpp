#include "linalg/canonical.hpp"

#include <algorithm>
#include <cmath>

namespace manifact {
namespace {

// `position` breaks ties, so that the sort needs no stability and sums are made in the order given.
template <class T>
struct Entry {
  std::int64_t position;
  std::int32_t column;
  T value;
};

enum class Order { rising, repeated, mixed };

template <class T>
Order order_of_row(const Csr<T> &X, std::int64_t begin, std::int64_t end) noexcept {
  Order order = Order::rising;
  for (std::int64_t e = begin + 1; e < end; ++e) {
    if (X.indices[e] < X.indices[e - 1]) return Order::mixed;
    if (X.indices[e] == X.indices[e - 1]) order = Order::repeated;
  }
  return order;
}

// Never too small; called amid the merging it may count entries that have been merged away.
template <class T>
std::int64_t longest_row(const Csr<T> &X) noexcept {
  std::int64_t longest = 0;
  for (std::int64_t i = 0; i < X.rows; ++i) longest = std::max(longest, X.indptr[i + 1] - X.indptr[i]);
  return longest;
}

template <class T>
void sort_row(Csr<T> &X, std::int64_t begin, std::int64_t end, Array<Entry<T>> &scratch) noexcept {
  const std::int64_t length = end - begin;
  for (std::int64_t e = 0; e < length; ++e) scratch[e] = {e, X.indices[begin + e], X.values[begin + e]};
  std::sort(scratch.begin(), scratch.begin() + length,
            [](const Entry<T> &a, const Entry<T> &b) { return a.column != b.column ? a.column < b.column : a.position < b.position; });
  for (std::int64_t e = 0; e < length; ++e) {
    X.indices[begin + e] = scratch[e].column;
    X.values[begin + e] = scratch[e].value;
  }
}

// Moves the sorted entries [begin, end) of a row down to `to`, equal columns added up; returns the end of what was written.
template <class T>
std::int64_t merge_row(Csr<T> &X, std::int64_t row, std::int64_t begin, std::int64_t end, std::int64_t to) {
  const std::int64_t start = to;
  for (std::int64_t e = begin; e < end; ++e) {
    if (to > start && X.indices[to - 1] == X.indices[e]) {
      X.values[to - 1] += X.values[e];
      if (!std::isfinite(X.values[to - 1]))
        fail(Status::value, "the entries given for row %lld, column %lld (counted from 0) add up to infinity", static_cast<long long>(row),
             static_cast<long long>(X.indices[e]));
    } else {
      X.indices[to] = X.indices[e];
      X.values[to] = X.values[e];
      ++to;
    }
  }
  return to;
}

template <class T>
Array<T> front(const Array<T> &all, std::int64_t size, const std::shared_ptr<Memory> &memory) {
  Array<T> part(memory, size);
  std::copy(all.begin(), all.begin() + size, part.begin());
  return part;
}

}  // namespace

template <class T>
void canonicalise(Csr<T> &X, const std::shared_ptr<Memory> &memory) {
  Array<Entry<T>> scratch;
  const std::int64_t given = X.entries();
  std::int64_t begin = 0, to = 0;  // where the row was and where it goes
  for (std::int64_t i = 0; i < X.rows; ++i) {
    const std::int64_t end = X.indptr[i + 1];
    const Order order = order_of_row(X, begin, end);
    if (order == Order::mixed) {
      if (scratch.empty()) scratch = Array<Entry<T>>(memory, longest_row(X));
      sort_row(X, begin, end, scratch);
    }
    to = order == Order::rising && to == begin ? end : merge_row(X, i, begin, end, to);
    X.indptr[i + 1] = to;
    begin = end;
  }
  if (to == given) return;
  scratch = {};
  X.indices = front(X.indices, to, memory);
  X.values = front(X.values, to, memory);
}

template void canonicalise<float>(Csr<float> &X, const std::shared_ptr<Memory> &memory);
template void canonicalise<double>(Csr<double> &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
