// A factor with a row for each document.
#pragma once

#include <memory>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Several processes may hold the documents, and the rows with them: sums over the rows of a Tall
// are sums over all documents, those over the rows of a Dense are of one process. A Dense that does
// not belong to documents is the same on every process. The functions of products.hpp that sum over
// rows do not accept one of each.
template <class T>
class Tall : public Dense<T> {
 public:
  Tall() noexcept = default;
  Tall(const std::shared_ptr<Memory> &memory, Index rows, Index columns)
      : Dense<T>(memory, rows, columns) {}
  explicit Tall(Dense<T> &&rows) noexcept : Dense<T>(std::move(rows)) {}

  Tall copy() const { return Tall(Dense<T>::copy()); }
};

}  // namespace manifact
