#include "topics/positions.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "graph/neighbors/neighbors.hpp"
#include "linalg/data/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "runtime/error.hpp"
#include "runtime/rng.hpp"
#include "text/weighted_data.hpp"

namespace manifact {
namespace {

constexpr Index most_axes = 50, ranked_documents = 500, placing_neighbors = 5;
constexpr double axes_tolerance = 1e-3, start_size = 0.01;

const DataView<double> rows_to_place(const Model &model, const Matrix *X, WeightedData<double> &own,
                                     ExecutionContext &run) {
  const TrainingData &training = model.fitted().training;
  if (training.kernel.kind == KernelKind::precomputed)
    fail(Status::argument, "the model was made from a kernel matrix, which has no documents");
  if (X == nullptr && model.kept().empty())
    fail(Status::argument, "the model does not keep its documents: they must be given again");
  if (X == nullptr) return model.kept().view();
  if (X->rows != model.n || X->columns != model.m)
    fail(Status::mismatch, "the rows are %lld x %lld, but the model was fitted to %lld x %lld",
         static_cast<long long>(X->rows), static_cast<long long>(X->columns),
         static_cast<long long>(model.n), static_cast<long long>(model.m));
  own = weighted_data<double>(*X, training.weights, run);
  return own.view();
}

// Whether the lengths of the rows leave single precision enough for the directions of all of them:
// the eigenvalues are their squares.
bool suffices_single(const DataView<double> &X) {
  constexpr double least = 1e-12, most = 1e12, widest = 300;
  double shortest = most, longest = least;
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<double> x = X.row(i);
    double square = 0;
    for (Index e = 0; e < x.size(); ++e) square += x[e] * x[e];
    if (square == 0 && X.is_empty(i)) continue;
    const double length = std::sqrt(square);
    if (!(length > least && length < most)) return false;
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  return longest <= widest * shortest;
}

// X in single precision; `values` holds those of sparse rows.
DataView<float> in_single(const DataView<double> &X, Array<float> &values, ExecutionContext &run) {
  if (X.is_dense()) return DataView<float>(X.dense());
  if (X.is_counts()) return DataView<float>(X.counts());
  const CsrView<double> &from = X.sparse();
  values = Array<float>(run.memory, from.entries());
  for (Index e = 0; e < from.entries(); ++e) values[e] = static_cast<float>(from.values[e]);
  return CsrView<float>{.rows = from.rows,
                        .columns = from.columns,
                        .indptr = from.indptr,
                        .indices = from.indices,
                        .values = values.data()};
}

// X' U / s: what turns other rows into coordinates U s.
template <class T>
Dense<T> axes_of(const DataProducts<T> &X, const Svd<T> &svd, ExecutionContext &run) {
  Dense<T> P(run.memory, X.X().columns, svd.coordinates.columns());
  X.transposed_times(svd.coordinates, P, run);
  for (Index j = 0; j < P.rows(); ++j)
    for (Index c = 0; c < P.columns(); ++c) {
      const double s = svd.sigma[c];
      P(j, c) = s > 0 ? static_cast<T>(static_cast<double>(P(j, c)) / (s * s)) : 0;
    }
  return P;
}

// Rows of unit length; zero rows remain.
template <class T>
void copy_unit_rows(const Dense<T> &from, Dense<float> &to, Index first, ExecutionContext &run) {
  run.pool.blocks(from.rows(), 512, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double square = 0;
      for (Index c = 0; c < from.columns(); ++c)
        square += static_cast<double>(from(i, c)) * static_cast<double>(from(i, c));
      const double factor = square > 0 ? 1 / std::sqrt(square) : 0;
      for (Index c = 0; c < from.columns(); ++c)
        to(first + i, c) = static_cast<float>(static_cast<double>(from(i, c)) * factor);
    }
  });
}

template <class T>
Dense<float> coordinates_of(const DataView<T> &X, Index fitted, ExecutionContext &run) {
  const DataProducts<T> products(some_rows(X, 0, fitted), run);
  const Index rank = std::min({most_axes, fitted, X.columns});
  const Svd<T> svd = truncated_svd<T>(products, rank, axes_tolerance, Rng(0), run);
  Dense<float> Z(run.memory, X.rows, rank);
  copy_unit_rows(svd.coordinates, Z, 0, run);
  if (fitted < X.rows) {
    Dense<T> others(run.memory, X.rows - fitted, rank);
    multiply(some_rows(X, fitted, X.rows), axes_of(products, svd, run), others, run);
    copy_unit_rows(others, Z, fitted, run);
  }
  return Z;
}

Array<std::int32_t> counted_columns(Index count, ExecutionContext &run) {
  Array<std::int32_t> all(run.memory, count);
  for (Index c = 0; c < count; ++c) all[c] = static_cast<std::int32_t>(c);
  return all;
}

struct PlaneMoments {
  double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
};

PlaneMoments moments_of(const Array<float> &positions) noexcept {
  const Index n = positions.size() / 2;
  PlaneMoments m;
  for (Index i = 0; i < n; ++i) {
    m.x += static_cast<double>(positions[2 * i]) / static_cast<double>(n);
    m.y += static_cast<double>(positions[2 * i + 1]) / static_cast<double>(n);
  }
  for (Index i = 0; i < n; ++i) {
    const double x = static_cast<double>(positions[2 * i]) - m.x,
                 y = static_cast<double>(positions[2 * i + 1]) - m.y;
    m.xx += x * x / static_cast<double>(n);
    m.xy += x * y / static_cast<double>(n);
    m.yy += y * y / static_cast<double>(n);
  }
  return m;
}

// Around 0, turned so that the first axis has the larger variance, with mean square distance 1.
void normalize_positions(Array<float> &positions) noexcept {
  const PlaneMoments m = moments_of(positions);
  const double angle = std::atan2(2 * m.xy, m.xx - m.yy) / 2, size = std::sqrt(m.xx + m.yy);
  const double factor = size > 0 ? 1 / size : 0, cosine = std::cos(angle), sine = std::sin(angle);
  for (Index i = 0; i < positions.size() / 2; ++i) {
    const double x = static_cast<double>(positions[2 * i]) - m.x,
                 y = static_cast<double>(positions[2 * i + 1]) - m.y;
    positions[2 * i] = static_cast<float>(factor * (cosine * x + sine * y));
    positions[2 * i + 1] = static_cast<float>(factor * (cosine * y - sine * x));
  }
}

// Each row of `Z` at the mean of its nearest known rows, weighted by 1 / d^2, d their distance.
void place_by_neighbors(const Dense<float> &Z, const Dense<float> &known,
                        const std::vector<Point> &of_known, const std::vector<Index> &rows,
                        std::vector<Point> &documents, ExecutionContext &run) {
  const Array<std::int32_t> columns = counted_columns(Z.columns(), run);
  const Neighbors near =
      nearest_neighbors<double>(DataView<double>(rows_of(Z, columns)),
                                DataView<double>(rows_of(known, columns)), placing_neighbors, run);
  for (Index i = 0; i < Z.rows(); ++i) {
    Point sum;
    double all = 0;
    for (Index r = 0; r < near.count[i]; ++r) {
      const Index at = i * near.p + r;
      const double weight = 1 / (2 * (1 - near.cosine[at]) + 1e-6);
      const Point &other = of_known[static_cast<std::size_t>(near.index[at])];
      sum.x += weight * other.x;
      sum.y += weight * other.y;
      all += weight;
    }
    if (all > 0)
      documents[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])] = {sum.x / all,
                                                                                sum.y / all};
  }
}

Dense<float> selected_rows(const Dense<float> &Z, const std::vector<Index> &rows,
                           ExecutionContext &run) {
  Dense<float> some(run.memory, std::ssize(rows), Z.columns());
  for (Index i = 0; i < some.rows(); ++i)
    std::copy_n(Z.row(rows[static_cast<std::size_t>(i)]), Z.columns(), some.row(i));
  return some;
}

// "x y", both finite, or nothing.
bool read_position(std::string_view text, Point &point) noexcept {
  const char *const end = text.data() + text.size();
  const auto x = std::from_chars(text.data(), end, point.x);
  if (x.ec != std::errc() || x.ptr == end || *x.ptr != ' ') return false;
  const auto y = std::from_chars(x.ptr + 1, end, point.y);
  return y.ec == std::errc() && y.ptr == end && std::isfinite(point.x) && std::isfinite(point.y);
}

// NaN for documents without one.
std::vector<Point> given_positions(const Model &model) {
  std::vector<Point> points(static_cast<std::size_t>(model.n), Point{NAN, NAN});
  for (const auto &column : model.columns) {
    if (column->name != map_column) continue;
    Index begin = 0;
    for (std::size_t i = 0; i < points.size(); begin = column->ends[i++]) {
      const std::string_view text(column->bytes.data() + begin,
                                  static_cast<std::size_t>(column->ends[i] - begin));
      if (Point point; read_position(text, point)) points[i] = point;
    }
  }
  return points;
}

bool is_zero_row(const Dense<float> &Z, Index i) noexcept {
  return std::all_of(Z.row(i), Z.row(i) + Z.columns(), [](float z) { return z == 0; });
}

bool has_place(const Point &point) noexcept { return std::isfinite(point.x); }

}  // namespace

Dense<float> layout_coordinates(const DataView<double> &X, Index fitted, ExecutionContext &run) {
  if (!suffices_single(X)) return coordinates_of(X, fitted, run);
  Array<float> values;
  return coordinates_of(in_single(X, values, run), fitted, run);
}

Array<float> layout_of(const Dense<float> &Z, ExecutionContext &run) {
  const Index n = Z.rows(), p = std::min(map_neighbors, n - 1);
  if (n < 2) return Array<float>(run.memory, 2 * n);
  const Array<std::int32_t> columns = counted_columns(Z.columns(), run);
  run.monitor.enter("neighbors of the map", n);
  return layout_of(Z,
                   nearest_neighbors<float>(DataView<float>(rows_of(Z, columns)), p, run,
                                            SearchRequest{.kind = SearchKind::automatic}),
                   run);
}

Array<float> layout_of(const Dense<float> &Z, const Neighbors &neighbors, ExecutionContext &run) {
  const Index n = Z.rows();
  Array<float> positions(run.memory, 2 * n);
  const Array<std::int32_t> columns = counted_columns(Z.columns(), run);
  const DataView<float> rows(rows_of(Z, columns));
  Array<float> center(run.memory, Z.columns());
  for (Index c = 0; c < Z.columns(); ++c) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(Z(i, c));
    center[c] = static_cast<float>(sum / static_cast<double>(n));
  }
  const Index axes = std::min({Index{2}, n, Z.columns()});
  const Svd<float> svd = truncated_svd<float>(DataProducts<float>(rows, run), axes, axes_tolerance,
                                              Rng(0), run, nullptr, &center);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < 2; ++c)  // equal rows must not coincide: nothing would part them
      positions[2 * i + c] = static_cast<float>(
          start_size * ((c < axes ? static_cast<double>(svd.coordinates(i, c)) : 0.0) +
                        start_size * noise(static_cast<std::uint64_t>(2 * i + c))));
  optimize_layout(layout_pairs(Z, neighbors, run), positions, run);
  normalize_positions(positions);
  return positions;
}

Positions positions_of(const Model &model, const Matrix *X, ExecutionContext &run) {
  WeightedData<double> own;
  const DataView<double> rows = rows_to_place(model, X, own, run);
  const Index fitted = model.fitted().n;
  run.monitor.enter("coordinates of the map");
  const Dense<float> Z = layout_coordinates(rows, fitted, run);
  Positions found{given_positions(model), {NAN, NAN}};
  std::vector<Point> &documents = found.documents;
  std::vector<Index> placed, others;
  for (Index i = 0; i < model.n; ++i)
    if (has_place(documents[static_cast<std::size_t>(i)])) placed.push_back(i);
  const bool is_new = placed.empty();
  for (Index i = 0; i < fitted && is_new; ++i)
    if (!is_zero_row(Z, i)) placed.push_back(i);
  const Dense<float> known = selected_rows(Z, placed, run);
  Array<float> positions =
      is_new ? layout_of(known, run) : Array<float>(run.memory, 2 * known.rows());
  std::vector<Point> of_known;
  for (std::size_t p = 0; p < placed.size(); ++p) {
    const auto at = static_cast<Index>(p);
    Point &point = documents[static_cast<std::size_t>(placed[p])];
    if (is_new)
      point = {static_cast<double>(positions[2 * at]), static_cast<double>(positions[2 * at + 1])};
    positions[2 * at] = static_cast<float>(point.x);
    positions[2 * at + 1] = static_cast<float>(point.y);
    of_known.push_back(point);
  }
  found.quality = layout_quality(known, positions, map_neighbors, ranked_documents, run);
  for (Index i = 0; i < model.n; ++i)
    if (!has_place(documents[static_cast<std::size_t>(i)]) && !is_zero_row(Z, i))
      others.push_back(i);
  if (!others.empty() && !placed.empty())
    place_by_neighbors(selected_rows(Z, others, run), known, of_known, others, documents, run);
  return found;
}

}  // namespace manifact
