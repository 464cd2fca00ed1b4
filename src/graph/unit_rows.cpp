#include "graph/unit_rows.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
void measure(UnitRows<T> &rows, Index i) {
  const DataRow<T> x = rows.X.row(i);
  double largest = 0;
  for (Index e = 0; e < x.size(); ++e)
    largest = std::max(largest, std::abs(static_cast<double>(x[e])));
  if (largest == 0) return;
  // 2^1022 is the largest power of two with a normal reciprocal; rows of subnormal numbers are only
  // scaled closer to 1.
  rows.factor[i] = std::ldexp(1.0, std::min(-std::ilogb(largest), 1022));
  double sum = 0;
  for (Index e = 0; e < x.size(); ++e) {
    const double value = static_cast<double>(x[e]) * rows.factor[i];
    sum += value * value;
  }
  rows.square[i] = sum;
}

}  // namespace

template <class T>
UnitRows<T> unit_rows(const DataView<T> &X, ExecutionContext &run) {
  UnitRows<T> rows{.X = X,
                   .factor = Array<double>(run.memory, X.rows),
                   .square = Array<double>(run.memory, X.rows)};
  run.pool.blocks(X.rows, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end && !run.monitor.cancelled(); ++i) measure(rows, i);
  });
  run.monitor.check();
  return rows;
}

template UnitRows<float> unit_rows(const DataView<float> &, ExecutionContext &);
template UnitRows<double> unit_rows(const DataView<double> &, ExecutionContext &);

}  // namespace manifact
