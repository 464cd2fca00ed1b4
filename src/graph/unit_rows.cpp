#include "graph/unit_rows.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
void measure(UnitRows<T> &rows, Index i) noexcept {
  const CsrView<T> &X = rows.X;
  double largest = 0;
  for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
    largest = std::max(largest, std::abs(static_cast<double>(X.values[e])));
  if (largest == 0) return;
  // 2^1022 is the largest power of two with a normal reciprocal; rows of subnormal numbers are only
  // scaled closer to 1.
  rows.factor[i] = std::ldexp(1.0, std::min(-std::ilogb(largest), 1022));
  double sum = 0;
  for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
    const double x = rows.scaled(i, e);
    sum += x * x;
  }
  rows.square[i] = sum;
}

}  // namespace

template <class T>
UnitRows<T> unit_rows(CsrView<T> X, ExecutionContext &run) {
  UnitRows<T> rows{X, Array<double>(run.memory, X.rows), Array<double>(run.memory, X.rows)};
  run.pool.blocks(X.rows, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) measure(rows, i);
  });
  return rows;
}

template UnitRows<float> unit_rows(CsrView<float>, ExecutionContext &);
template UnitRows<double> unit_rows(CsrView<double>, ExecutionContext &);

}  // namespace manifact
