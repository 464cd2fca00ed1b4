#include "graph/neighbors/neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graph/collective_graphs.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/count_neighbors.hpp"
#include "graph/neighbors/dense/dense_neighbors.hpp"
#include "graph/neighbors/euclidean/euclidean_neighbors.hpp"
#include "graph/neighbors/prepared_rows.hpp"
#include "graph/neighbors/row_search.hpp"
#include "graph/unit_rows.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

// Dense rows are read in place; one of the two may be sparse, and is copied.
template <class T>
Neighbors dense_neighbors(const DataView<T> &Y, const DataView<T> &X, Index p,
                          ExecutionContext &run, const SearchRequest &request) {
  if (Y.is_dense() && X.is_dense()) return nearest_neighbors(Y.dense(), X.dense(), p, run, request);
  const Index most = request.budget > 0 ? request.budget : std::numeric_limits<Index>::max();
  const DataPoints<T> y(Y, nullptr, most, run.memory), x(X, nullptr, most, run.memory);
  return nearest_neighbors(y.view().dense(), x.view().dense(), p, run, request);
}

// Sparse rows of one length, such as texts, are not copied.
template <class T>
Neighbors neighbors_by_distance(const DataView<T> &X, Index p, ExecutionContext &run,
                                SearchRequest request) {
  constexpr double least = 1e-150, most = 1e150;  // whose squares are numbers
  const double length = X.is_dense() ? 0 : common_length(X, run);
  if (length < least || length > most) return euclidean_neighbors(X, p, run, request);
  request.metric = Metric::cosine;
  Neighbors found = nearest_neighbors(X, p, run, request);
  to_distances(found, length);
  return found;
}

template <class T>
SearchOfRows<T> search_of_rows() noexcept {
  return {
      .among =
          [](const CsrView<T> &X, Index p, ExecutionContext &run, const SearchRequest &request) {
            return nearest_neighbors(DataView<T>(X), p, run, request);
          },
      .between =
          [](const CsrView<T> &Y, const CsrView<T> &X, Index p, ExecutionContext &run,
             const SearchRequest &request) {
            return nearest_neighbors(DataView<T>(Y), DataView<T>(X), p, run, request);
          }};
}

}  // namespace

template <class T>
bool may_be_approximate(const DataView<T> &X, const SearchRequest &request) noexcept {
  if (request.metric == Metric::euclidean && X.is_dense())
    return is_euclidean_approximate(request, X.rows);
  return X.is_dense() ? is_dense_approximate(request, X.rows) : is_approximate(request, X.rows);
}

template <class T>
Neighbors nearest_neighbors(const DataView<T> &X, Index p, ExecutionContext &run,
                            const SearchRequest &request, const Index *places) {
  if (request.metric == Metric::euclidean) return neighbors_by_distance(X, p, run, request);
  if (const CollectiveGraphs *const graphs = run.collective->graphs())
    return graphs->neighbors(X, p, run, request, places);
  if (X.is_dense()) return nearest_neighbors(X.dense(), p, run, request);
  if (X.is_counts()) {
    Array<std::int32_t> rows(run.memory, X.rows);
    for (Index i = 0; i < X.rows; ++i) rows[i] = static_cast<std::int32_t>(i);
    return neighbors_of_counts<T>(X.counts(), rows, p, run, request, search_of_rows<T>());
  }
  Neighbors found =
      no_neighbors(X.rows, std::clamp<Index>(p, 0, std::max<Index>(0, X.rows - 1)), run);
  if (found.p == 0) return found;
  const UnitRows<T> rows = unit_rows(X, run);
  found.search.searched = true;
  if (!may_be_approximate(X, request) || !search_approximately(rows, request, found, run))
    RowSearch<T>(rows, rows, true, found.p, run, request.block).find_all(found);
  return found;
}

namespace {

// Among the listed rows, numbered by their positions in the list.
template <class T>
Neighbors neighbors_among(const DataView<T> &X, const Array<std::int32_t> &rows, Index p,
                          ExecutionContext &run, const SearchRequest &request) {
  if (X.is_dense())
    return nearest_neighbors(DataView<T>(selected_rows(X.dense(), rows)), p, run, request);
  if (X.is_counts())
    return neighbors_of_counts<T>(X.counts(), rows, p, run, request, search_of_rows<T>());
  const Csr<T> Y = selected_rows(X.sparse(), rows.data(), rows.size(), run.memory);
  return nearest_neighbors(DataView<T>(Y), p, run, request);
}

}  // namespace

template <class T>
Neighbors distinct_neighbors(const DataView<T> &X, const Array<std::int32_t> &first, Index p,
                             ExecutionContext &run, const SearchRequest &request) {
  Index rows = 0;
  for (Index i = 0; i < X.rows; ++i) rows += first[i] == i ? 1 : 0;
  if (rows == X.rows) return nearest_neighbors(X, p, run, request);
  Array<std::int32_t> row(run.memory, rows);
  Index to = 0;
  for (Index i = 0; i < X.rows; ++i)
    if (first[i] == i) row[to++] = static_cast<std::int32_t>(i);
  const Neighbors found = neighbors_among(X, row, p, run, request);
  Neighbors all = no_neighbors(X.rows, found.p, run);
  all.search = found.search;
  all.metric = found.metric;
  for (Index a = 0; a < rows; ++a) {
    const Index from = a * found.p, at = row[a] * found.p;
    all.count[row[a]] = found.count[a];
    for (Index q = 0; q < found.count[a]; ++q) {
      all.index[at + q] = row[found.index[from + q]];
      all.cosine[at + q] = found.cosine[from + q];
    }
  }
  return all;
}

template <class T>
Neighbors nearest_neighbors(const DataView<T> &Y, const DataView<T> &X, Index p,
                            ExecutionContext &run, const SearchRequest &request) {
  if (request.metric == Metric::euclidean) return euclidean_neighbors(Y, X, p, run, request);
  if (p <= 0 || X.rows == 0) return no_neighbors(Y.rows, 0, run);
  if (X.is_dense() || Y.is_dense()) return dense_neighbors(Y, X, p, run, request);
  return PreparedRows<T>(X, run, request.block).nearest(Y, p, run);
}

template <class T>
Neighbors graph_neighbors(const DataView<T> &X, const Graph &graph, Index most,
                          ExecutionContext &run) {
  const Csr<double> &S = graph.S;
  Index p = 0;
  for (Index i = 0; i < S.rows; ++i) p = std::max(p, S.indptr[i + 1] - S.indptr[i]);
  p = std::min(p, most);
  Neighbors found = no_neighbors(S.rows, p, run);
  const UnitRows<T> rows = unit_rows(X, run);
  Array<double> row(run.memory, X.columns);
  std::vector<std::pair<double, std::int32_t>> list;
  for (Index i = 0; i < S.rows; ++i) {
    if (i % 4096 == 0) run.monitor.report(i, S.rows);
    list.clear();
    rows.expand(i, row);
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      const std::int32_t j = S.indices[e];
      const double cosine =
          dot_row(row.data(), rows, j) / std::sqrt(rows.square[i] * rows.square[j]);
      if (cosine > 0) list.emplace_back(-std::min(1.0, cosine), j);
    }
    rows.clear(i, row);
    std::sort(list.begin(), list.end());
    if (static_cast<Index>(list.size()) > p) list.resize(static_cast<std::size_t>(p));
    for (const auto &[minus, j] : list) {
      found.index[i * p + found.count[i]] = j;
      found.cosine[i * p + found.count[i]++] = -minus;
    }
  }
  return found;
}

Neighbors first_neighbors(const Neighbors &neighbors, Index p,
                          const std::shared_ptr<Memory> &memory) {
  const Index n = neighbors.n, most = std::min(p, neighbors.p);
  Neighbors first{.n = n,
                  .p = most,
                  .index = Array<std::int32_t>(memory, n * most),
                  .cosine = Array<double>(memory, n * most),
                  .count = Array<std::int32_t>(memory, n),
                  .search = neighbors.search,
                  .metric = neighbors.metric};
  for (Index i = 0; i < n; ++i) {
    first.count[i] = static_cast<std::int32_t>(std::min<Index>(neighbors.count[i], most));
    for (Index q = 0; q < first.count[i]; ++q) {
      first.index[i * most + q] = neighbors.index[i * neighbors.p + q];
      first.cosine[i * most + q] = neighbors.cosine[i * neighbors.p + q];
    }
  }
  return first;
}

template bool may_be_approximate(const DataView<float> &, const SearchRequest &) noexcept;
template bool may_be_approximate(const DataView<double> &, const SearchRequest &) noexcept;
template Neighbors nearest_neighbors(const DataView<float> &, Index, ExecutionContext &,
                                     const SearchRequest &, const Index *);
template Neighbors nearest_neighbors(const DataView<double> &, Index, ExecutionContext &,
                                     const SearchRequest &, const Index *);
template Neighbors graph_neighbors(const DataView<float> &, const Graph &, Index,
                                   ExecutionContext &);
template Neighbors graph_neighbors(const DataView<double> &, const Graph &, Index,
                                   ExecutionContext &);
template Neighbors distinct_neighbors(const DataView<float> &, const Array<std::int32_t> &, Index,
                                      ExecutionContext &, const SearchRequest &);
template Neighbors distinct_neighbors(const DataView<double> &, const Array<std::int32_t> &, Index,
                                      ExecutionContext &, const SearchRequest &);
template Neighbors nearest_neighbors(const DataView<float> &, const DataView<float> &, Index,
                                     ExecutionContext &, const SearchRequest &);
template Neighbors nearest_neighbors(const DataView<double> &, const DataView<double> &, Index,
                                     ExecutionContext &, const SearchRequest &);

namespace {

// Neighbors by the cosine of a kernel, cos(i, j) = K_ij / sqrt(K_ii K_jj), from given rows of K.

struct KernelCandidate {
  double cosine;
  std::int32_t index;
};

}  // namespace

template <class T>
Neighbors kernel_neighbors(const DataView<T> &K, const Array<double> &own,
                           const Array<double> &others, bool same, Index p, ExecutionContext &run) {
  const Index n = K.rows,
              most = std::clamp<Index>(p, 0, std::max<Index>(0, K.columns - (same ? 1 : 0)));
  Neighbors found{.n = n,
                  .p = most,
                  .index = Array<std::int32_t>(run.memory, n * most),
                  .cosine = Array<double>(run.memory, n * most),
                  .count = Array<std::int32_t>(run.memory, n),
                  .search = {.searched = true}};
  Index longest = 0;
  for (Index i = 0; i < n; ++i) longest = std::max(longest, K.row(i).size());
  std::vector<Array<KernelCandidate>> candidates;  // one per thread
  for (Index t = 0; t < run.pool.threads(); ++t) candidates.emplace_back(run.memory, longest);
  parallel_rows(run, std::ssize(candidates), 0, n, 1, [&](Index t, Index i, Index) {
    KernelCandidate *const all = candidates[static_cast<std::size_t>(t)].data();
    Index count = 0;
    const DataRow<T> row = K.row(i);
    for (Index e = 0; e < row.size(); ++e) {
      const std::int32_t j = row.column(e);
      const double value = static_cast<double>(row[e]),
                   lengths = std::sqrt(own[i]) * std::sqrt(others[j]);
      if (value > 0 && lengths > 0 && !(same && j == i))
        all[count++] = {std::fmin(value / lengths, 1), j};
    }
    const Index kept = std::min(count, most);
    std::partial_sort(all, all + kept, all + count,
                      [](const KernelCandidate &a, const KernelCandidate &b) {
                        return a.cosine != b.cosine ? a.cosine > b.cosine : a.index < b.index;
                      });
    found.count[i] = static_cast<std::int32_t>(kept);
    for (Index q = 0; q < kept; ++q) {
      found.index[i * most + q] = all[q].index;
      found.cosine[i * most + q] = all[q].cosine;
    }
  });
  run.monitor.report(n, n);
  return found;
}

template Neighbors kernel_neighbors<float>(const DataView<float> &, const Array<double> &,
                                           const Array<double> &, bool, Index, ExecutionContext &);
template Neighbors kernel_neighbors<double>(const DataView<double> &, const Array<double> &,
                                            const Array<double> &, bool, Index, ExecutionContext &);

}  // namespace manifact
