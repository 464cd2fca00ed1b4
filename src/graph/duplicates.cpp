#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "graph/build.hpp"

namespace manifact {
namespace {

struct Hashed {
  std::uint64_t hash;
  std::int64_t row;
};

template <class T>
std::uint64_t hash_row(CsrView<T> X, std::int64_t i) noexcept {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
  };
  for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
    mix(static_cast<std::uint64_t>(X.indices[e]));
    mix(std::bit_cast<Bits>(X.values[e]));
  }
  return hash;
}

template <class T>
bool equal_rows(CsrView<T> X, std::int64_t a, std::int64_t b) noexcept {
  const std::int64_t size = X.indptr[a + 1] - X.indptr[a];
  return size == X.indptr[b + 1] - X.indptr[b] && std::equal(X.indices + X.indptr[a], X.indices + X.indptr[a + 1], X.indices + X.indptr[b]) &&
         std::equal(X.values + X.indptr[a], X.values + X.indptr[a + 1], X.values + X.indptr[b]);
}

}  // namespace

template <class T>
std::int64_t count_duplicates(CsrView<T> X, Run &run) {
  Array<Hashed> rows(run.memory, X.rows);
  run.team.blocks(X.rows, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) rows[i] = {hash_row(X, i), i};
  });
  std::sort(rows.begin(), rows.end(), [](const Hashed &a, const Hashed &b) { return a.hash < b.hash || (a.hash == b.hash && a.row < b.row); });
  std::int64_t duplicates = 0;
  for (std::int64_t first = 0, last; first < X.rows; first = last) {
    for (last = first + 1; last < X.rows && rows[last].hash == rows[first].hash;) ++last;
    for (std::int64_t i = first + 1; i < last; ++i) {
      if (X.indptr[rows[i].row] == X.indptr[rows[i].row + 1]) continue;  // empty documents are counted as such
      // Nearly always the first of its hash; the others only when hashes collide.
      for (std::int64_t j = first; j < i; ++j)
        if (equal_rows(X, rows[j].row, rows[i].row)) {
          ++duplicates;
          break;
        }
    }
  }
  return duplicates;
}

template std::int64_t count_duplicates<float>(CsrView<float>, Run &);
template std::int64_t count_duplicates<double>(CsrView<double>, Run &);

}  // namespace manifact
