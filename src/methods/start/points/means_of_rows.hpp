// k-means on all rows of dense data, in double and around a center, without a copy of the rows:
//
//   z_i = arg min_c |(x_i - center) - m_c|^2,   m_c = the mean of x_i - center over cluster c
//
// Sums over blocks of rows are added in block order.
#pragma once

#include <cstdint>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Lloyd's algorithm from the centers, k x m, at most 100 rounds or until the objective decreases by
// less than 1e-6 of it. A cluster that becomes empty keeps its center.
template <class T>
void means_of_rows(const DataView<T> &X, const Array<double> &center, Dense<double> &means,
                   ExecutionContext &run);

// The nearest of the centers to each row, the first of equally near ones.
template <class T>
Array<std::int32_t> nearest_centers(const DataView<T> &X, const Array<double> &center,
                                    const Dense<double> &means, ExecutionContext &run);

}  // namespace manifact
