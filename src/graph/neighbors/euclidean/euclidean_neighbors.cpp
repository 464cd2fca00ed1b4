#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/dense/dense_neighbors.hpp"
#include "graph/neighbors/euclidean/near_points.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/data/centered.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

// SearchKind::automatic is approximate from this number of rows on, if an exact search visits more
// than this share of the blocks.
constexpr Index automatic_points = 50'000;
constexpr double exact_share = 0.2;
// An approximate search must visit this many times fewer blocks than the exact one.
constexpr double gain = 4;

// Bytes beside the rows: the lists, and copies of the rows in blocks, in double and twice in float.
void check_budget(Index n, Index p, Index rows, Index columns, Index budget) {
  const double lists = static_cast<double>(n) * static_cast<double>(p) * 28,
               copies = static_cast<double>(rows) * static_cast<double>(columns) * 16;
  check_search_budget(lists + copies, n, p, budget);
}

Index most_bytes(const SearchRequest &request) noexcept {
  return request.budget > 0 ? request.budget : std::numeric_limits<Index>::max();
}

// Distances within one set must not all count as equal. Those between two sets may: the first was
// compared with itself before, by its distances or where these are no matter.
enum class Sets { one, two };

void check_range(const PointView &X, const PointView &Y, Sets sets) {
  constexpr double most = 1e150;
  const double least = sets == Sets::one ? 1e-150 : 0;
  double width = 0;
  for (Index c = 0; c < X.columns(); ++c) {
    double low = X(0, c), high = low;
    for (const PointView *points : {&X, &Y})
      for (Index i = 0; i < points->rows(); ++i) {
        low = std::min(low, (*points)(i, c));
        high = std::max(high, (*points)(i, c));
      }
    width = std::max(width, high / 2 - low / 2);
  }
  if (width < most && (width == 0 || width > least)) return;
  fail(Status::value,
       "the features differ by up to %g, whose square is out of the range of a double: scale the "
       "data",
       2 * width);
}

Neighbors no_points(Index n, Index p, ExecutionContext &run) {
  Neighbors found = no_neighbors(n, p, run);
  found.metric = Metric::euclidean;
  found.search.searched = true;
  return found;
}

// List k of `found` from near[k*p ..].
void take(const NearPoint *near, Index lists, Neighbors &found) noexcept {
  const Index p = found.p;
  for (Index k = 0; k < lists; ++k) {
    found.count[k] = static_cast<std::int32_t>(p);
    for (Index q = 0; q < p; ++q) {
      found.index[k * p + q] = near[k * p + q].index;
      found.cosine[k * p + q] = -near[k * p + q].distance;
    }
  }
}

// The share of the neighbors of the sample that a search of `most` blocks finds.
Recall recall_with(const LimitedSearch &search, const Sample &sample, Index most,
                   ExecutionContext &run) {
  const Index n = sample.rows.size(), p = sample.right.p;
  Array<NearPoint> near(run.memory, n * p);
  search.nearest(sample.rows.data(), n, p, most, near.data(), run);
  Neighbors found = no_points(n, p, run);
  take(near.data(), n, found);
  return recall_of(sample.right, found, nullptr, 0);
}

// False if the exact search is expected not to be slower.
bool search_approximately(const PointView &X, const SearchRequest &request, Neighbors &found,
                          ExecutionContext &run) {
  const Index n = X.rows(), p = found.p, sampled = std::min(sample_rows, n / 16);
  const LimitedSearch search(X, run);
  const double exact = search.exact_blocks(p, run);
  if (request.kind == SearchKind::automatic &&
      exact <= exact_share * static_cast<double>(search.blocks()))
    return false;
  Array<std::int32_t> order(run.memory, n);
  std::iota(order.begin(), order.end(), 0);
  Sample A = empty_sample(sampled, p, run), B = empty_sample(sampled, p, run);
  draw_samples(order.data(), n, request.seed, A.rows, B.rows);
  for (Sample *sample : {&A, &B}) {
    Array<NearPoint> near(run.memory, sampled * p);
    search.nearest(sample->rows.data(), sampled, p, search.blocks(), near.data(), run);
    take(near.data(), sampled, sample->right);
  }
  Index most = 2 + p / 8;
  for (;; most += most / 2) {
    if (gain * static_cast<double>(most) > exact) return decline(found, run);
    const Recall recall = recall_with(search, A, most, run);
    if (recall.mean - recall.error >= request.recall) break;
  }
  Array<NearPoint> near(run.memory, n * p);
  search.nearest(nullptr, n, p, most, near.data(), run);
  take(near.data(), n, found);
  return accept(found, B, most * 8, run);
}

}  // namespace

template <class T>
double common_length(const DataView<T> &X, ExecutionContext &run) {
  const UnitRows<T> rows = unit_rows(X, run);
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (Index i = 0; i < X.rows; ++i) {
    if (!(rows.square[i] > 0)) continue;
    const double length = std::sqrt(rows.square[i]) / rows.factor[i];
    least = std::min(least, length);
    most = std::max(most, length);
  }
  return most <= least * (1 + 1e-5) ? most : 0;
}

void to_distances(Neighbors &found, double length) noexcept {
  for (Index i = 0; i < found.n; ++i)
    for (Index q = i * found.p; q < i * found.p + found.count[i]; ++q)
      found.cosine[q] = -2 * length * length * (1 - found.cosine[q]);
  found.metric = Metric::euclidean;
}

template <class T>
Metric metric_of(const DataView<T> &X, ExecutionContext &run) {
  if (!X.is_dense() || X.columns >= features_of_embeddings) return Metric::cosine;
  // Rows far from the origin have nearly one length, too.
  constexpr double least_spread = 1e-3;
  const double length = common_length(X, run), spread = least_spread * length;
  return length > 0 && mean_row(X.dense(), run).around >= spread * spread ? Metric::cosine
                                                                          : Metric::euclidean;
}

template <class T>
Neighbors euclidean_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                              const SearchRequest &request) {
  if (run.divided()) fail(Status::option, "metric=euclidean needs all documents in one process");
  Neighbors found = no_points(X.rows, std::clamp<Index>(p, 0, std::max<Index>(0, X.rows - 1)), run);
  if (found.p == 0) return found;
  check_budget(X.rows, found.p, X.rows, X.columns, request.budget);
  const DataPoints<T> points(X, nullptr, most_bytes(request), run.memory);
  check_range(points.view(), points.view(), Sets::one);
  if (is_euclidean_approximate(request, X.rows) &&
      search_approximately(points.view(), request, found, run))
    return found;
  take(nearest_points(points.view(), found.p, run).data(), X.rows, found);
  run.monitor.report(X.rows, X.rows);
  return found;
}

template <class T>
Neighbors euclidean_neighbors(const DataView<T> &Y, const DataView<T> &X, Index p,
                              ExecutionContext &run, const SearchRequest &request) {
  Neighbors found = no_points(Y.rows, std::clamp<Index>(p, 0, X.rows), run);
  if (found.p == 0 || Y.rows == 0) return found;
  check_budget(Y.rows, found.p, X.rows, X.columns, request.budget);
  const DataPoints<T> y(Y, nullptr, most_bytes(request), run.memory),
      x(X, nullptr, most_bytes(request), run.memory);
  check_range(x.view(), y.view(), Sets::two);
  take(nearest_points_of(y.view(), x.view(), found.p, run).data(), Y.rows, found);
  run.monitor.report(Y.rows, Y.rows);
  return found;
}

bool is_euclidean_approximate(const SearchRequest &request, Index rows) noexcept {
  if (rows <= few_rows) return false;
  return request.kind == SearchKind::approximate ||
         (request.kind == SearchKind::automatic && rows >= automatic_points);
}

#define MANIFACT_INSTANTIATE(T)                                                           \
  template double common_length(const DataView<T> &, ExecutionContext &);                 \
  template Metric metric_of(const DataView<T> &, ExecutionContext &);                     \
  template Neighbors euclidean_neighbors(const DataView<T> &, Index, ExecutionContext &,  \
                                         const SearchRequest &);                          \
  template Neighbors euclidean_neighbors(const DataView<T> &, const DataView<T> &, Index, \
                                         ExecutionContext &, const SearchRequest &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
