// Hashes of rows.
#pragma once

#include <cstdint>

#include "linalg/data/data_view.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The mixing function of splitmix64.
inline std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The hash of the columns with nonzero values.
template <class T>
std::uint64_t hash_columns(const DataRow<T> &x) noexcept {
  std::uint64_t hash = 0;
  for (Index e = 0; e < x.size(); ++e)
    if (x[e] != 0)
      hash = mix(hash + 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(x.column(e)));
  return hash;
}

// The order of two rows with the same hash by their values; 0: equal as far as they are compared.
template <class Row>
int compare_values(const Row &x, const Row &y) noexcept {
  for (Index e = 0; e < x.size() && e < y.size(); ++e)
    if (x[e] != y[e]) return x[e] < y[e] ? -1 : 1;
  return 0;
}

template <class T>
bool is_zero(const DataRow<T> &x) noexcept {
  for (Index e = 0; e < x.size(); ++e)
    if (x[e] != 0) return false;
  return true;
}

}  // namespace manifact
