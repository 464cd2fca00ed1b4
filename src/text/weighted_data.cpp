#include "text/weighted_data.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "text/document_weights.hpp"

namespace manifact {
namespace {

constexpr Index task_rows = 512;  // rows per task

// The weighted values of a row, computed once.
struct WeightedRow {
  std::vector<std::int32_t> columns;
  std::vector<double> values;

  void read(const WeightedRows &rows, Index i) {
    columns.clear();
    values.clear();
    rows.visit(i, [this](std::int32_t j, double value) {
      columns.push_back(j);
      values.push_back(value);
    });
  }
};

// The values of one row, scaled to unit length if the weights require it. They are divided by the
// largest value first: squares of tiny or huge values would underflow or overflow.
template <class Visit>
void visit_scaled(const WeightedRows &rows, const FeatureWeights &weights, Index i,
                  WeightedRow &row, Visit &&visit) {
  if (!weights.unit_rows()) return rows.visit(i, visit);
  row.read(rows, i);
  double most = 0, sum = 0;
  for (const double value : row.values) most = std::fmax(most, std::fabs(value));
  if (most > 0)
    for (const double value : row.values) sum += (value / most) * (value / most);
  const double root = std::sqrt(sum);
  for (std::size_t e = 0; e < row.values.size(); ++e)
    visit(row.columns[e], most > 0 ? row.values[e] / most / root : row.values[e]);
}

float *own_values(DenseData &data, Array<float> &&values) noexcept {
  data.singles = std::move(values);
  data.rows.reals = nullptr;
  data.rows.singles = data.singles.data();
  return data.singles.data();
}
double *own_values(DenseData &data, Array<double> &&values) noexcept {
  data.reals = std::move(values);
  data.rows.singles = nullptr;
  data.rows.reals = data.reals.data();
  return data.reals.data();
}

// 1 / |x_i|, 0 for a row of zeros; false if one is not a normal number.
bool inverse_lengths(const DenseRows &X, Array<double> &inverse, ExecutionContext &run) {
  std::atomic<bool> normal{true};
  run.pool.blocks(X.rows, task_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double most = 0, sum = 0;
      for (Index j = 0; j < X.columns; ++j) most = std::fmax(most, std::fabs(X.value(i, j)));
      if (most == 0) continue;
      for (Index j = 0; j < X.columns; ++j) {
        const double x = X.value(i, j) / most;
        sum += x * x;
      }
      inverse[i] = 1 / most / std::sqrt(sum);
      if (!std::isnormal(inverse[i])) normal = false;
    }
  });
  return normal;
}

// The factor of each row: the power of two, or the inverse length. False if one is not a normal
// number; empty if all are 1.
bool learn_factors(const DenseRows &X, const FeatureWeights &weights, Array<double> &factor,
                   ExecutionContext &run) {
  if (!weights.unit_rows() && weights.exponent == 0) return true;
  factor = Array<double>(run.memory, X.rows);
  if (weights.unit_rows()) return inverse_lengths(X, factor, run);
  const double power = std::ldexp(1.0, weights.exponent);
  std::fill(factor.begin(), factor.end(), power);
  return std::isnormal(power);
}

DenseData dense_shape(Index rows, Index columns, ExecutionContext &run) {
  DenseData data;
  data.all_columns = Array<std::int32_t>(run.memory, columns);
  std::iota(data.all_columns.begin(), data.all_columns.end(), 0);
  data.rows.rows = rows;
  data.rows.columns = data.rows.stride = columns;
  data.rows.all_columns = data.all_columns.data();
  return data;
}

// shift and spread for (tf idf_j - shift_j) / spread_j. A feature of weight 0 or with a single
// value becomes 0.
void set_columns(const FeatureWeights &weights, DenseData &data, ExecutionContext &run) {
  if (weights.shift.empty() && weights.idf.empty()) return;
  const Index m = data.rows.columns;
  data.shift = weights.shift.empty() ? Array<double>(run.memory, m) : weights.shift.copy();
  data.spread = Array<double>(run.memory, m);
  for (Index j = 0; j < m; ++j) {
    const double spread = weights.shift.empty() ? 1 : weights.spread[j],
                 idf = weights.idf.empty() ? 1 : weights.idf[j];
    const bool kept = spread > 0 && idf > 0;
    data.shift[j] = idf > 0 ? data.shift[j] / idf : 0;
    data.spread[j] = kept ? spread / idf : std::numeric_limits<double>::infinity();
  }
  data.rows.shift = data.shift.data();
  data.rows.spread = data.spread.data();
}

// The stored values, transformed as they are read; false if a factor is not a normal number.
bool use_in_place(const Matrix &X, const FeatureWeights &weights, DenseData &data,
                  ExecutionContext &run) {
  data.rows.stride = X.stride;
  data.rows.singles = X.singles;
  data.rows.reals = X.reals;
  set_columns(weights, data, run);
  if (!learn_factors(data.rows, weights, data.factor, run)) return false;
  if (!data.factor.empty()) data.rows.factor = data.factor.data();
  return true;
}

// A weighted copy, for weights that are not of the form of DenseRows, and for logarithms, which are
// computed once.
template <class T>
void copy_weighted(const Matrix &X, const FeatureWeights &weights, DenseData &data,
                   ExecutionContext &run) {
  const WeightedRows rows(X, weights);
  T *const values = own_values(data, Array<T>(run.memory, X.rows * X.columns));
  run.pool.blocks(X.rows, task_rows, [&](Index begin, Index end) {
    WeightedRow row;
    for (Index i = begin; i < end; ++i)
      visit_scaled(rows, weights, i, row, [&](std::int32_t j, double value) {
        values[i * X.columns + j] = static_cast<T>(value);
      });
  });
}

}  // namespace

template <class T>
Csr<T> weighted_rows(const Matrix &X, const FeatureWeights &weights, ExecutionContext &run) {
  const WeightedRows rows(X, weights);
  Array<Index> indptr(run.memory, X.rows + 1);
  run.pool.blocks(X.rows, task_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      rows.visit(i, [&](std::int32_t, double) { ++indptr[i + 1]; });
  });
  for (Index i = 0; i < X.rows; ++i) indptr[i + 1] += indptr[i];
  Csr<T> Y(run.memory, X.rows, X.columns, indptr[X.rows]);
  Y.indptr = std::move(indptr);
  run.pool.blocks(X.rows, task_rows, [&](Index begin, Index end) {
    WeightedRow row;
    for (Index i = begin; i < end; ++i) {
      Index to = Y.indptr[i];
      visit_scaled(rows, weights, i, row, [&](std::int32_t j, double value) {
        Y.indices[to] = j;
        Y.values[to++] = static_cast<T>(value);
      });
    }
  });
  return Y;
}

template <class T>
WeightedData<T> weighted_data(const Matrix &X, const FeatureWeights &weights,
                              ExecutionContext &run) {
  WeightedData<T> data;
  if (!X.dense) {
    data.sparse = weighted_rows<T>(X, weights, run);
    return data;
  }
  data.dense = dense_shape(X.rows, X.columns, run);
  if (weights.weighting != Weighting::log_tfidf && use_in_place(X, weights, data.dense, run))
    return data;
  data.dense = dense_shape(X.rows, X.columns, run);
  copy_weighted<T>(X, weights, data.dense, run);
  return data;
}

bool can_weight_in_place(const Matrix &X, const FeatureWeights &weights) noexcept {
  return !X.dense && X.packed == nullptr && X.indices.wide == nullptr && X.indices.base == 0 &&
         weights.shift.empty();
}

namespace {

double logarithmic(double tf) { return term_weight(Weighting::log_tfidf, tf); }

void measure_blocks(CountRows &X) noexcept {
  for (Index i = 0; i < X.rows; ++i) {
    X.longest_row = std::max(X.longest_row, X.indptr[i + 1] - X.indptr[i]);
    if (i % CountRows::block == 0)
      X.longest_block =
          std::max(X.longest_block, X.indptr[std::min(X.rows, i + CountRows::block)] - X.indptr[i]);
  }
}

// What one thread knows of the rows that it has read.
struct Measured {
  Index entries = 0;     // that are not 0
  Array<double> values;  // of a row
  Array<Index> stored;   // entries of each column
};

// t and l of a row, by the operations of visit_scaled().
void measure_row(CountData &data, Index i, Measured &found) noexcept {
  const CountRows &X = data.rows;
  const Index begin = X.indptr[i], count = X.indptr[i + 1] - begin;
  double *const values = found.values.data();
  double most = 0, sum = 0;
  for (Index e = 0; e < count; ++e) {
    const double x = X.weighted(begin + e);
    found.entries += x != 0 ? 1 : 0;
    ++found.stored[X.indices[begin + e]];
    values[e] = X.exponent != 0 ? std::ldexp(x, X.exponent) : x;
  }
  if (data.largest.empty()) return;
  for (Index e = 0; e < count; ++e) {
    const double x = std::fabs(values[e]);
    most = x > most ? x : most;
  }
  for (Index e = 0; most > 0 && e < count; ++e) {
    const double x = values[e] / most;
    sum += x * x;
  }
  data.largest[i] = most;
  data.length[i] = std::sqrt(sum);
}

// Columns that divide the entries into equal parts.
void divide_columns(CountData &data, const std::vector<Measured> &found, ExecutionContext &run) {
  const CountRows &X = data.rows;
  data.parts_begin = Array<std::int32_t>(run.memory, CountRows::parts + 1);
  Index before = 0, j = 0;
  for (Index part = 1; part <= CountRows::parts; ++part) {
    const Index until = X.indptr[X.rows] * part / CountRows::parts;
    for (; j < X.columns && (before < until || part == CountRows::parts); ++j)
      for (const Measured &some : found) before += some.stored[j];
    data.parts_begin[part] = static_cast<std::int32_t>(j);
  }
  data.rows.parts_begin = data.parts_begin.data();
}

// All that depends on the entries, in one pass over them.
void measure_entries(CountData &data, bool unit_rows, ExecutionContext &run) {
  CountRows &X = data.rows;
  measure_blocks(X);
  if (unit_rows) {
    data.largest = Array<double>(run.memory, X.rows);
    data.length = Array<double>(run.memory, X.rows);
  }
  // Memory of many threads for very many columns is bounded.
  constexpr Index most_bytes = Index{64} << 20, bytes_of_number = sizeof(double);
  const auto within = [](Index most, Index numbers) {
    return std::clamp<Index>(most_bytes / bytes_of_number / std::max<Index>(1, numbers), 1, most);
  };
  std::vector<Measured> found(static_cast<std::size_t>(within(run.pool.threads(), X.columns)));
  for (Measured &some : found) {
    some.values = Array<double>(run.memory, X.longest_row);
    some.stored = Array<Index>(run.memory, X.columns);
  }
  parallel_rows(run, std::ssize(found), 0, X.rows, task_rows, [&](Index t, Index begin, Index end) {
    for (Index i = begin; i < end && !run.monitor.cancelled(); ++i)
      measure_row(data, i, found[static_cast<std::size_t>(t)]);
  });
  run.monitor.check();
  for (const Measured &some : found) X.entries += some.entries;
  // As many as threads need at once: a task cannot allocate.
  data.buffers = std::make_unique<RowBuffers>(
      std::min<Index>(64, CountRows::held * run.pool.threads()), X.longest_row, run.memory);
  X.buffers = data.buffers.get();
  divide_columns(data, found, run);
  if (!unit_rows) return;
  X.largest = data.largest.data();
  X.length = data.length.data();
}

}  // namespace

template <class T>
WeightedData<T> weighted_in_place(const Matrix &X, const FeatureWeights &weights,
                                  ExecutionContext &run) {
  WeightedData<T> data;
  CountRows &rows = data.counts.rows;
  rows.rows = X.rows;
  rows.columns = X.columns;
  rows.indptr = X.indptr;
  rows.indices = X.indices.narrow;
  rows.singles = X.singles;
  rows.reals = X.reals;
  rows.exponent = weights.exponent;
  if (!weights.idf.empty()) {
    data.counts.column = weights.idf.copy();
    rows.column = data.counts.column.data();
  }
  if (!weights.idf.empty() && weights.weighting == Weighting::log_tfidf) {
    data.counts.weighed = Array<double>(run.memory, CountRows::weighed_counts);
    for (Index count = 0; count < CountRows::weighed_counts; ++count)
      data.counts.weighed[count] = logarithmic(static_cast<double>(count));
    rows.weighed = data.counts.weighed.data();
    rows.weigh = logarithmic;
  }
  measure_entries(data.counts, weights.unit_rows(), run);
  return data;
}

WeightedData<double> dense_copy(const Csr<double> &X, ExecutionContext &run) {
  WeightedData<double> data;
  data.dense = dense_shape(X.rows, X.columns, run);
  double *const values = own_values(data.dense, Array<double>(run.memory, X.rows * X.columns));
  for (Index i = 0; i < X.rows; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      values[i * X.columns + X.indices[e]] = X.values[e];
  return data;
}

#define MANIFACT_INSTANTIATE(T)                                                                 \
  template Csr<T> weighted_rows<T>(const Matrix &, const FeatureWeights &, ExecutionContext &); \
  template WeightedData<T> weighted_data<T>(const Matrix &, const FeatureWeights &,             \
                                            ExecutionContext &);                                \
  template WeightedData<T> weighted_in_place<T>(const Matrix &, const FeatureWeights &,         \
                                                ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
