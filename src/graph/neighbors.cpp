#include "graph/neighbors.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "graph/postings.hpp"
#include "graph/search.hpp"
#include "graph/unit_rows.hpp"

namespace manifact {
namespace {

// Rows between two reports: as many as plain sums over all their postings would take about a tenth of a second. Counted, not timed, so that
// the calls of a progress function do not vary from run to run.
constexpr std::int64_t postings_between_reports = 100'000'000;

// Rows a thread takes at a time: few, for they differ much, and threads wait for the last before a report.
constexpr std::int64_t rows_at_once = 4;

template <class T>
std::int64_t longest_row(CsrView<T> Y) noexcept {
  std::int64_t longest = 0;
  for (std::int64_t i = 0; i < Y.rows; ++i) longest = std::max(longest, Y.indptr[i + 1] - Y.indptr[i]);
  return longest;
}

// The end of the stretch of rows that begins with `begin`, of at least `least` rows.
template <class T>
std::int64_t stretch_end(CsrView<T> Y, const Postings &postings, std::int64_t begin, std::int64_t least) noexcept {
  std::int64_t end = begin;
  for (std::int64_t sum = 0; end < Y.rows && (sum < postings_between_reports || end < begin + least); ++end)
    for (std::int64_t e = Y.indptr[end]; e < Y.indptr[end + 1]; ++e)
      if (const std::int32_t list = postings.list_of[Y.indices[e]]; list >= 0) sum += postings.length[list];
  return end;
}

template <class T>
void search_rows(const UnitRows<T> &Y, const UnitRows<T> &X, bool same, Neighbors &found, Run &run) {
  const Postings postings = make_postings(X, run);
  const std::int64_t threads = run.team.threads(), longest = longest_row(Y.X), p = found.p;
  std::vector<Search<T>> searches;
  searches.reserve(static_cast<std::size_t>(threads));
  for (std::int64_t t = 0; t < threads; ++t) searches.emplace_back(X, postings, Y, p, longest, run.monitor, run.memory);

  for (std::int64_t done = 0; done < found.n;) {
    const std::int64_t end = stretch_end(Y.X, postings, done, threads);
    std::atomic<std::int64_t> next{done};
    run.team.each(threads, [&](std::int64_t t) {
      Search<T> &search = searches[static_cast<std::size_t>(t)];
      for (std::int64_t begin; (begin = next.fetch_add(rows_at_once, std::memory_order_relaxed)) < end;)
        for (std::int64_t i = begin; i < std::min(begin + rows_at_once, end) && !run.monitor.cancelled(); ++i)
          found.count[i] = search.nearest(i, same ? i : -1, found.index.data() + i * p, found.cosine.data() + i * p);
    });
    done = end;
    run.monitor.report(done, found.n);
  }
}

Neighbors no_neighbors(std::int64_t n, std::int64_t p, Run &run) {
  return {n, p, Array<std::int32_t>(run.memory, n * p), Array<double>(run.memory, n * p), Array<std::int32_t>(run.memory, n)};
}

}  // namespace

template <class T>
Neighbors nearest_neighbors(CsrView<T> X, std::int64_t p, Run &run) {
  Neighbors found = no_neighbors(X.rows, std::clamp<std::int64_t>(p, 0, std::max<std::int64_t>(0, X.rows - 1)), run);
  if (found.p == 0) return found;
  const UnitRows<T> rows = unit_rows(X, run);
  search_rows(rows, rows, true, found, run);
  return found;
}

template <class T>
Neighbors distinct_neighbors(CsrView<T> X, const Array<std::int32_t> &first, std::int64_t p, Run &run) {
  std::int64_t rows = 0, entries = 0;
  for (std::int64_t i = 0; i < X.rows; ++i)
    if (first[i] == i) ++rows, entries += X.indptr[i + 1] - X.indptr[i];
  if (rows == X.rows) return nearest_neighbors(X, p, run);
  Csr<T> Y(run.memory, rows, X.columns, entries);
  Array<std::int32_t> row(run.memory, rows);
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < X.rows; ++i) {
    if (first[i] != i) continue;
    const std::int64_t begin = X.indptr[i], length = X.indptr[i + 1] - begin;
    std::copy_n(X.indices + begin, length, Y.indices.begin() + Y.indptr[to]);
    std::copy_n(X.values + begin, length, Y.values.begin() + Y.indptr[to]);
    row[to] = static_cast<std::int32_t>(i);
    Y.indptr[to + 1] = Y.indptr[to] + length;
    ++to;
  }
  const Neighbors found = nearest_neighbors(Y.view(), p, run);
  Neighbors all = no_neighbors(X.rows, found.p, run);
  for (std::int64_t a = 0; a < rows; ++a) {
    const std::int64_t from = a * found.p, at = row[a] * found.p;
    all.count[row[a]] = found.count[a];
    for (std::int64_t q = 0; q < found.count[a]; ++q) {
      all.index[at + q] = row[found.index[from + q]];
      all.cosine[at + q] = found.cosine[from + q];
    }
  }
  return all;
}

template <class T>
Neighbors nearest_neighbors(CsrView<T> Y, CsrView<T> X, std::int64_t p, Run &run) {
  Neighbors found = no_neighbors(Y.rows, std::clamp<std::int64_t>(p, 0, X.rows), run);
  if (found.p == 0) return found;
  search_rows(unit_rows(Y, run), unit_rows(X, run), false, found, run);
  return found;
}

template <class T>
Neighbors graph_neighbors(CsrView<T> X, const Graph &graph, Run &run) {
  const Csr<double> &S = graph.S;
  std::int64_t p = 0;
  for (std::int64_t i = 0; i < S.rows; ++i) p = std::max(p, S.indptr[i + 1] - S.indptr[i]);
  Neighbors found = no_neighbors(S.rows, p, run);
  const UnitRows<T> rows = unit_rows(X, run);
  Array<double> row(run.memory, X.columns);
  std::vector<std::pair<double, std::int32_t>> list;
  for (std::int64_t i = 0; i < S.rows; ++i) {
    list.clear();
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) row[X.indices[e]] = rows.scaled(i, e);
    for (std::int64_t e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      const std::int32_t j = S.indices[e];
      const double cosine = dot_row(row.data(), rows, j) / std::sqrt(rows.square[i] * rows.square[j]);
      if (cosine > 0) list.emplace_back(-std::min(1.0, cosine), j);
    }
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) row[X.indices[e]] = 0;
    std::sort(list.begin(), list.end());
    for (const auto &[minus, j] : list) {
      found.index[i * p + found.count[i]] = j;
      found.cosine[i * p + found.count[i]++] = -minus;
    }
  }
  return found;
}

Neighbors first_neighbors(const Neighbors &neighbors, std::int64_t p, const std::shared_ptr<Memory> &memory) {
  const std::int64_t n = neighbors.n, most = std::min(p, neighbors.p);
  Neighbors first{n, most, Array<std::int32_t>(memory, n * most), Array<double>(memory, n * most), Array<std::int32_t>(memory, n)};
  for (std::int64_t i = 0; i < n; ++i) {
    first.count[i] = static_cast<std::int32_t>(std::min<std::int64_t>(neighbors.count[i], most));
    for (std::int64_t q = 0; q < first.count[i]; ++q) {
      first.index[i * most + q] = neighbors.index[i * neighbors.p + q];
      first.cosine[i * most + q] = neighbors.cosine[i * neighbors.p + q];
    }
  }
  return first;
}

template Neighbors nearest_neighbors(CsrView<float>, std::int64_t, Run &);
template Neighbors nearest_neighbors(CsrView<double>, std::int64_t, Run &);
template Neighbors graph_neighbors(CsrView<float>, const Graph &, Run &);
template Neighbors graph_neighbors(CsrView<double>, const Graph &, Run &);
template Neighbors distinct_neighbors(CsrView<float>, const Array<std::int32_t> &, std::int64_t, Run &);
template Neighbors distinct_neighbors(CsrView<double>, const Array<std::int32_t> &, std::int64_t, Run &);
template Neighbors nearest_neighbors(CsrView<float>, CsrView<float>, std::int64_t, Run &);
template Neighbors nearest_neighbors(CsrView<double>, CsrView<double>, std::int64_t, Run &);

}  // namespace manifact
