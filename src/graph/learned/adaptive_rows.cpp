#include "graph/learned/adaptive_rows.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "graph/neighbors/batches.hpp"
#include "graph/neighbors/euclidean/point_blocks.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Rows that have no feature in common with a row are farther than all others and equally far: they
// fill its list with weight 0.
template <class T>
void by_cosine(const DataView<T> &X, Index q, NearPoint *near, ExecutionContext &run) {
  const Neighbors found = nearest_neighbors(X, q, run);
  for (Index i = 0; i < X.rows; ++i)
    for (Index h = 0; h < q; ++h)
      near[i * q + h] = h < found.count[i] ? NearPoint{2 - 2 * found.cosine[i * found.p + h],
                                                       found.index[i * found.p + h]}
                                           : NearPoint{2, -1};
}

// |x_i - x_j|^2, summed over columns in order.
template <class T>
double squared_distance(const CsrView<T> &X, Index i, Index j) noexcept {
  double sum = 0;
  Index a = X.indptr[i], b = X.indptr[j];
  while (a < X.indptr[i + 1] || b < X.indptr[j + 1]) {
    const Index ca = a < X.indptr[i + 1] ? X.indices[a] : X.columns,
                cb = b < X.indptr[j + 1] ? X.indices[b] : X.columns;
    const double x = ca <= cb ? static_cast<double>(X.values[a++]) : 0,
                 y = cb <= ca ? static_cast<double>(X.values[b++]) : 0;
    sum += (x - y) * (x - y);
  }
  return sum;
}

// Uses |x_i|^2 + |x_j|^2 - 2 <x_i, x_j>, with all products of a row computed from its columns, only
// to select candidates: far from the origin it suffers from cancellation. Rows within the limit up
// to rounding are measured by differences.
template <class T>
void by_distance(const CsrView<T> &X, Index q, NearPoint *near, ExecutionContext &run) {
  const Index n = X.rows;
  const Csr<T> Xt = transpose(X, run.memory);
  Array<double> square(run.memory, n);
  for (Index i = 0; i < n; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      square[i] += static_cast<double>(X.values[e]) * static_cast<double>(X.values[e]);
  Index longest = 0;  // row
  for (Index i = 0; i < n; ++i) longest = std::max(longest, X.indptr[i + 1] - X.indptr[i]);
  // The number of terms in the sums of both squares and of the products,
  // |<x, y>| <= (|x|^2 + |y|^2) / 2; the measured distance is rounded too.
  const double rounding =
      static_cast<double>(4 * longest + 16) * std::numeric_limits<double>::epsilon();
  std::vector<Array<double>> products;  // with all rows, one array per thread
  for (Index t = 0; t < std::min(run.pool.threads(), n); ++t) products.emplace_back(run.memory, n);
  run.monitor.enter("graph", n);
  in_batches(
      products, n, 1024, run,
      [&](Array<double> &product, Index i) {
        std::fill(product.begin(), product.end(), 0);
        for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
          for (Index f = Xt.indptr[X.indices[e]]; f < Xt.indptr[X.indices[e] + 1]; ++f)
            product[Xt.indices[f]] +=
                static_cast<double>(X.values[e]) * static_cast<double>(Xt.values[f]);
        Nearest best(near + i * q, q, static_cast<std::int32_t>(i), limit_of(nullptr, 0));
        for (Index j = 0; j < n; ++j) {
          const double squares = square[i] + square[j], error = rounding * squares;
          if (j != i && squares - 2 * product[j] - error <= best.limit())
            best.offer(squared_distance(X, i, j), static_cast<std::int32_t>(j));
        }
        best.sort();
      },
      [&](Index, Index end) { run.monitor.report(end, n); });
}

// |x - mean|^2 = |x|^2 - 2 <x, mean> + |mean|^2: the cancellation error is smaller than that of
// rounding x.
template <class T>
double none_among(const DataView<T> &X, ExecutionContext &run) {
  Array<double> mean(run.memory, X.columns);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> row = X.row(i);
    for (Index e = 0; e < row.size(); ++e)
      mean[row.column(e)] += static_cast<double>(row[e]) / static_cast<double>(X.rows);
  }
  double of_mean = 0, most = 0, about_mean = 0;
  for (const double x : mean) of_mean += x * x;
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> row = X.row(i);
    double square = 0, product = 0;
    for (Index e = 0; e < row.size(); ++e) {
      const double x = static_cast<double>(row[e]);
      square += x * x;
      product += x * mean[row.column(e)];
    }
    most = std::fmax(most, square);
    about_mean = std::fmax(about_mean, square - 2 * product + of_mean);
  }
  return no_distance(about_mean, most);
}

}  // namespace

template <class T>
AdaptiveNeighbors adaptive_rows(const DataView<T> &X, Index k, bool unit_rows,
                                ExecutionContext &run) {
  const Index n = X.rows, q = k + 1;
  Array<NearPoint> near(run.memory, n * q);
  unit_rows ? by_cosine(X, q, near.data(), run) : by_distance(X.sparse(), q, near.data(), run);
  AdaptiveNeighbors result{
      .A = {}, .gamma = Array<double>(run.memory, n), .k = k, .alike = 0, .nearest = {}};
  const double none = unit_rows ? no_distance(1, 1) : none_among(X, run);
  Array<NearPoint *> rows(run.memory, n);
  Array<Index> count(run.memory, n);
  std::vector<double> weights(static_cast<std::size_t>(k));
  for (Index i = 0; i < n; ++i) {
    rows[i] = near.data() + i * q;
    result.gamma[i] = adaptive_row(rows[i], k, none, weights.data());
    result.alike += result.gamma[i] > 0 ? 0 : 1;
    for (std::size_t h = 0; h < weights.size(); ++h)
      if (rows[i][h].index >= 0 && weights[h] > 0)
        rows[i][count[i]++] = {weights[h], rows[i][h].index};
  }
  result.A = packed_rows(rows, count, run);
  return result;
}

template AdaptiveNeighbors adaptive_rows<float>(const DataView<float> &, Index, bool,
                                                ExecutionContext &);
template AdaptiveNeighbors adaptive_rows<double>(const DataView<double> &, Index, bool,
                                                 ExecutionContext &);

}  // namespace manifact
