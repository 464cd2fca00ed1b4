#include "graph/neighbors/dense/dense_unit_rows.hpp"

#include "linalg/dense/range.hpp"

namespace manifact {

template <class T>
DenseUnitRows<T> dense_unit_rows(DenseView<T> X, ExecutionContext &run) {
  DenseUnitRows<T> rows{X, Array<double>(run.memory, X.rows), Array<double>(run.memory, X.rows),
                        Array<double>(run.memory, X.rows)};
  run.pool.blocks(X.rows, 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end && !run.monitor.cancelled(); ++i) {
      const double largest = largest_magnitude(X.row(i), X.columns);
      if (largest == 0) continue;
      // As in graph/unit_rows.cpp.
      rows.factor[i] = std::ldexp(1.0, std::min(-std::ilogb(largest), 1022));
      double sum = 0;
      for (Index c = 0; c < X.columns; ++c) {
        const double x = rows.scaled(i, c);
        sum += x * x;
      }
      rows.square[i] = sum;
      rows.scale[i] = rows.factor[i] / std::sqrt(sum);
    }
  });
  run.monitor.check();
  return rows;
}

template DenseUnitRows<float> dense_unit_rows(DenseView<float>, ExecutionContext &);
template DenseUnitRows<double> dense_unit_rows(DenseView<double>, ExecutionContext &);

}  // namespace manifact
