// The arrays of a caller, for the tests of linalg/sparse/matrix.
#pragma once

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "linalg/sparse/matrix.hpp"

namespace manifact {

template <class T>
inline constexpr IndexType index_type =
    std::is_same_v<T, std::int32_t> ? IndexType::int32 : IndexType::int64;
template <class T>
inline constexpr ValueType value_type =
    std::is_same_v<T, float> ? ValueType::single : ValueType::real;

inline const auto memory = std::make_shared<Memory>();

// Arrays as a caller passes them; outer and inner as in RawCompressed.
template <class Index, class T>
struct Arrays {
  std::int64_t n_outer, n_inner;
  std::vector<Index> indptr, indices;
  std::vector<T> values;

  RawCompressed raw() const {
    return {.n_outer = n_outer,
            .n_inner = n_inner,
            .entries = static_cast<std::int64_t>(indices.size()),
            .indptr = indptr.data(),
            .indptr_type = index_type<Index>,
            .indices = indices.data(),
            .index_type = index_type<Index>,
            .base = 0,
            .values = values.data(),
            .value_type = value_type<T>};
  }
  std::unique_ptr<Matrix> as_csr() const {
    bool borrowed = true;
    auto matrix = matrix_from_csr(raw(), false, &borrowed, memory);
    EXPECT_FALSE(borrowed);
    return matrix;
  }
  std::unique_ptr<Matrix> as_csc() const { return matrix_from_csc(raw(), memory); }
};

// A 3 x 4 matrix with unsorted, repeated and zero entries in rows 0 and 2; row 1 is empty.
inline Arrays<std::int32_t, double> small() {
  return {3, 4, {0, 2, 2, 4}, {1, 3, 0, 2}, {1.5, -2, 3, 4}};
}

}  // namespace manifact
