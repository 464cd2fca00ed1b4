// Rows that are averaged within groups.
#pragma once

#include <algorithm>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Gives each row the mean of its group. group[i]: the lowest row of the group of row i.
template <class T>
void average_groups(Dense<T> &A, const std::vector<Index> &group) {
  const auto head = [&](Index i) { return group[static_cast<std::size_t>(i)]; };
  std::vector<double> count(group.size());
  for (Index i = 0; i < A.rows(); ++i) {
    count[static_cast<std::size_t>(head(i))] += 1;
    for (Index c = 0; c < A.columns() && head(i) != i; ++c) A(head(i), c) += A(i, c);
  }
  for (Index i = 0; i < A.rows(); ++i) {
    const double size = count[static_cast<std::size_t>(i)];  // 0: not the first of its group
    for (Index c = 0; c < A.columns() && size > 1; ++c)
      A(i, c) = static_cast<T>(static_cast<double>(A(i, c)) / size);
    if (head(i) != i) std::copy_n(A.row(head(i)), A.columns(), A.row(i));
  }
}

}  // namespace manifact
