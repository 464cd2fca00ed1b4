// Stored counts as weighted rows, which are computed some at a time while they are read: neither a
// weighted copy nor a transpose exists. The values have the bits of the copy that
// text/weighted_data.cpp makes of a matrix in memory:
//
//   x_ij = w(a_ij) f_j 2^e / t_i / l_i
//
// Values that are 0 before the last factors are left out, as there. A view owns nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>

#include "linalg/simd/kernels.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Memory for single rows, taken and given back by any thread without a lock or an allocation.
class RowBuffers {
 public:
  // Each of `count` buffers, at most 64, has memory for `entries` values and columns.
  RowBuffers(Index count, Index entries, const std::shared_ptr<Memory> &memory)
      : doubles_(entries + entries / 2 + 1),
        free_(count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0}),
        memory_(Array<double>::uninitialized(memory, count * doubles_)) {}

  // Null: all are taken.
  double *take() noexcept {
    std::uint64_t free = free_.load(std::memory_order_relaxed);
    while (free != 0)
      if (free_.compare_exchange_weak(free, free & (free - 1), std::memory_order_acquire))
        return memory_.data() + std::countr_zero(free) * doubles_;
    return nullptr;
  }
  void give_back(const double *buffer) noexcept {
    free_.fetch_or(std::uint64_t{1} << ((buffer - memory_.data()) / doubles_),
                   std::memory_order_release);
  }

 private:
  Index doubles_;
  std::atomic<std::uint64_t> free_;  // bits of buffers
  Array<double> memory_;
};

struct CountRows {
  Index rows = 0, columns = 0;
  Index entries = 0;  // of the whole matrix, without values of 0
  const Index *indptr = nullptr;
  const std::int32_t *indices = nullptr;
  const float *singles = nullptr;  // the counts a: one of the two is set
  const double *reals = nullptr;
  double (*weigh)(double) = nullptr;  // w; null: the count itself
  const double *weighed = nullptr;    // w(0), w(1), ... w(weighed_counts - 1)
  const double *column = nullptr;     // f, m; null: 1
  int exponent = 0;                   // e
  // t and l of unit rows, n: the largest value, and the length of the row divided by it. Null: 1.
  const double *largest = nullptr, *length = nullptr;
  // Of rows of blocks of `block` rows each, and of a single row: the most stored entries.
  Index longest_block = 0, longest_row = 0;
  // Where the columns may be divided into `parts` with about as many entries each: parts + 1.
  const std::int32_t *parts_begin = nullptr;
  RowBuffers *buffers = nullptr;  // of longest_row entries

  static constexpr Index block = 128, weighed_counts = 256;
  static constexpr Index parts = 64;
  static constexpr Index held = 4;

  double count(Index e) const noexcept {
    return singles != nullptr ? static_cast<double>(singles[e]) : reals[e];
  }

  // The value before t and l.
  double weighted(Index e) const noexcept {
    double x = count(e);
    if (weigh != nullptr) {
      const bool small = x >= 0 && x < weighed_counts;
      const auto whole = static_cast<std::int32_t>(small ? x : 0);
      x = small && whole == x ? weighed[whole] : weigh(x);
    }
    if (column != nullptr) x *= column[indices[e]];
    return x;
  }

  // Entries first .. last - 1 of row i; returns how many are not 0, which `to` begins with.
  template <class T>
  Index read(Index i, Index first, Index last, std::int32_t *to, T *values) const noexcept {
    constexpr Index at_once = 128;
    double x[at_once];
    const double t = largest != nullptr ? largest[i] : 0, l = t > 0 ? length[i] : 1;
    Index count = 0;
    for (; first < last; first += at_once) {
      const Index some = std::min(at_once, last - first);
      const Index zeros = weigh_some(first, some, x);
      if (exponent != 0) scale_some(some, x);
      T *const divided = values + count;
      if (t > 0) {
        kernels<T>().divide_twice(x, t, l, some, divided);
      } else {
        for (Index e = 0; e < some; ++e) divided[e] = static_cast<T>(x[e]);
      }
      if (zeros == 0) {
        std::copy_n(indices + first, some, to + count);
        count += some;
        continue;
      }
      for (Index e = 0; e < some; ++e) {
        to[count] = indices[first + e];
        values[count] = divided[e];
        count += weighted(first + e) != 0 ? 1 : 0;
      }
    }
    return count;
  }

  // The values before t and l; returns how many are 0 before e.
  Index weigh_some(Index first, Index some, double *x) const noexcept {
    if (singles != nullptr && weigh != nullptr && column != nullptr)
      return weigh_words(first, some, x);
    Index zeros = 0;
    for (Index e = 0; e < some; ++e) {
      x[e] = weighted(first + e);
      zeros += x[e] == 0 ? 1 : 0;
    }
    return zeros;
  }
  // The usual case, words: the same without a choice for each entry.
  Index weigh_words(Index first, Index some, double *x) const noexcept {
    const std::int32_t *const j = indices + first;
    const float *const a = singles + first;
    Index zeros = 0;
    for (Index e = 0; e < some; ++e) {
      const bool small = a[e] >= 0 && a[e] < weighed_counts;
      const auto whole = static_cast<std::int32_t>(small ? a[e] : 0);
      const bool in_table = small && static_cast<float>(whole) == a[e];
      x[e] = (in_table ? weighed[whole] : weigh(static_cast<double>(a[e]))) * column[j[e]];
      zeros += x[e] == 0 ? 1 : 0;
    }
    return zeros;
  }
  void scale_some(Index some, double *x) const noexcept {
    for (Index e = 0; e < some; ++e) x[e] = std::ldexp(x[e], exponent);
  }

  // The entries of row i in columns begin .. end - 1: first and last.
  Index first_of(Index i, std::int32_t column_begin) const noexcept {
    return std::lower_bound(indices + indptr[i], indices + indptr[i + 1], column_begin) - indices;
  }

  bool is_empty(Index i) const noexcept {
    for (Index e = indptr[i]; e < indptr[i + 1]; ++e)
      if (weighted(e) != 0) return false;
    return true;
  }
};

// Memory for the rows of one block, or for one row, of one thread.
template <class T>
struct ReadRows {
  ReadRows() noexcept = default;
  ReadRows(const std::shared_ptr<Memory> &memory, Index entries)
      : indptr(memory, CountRows::block + 1), indices(memory, entries), values(memory, entries) {}

  // Rows begin .. end - 1 of X, at most a block.
  CsrView<T> read(const CountRows &X, Index begin, Index end) noexcept {
    for (Index i = begin; i < end; ++i)
      indptr[i - begin + 1] = indptr[i - begin] + X.read(i, X.indptr[i], X.indptr[i + 1],
                                                         indices.data() + indptr[i - begin],
                                                         values.data() + indptr[i - begin]);
    return {.rows = end - begin,
            .columns = X.columns,
            .indptr = indptr.data(),
            .indices = indices.data(),
            .values = values.data()};
  }

  Array<Index> indptr;
  Array<std::int32_t> indices;
  Array<T> values;
};

}  // namespace manifact
