#include "graph/neighbors/approximate/float_unit_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "runtime/index.hpp"

namespace manifact {

template <class T>
Heaviest heaviest_of(CsrView<T> X, Index i) noexcept {
  std::array<double, 3> weight = {};
  Heaviest column = {-1, -1, -1};
  for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
    double w = std::abs(static_cast<double>(X.values[e]));
    std::int32_t c = X.indices[e];
    for (std::size_t k = 0; k < 3; ++k)
      if (w > weight[k]) {
        std::swap(w, weight[k]);
        std::swap(c, column[k]);
      }
  }
  return column;
}

namespace {

// A row by its heaviest features and its number in the given order.
struct RowByHeaviest {
  Heaviest heaviest;
  std::int32_t rank;
};

template <class T>
Array<RowByHeaviest> ordered_by_heaviest(CsrView<T> X, const Array<std::int32_t> &order,
                                         ExecutionContext &run) {
  Array<RowByHeaviest> rows(run.memory, X.rows);
  for (Index k = 0; k < X.rows; ++k) rows[order[k]].rank = static_cast<std::int32_t>(k);
  run.pool.blocks(X.rows, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) rows[i].heaviest = heaviest_of(X, i);
  });
  std::sort(rows.begin(), rows.end(), [](const RowByHeaviest &a, const RowByHeaviest &b) {
    return std::tie(a.heaviest, a.rank) < std::tie(b.heaviest, b.rank);
  });
  return rows;
}

}  // namespace

template <class T>
FloatUnitRows make_float_unit_rows(const UnitRows<T> &rows, const Array<std::int32_t> &order,
                                   ExecutionContext &run) {
  const Index n = rows.X.rows;
  FloatUnitRows all{.n = n,
                    .columns = rows.X.columns,
                    .begin = Array<Index>(run.memory, n + 1),
                    .entry = {},
                    .original = Array<std::int32_t>(run.memory, n),
                    .place = Array<std::int32_t>(run.memory, n),
                    .heaviest = Array<Heaviest>(run.memory, n)};
  Array<RowByHeaviest> sorted = ordered_by_heaviest(rows.X.sparse(), order, run);
  run.monitor.check();
  for (Index k = 0; k < n; ++k) {
    all.original[k] = order[sorted[k].rank];
    all.place[all.original[k]] = static_cast<std::int32_t>(k);
    all.heaviest[k] = sorted[k].heaviest;
  }
  sorted = {};
  run.pool.blocks(n, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      each_float_weight(rows, i, [&](std::int32_t, float) { ++all.begin[all.place[i] + 1]; });
  });
  for (Index k = 0; k < n; ++k) all.begin[k + 1] += all.begin[k];
  all.entry = Array<FloatUnitRows::Entry>(run.memory, all.begin[n]);
  run.pool.blocks(n, 4096, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      FloatUnitRows::Entry *entry = all.entry.data() + all.begin[k];
      each_float_weight(rows, all.original[k], [&](std::int32_t column, float weight) {
        *entry++ = {column, weight};
      });
    }
  });
  run.monitor.check();
  return all;
}

template Heaviest heaviest_of(CsrView<float>, Index) noexcept;
template Heaviest heaviest_of(CsrView<double>, Index) noexcept;
template FloatUnitRows make_float_unit_rows(const UnitRows<float> &, const Array<std::int32_t> &,
                                            ExecutionContext &);
template FloatUnitRows make_float_unit_rows(const UnitRows<double> &, const Array<std::int32_t> &,
                                            ExecutionContext &);

}  // namespace manifact
