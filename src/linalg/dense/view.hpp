// A row-major dense matrix in memory that someone else owns.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

template <class T>
struct DenseView {
  Index rows = 0, columns = 0;
  Index stride = 0;  // entries from one row to the next, at least `columns`; no padding is read
  const T *values = nullptr;

  const T *row(Index i) const noexcept { return values + i * stride; }
};

}  // namespace manifact
