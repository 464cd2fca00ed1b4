#include "graph/learned/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graph/build.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "graph/neighbors/row_tasks.hpp"
#include "linalg/dense/range.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index learned_rows = 256;  // rows per task

// Points whose squares neither overflow nor underflow: multiplied by a power of two if necessary,
// which does not change the weights.
struct Measurable {
  Measurable(const PointView &Y, ExecutionContext &run) : points(Y) {
    double most = 0;
    for (Index i = 0; i < Y.rows(); ++i)
      for (Index c = 0; c < Y.columns(); ++c) most = std::fmax(most, std::fabs(Y(i, c)));
    if (most == 0 || (most < 0x1p300 && most > 0x1p-300)) return;
    const int exponent = exponent_to_one(most);
    own = Dense<double>(run.memory, Y.rows(), Y.columns());
    for (Index i = 0; i < Y.rows(); ++i)
      for (Index c = 0; c < Y.columns(); ++c) own(i, c) = std::ldexp(Y(i, c), exponent);
    points = PointView(own);
    square = std::ldexp(1.0, std::clamp(2 * exponent, -1000, 1000));
  }

  Dense<double> own;
  PointView points;
  double square = 1;  // of the power of two
};

double largest_square(const PointView &Y, const Array<double> &center) noexcept {
  double most = 0;
  for (Index i = 0; i < Y.rows(); ++i) {
    double sum = 0;
    for (Index c = 0; c < Y.columns(); ++c) sum += (Y(i, c) - center[c]) * (Y(i, c) - center[c]);
    most = std::fmax(most, sum);
  }
  return most;
}

// A common offset of all points does not affect their distances, except for rounding.
double none_among(const PointView &Y, ExecutionContext &run) {
  Array<double> center(run.memory, Y.columns());
  const double square = largest_square(Y, center);
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index c = 0; c < Y.columns(); ++c) center[c] += Y(i, c) / static_cast<double>(Y.rows());
  return no_distance(largest_square(Y, center), square);
}

Index neighbors_in_force(Index n, Index k) {
  if (n < 3)
    fail(Status::empty, "adaptive neighbors require at least 3 points, not %lld",
         static_cast<long long>(n));
  return std::min(k, n - 2);
}

}  // namespace

double AdaptiveNeighbors::mean_gamma() const noexcept {
  double sum = 0;
  for (const double g : gamma) sum += g;
  return sum / static_cast<double>(gamma.size());
}

Index simplex_row(NearPoint *near, Index q, bool all, double gamma, bool itself) noexcept {
  const double nearest = itself ? 0 : near[0].distance;
  const auto u = [&](Index j) {
    return near[j].distance == nearest ? 0 : (nearest - near[j].distance) / (2 * gamma);
  };
  const double theta =
      itself ? simplex_threshold(q + 1, [&](Index j) { return j == 0 ? 0 : u(j - 1); })
             : simplex_threshold(q, u);
  if (!all && u(q - 1) > theta) return -1;
  Index count = 0;
  while (count < q && u(count) > theta) ++count;
  for (Index j = count - 1; j >= 0; --j)
    near[j].distance = u(j) - theta;  // j = 0, used by the others, last
  return count;
}

double no_distance(double about_mean, double square) noexcept {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  return std::fmax(1e-14 * about_mean, rounding * rounding * square);
}

double adaptive_row(const NearPoint *near, Index k, double none, double *weights) noexcept {
  const double last = near[k].distance;
  double sum = 0;
  for (Index h = 0; h < k; ++h) sum += near[h].distance;
  const double whole = static_cast<double>(k) * last, twice_gamma = whole - sum;
  const bool vanished = !(twice_gamma > 1e-12 * whole) || last <= none;
  for (Index h = 0; h < k; ++h)
    weights[h] = vanished ? 1 / static_cast<double>(k) : (last - near[h].distance) / twice_gamma;
  return vanished ? 0 : twice_gamma / 2;
}

AdaptiveNeighbors adaptive_neighbors(const PointView &points, Index k, ExecutionContext &run,
                                     const AdaptiveNeighbors *before) {
  const Measurable measurable(points, run);
  const PointView &Y = measurable.points;
  const Index n = Y.rows(), in_force = neighbors_in_force(n, k), q = in_force + 1;
  AdaptiveNeighbors result{
      .A = {}, .gamma = Array<double>(run.memory, n), .k = in_force, .alike = 0, .nearest = {}};
  const double none = none_among(Y, run);
  const bool known = before != nullptr && before->nearest.size() == n * q;
  Array<NearPoint> near = nearest_points(Y, q, run, known ? before->nearest.data() : nullptr);
  result.nearest = Array<std::int32_t>(run.memory, n * q);
  Array<double> weights(run.memory, n * in_force);
  Array<NearPoint *> rows(run.memory, n);
  Array<Index> count(run.memory, n);
  run.pool.blocks(n, learned_rows, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      rows[i] = near.data() + i * q;
      double *const weight = weights.data() + i * in_force;
      result.gamma[i] = adaptive_row(rows[i], in_force, none, weight) / measurable.square;
      for (Index h = 0; h < q; ++h) result.nearest[i * q + h] = rows[i][h].index;
      for (Index h = 0; h < in_force; ++h)
        if (weight[h] > 0) rows[i][count[i]++] = {weight[h], rows[i][h].index};
    }
  });
  for (const double gamma : result.gamma) result.alike += gamma > 0 ? 0 : 1;
  result.A = packed_rows(rows, count, run);
  return result;
}

AdaptiveNeighbors adaptive_neighbors(const PointView &points, Index k, double gamma, Index budget,
                                     ExecutionContext &run, bool itself) {
  const Measurable measurable(points, run);
  const PointView &Y = measurable.points;
  const Index n = Y.rows();
  AdaptiveNeighbors result{.A = {},
                           .gamma = Array<double>(run.memory, n),
                           .k = neighbors_in_force(n, k),
                           .alike = 0,
                           .nearest = {}};
  for (double &g : result.gamma) g = gamma;
  const Index first = std::min(std::max(4 * result.k, result.k + 1), n - 1);
  const std::unique_ptr<PointSearch> search = point_search(Y, first, run);
  std::vector<Array<NearPoint>> rounds;  // keeps the data that `rows` points to alive
  Array<NearPoint *> rows(run.memory, n);
  Array<Index> count(run.memory, n);
  Array<std::int32_t> open(run.memory, n);
  Index n_open = n;
  double bytes = 0;  // of all rounds
  for (Index i = 0; i < n; ++i) open[i] = static_cast<std::int32_t>(i);
  for (Index q = first; n_open > 0; q = std::min(2 * q, n - 1)) {
    bytes += static_cast<double>(n_open) * static_cast<double>(q) * sizeof(NearPoint);
    if (bytes > static_cast<double>(budget))
      fail(Status::budget,
           "gamma = %g: lists of %lld neighbors of %lld points%s need %.0f bytes, more than "
           "the limit of %lld: choose a smaller gamma, or gamma by row",
           gamma, static_cast<long long>(q), static_cast<long long>(n_open),
           n_open < n ? ", including those of the others," : "", bytes,
           static_cast<long long>(budget));
    rounds.emplace_back(run.memory, n_open * q);
    NearPoint *const near = rounds.back().data();
    search->nearest(n_open == n ? nullptr : open.data(), n_open, q, near, run);
    run.pool.blocks(n_open, learned_rows, [&](Index begin, Index end) {
      for (Index r = begin; r < end; ++r) {
        rows[open[r]] = near + r * q;
        count[open[r]] =
            simplex_row(near + r * q, q, q == n - 1, gamma * measurable.square, itself);
      }
    });
    n_open = std::remove_if(open.data(), open.data() + n_open,
                            [&](std::int32_t i) { return count[i] >= 0; }) -
             open.data();
  }
  result.A = packed_rows(rows, count, run);
  return result;
}

Graph symmetrized(const Csr<double> &A, ExecutionContext &run) {
  return symmetric_graph(A, Joining::mean, run);
}

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
