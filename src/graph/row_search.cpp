#include "graph/row_search.hpp"

#include <algorithm>
#include <atomic>

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

}  // namespace

Neighbors no_neighbors(std::int64_t n, std::int64_t p, Run &run) {
  return {n, p, Array<std::int32_t>(run.memory, n * p), Array<double>(run.memory, n * p), Array<std::int32_t>(run.memory, n), {}};
}

template <class T>
RowSearch<T>::RowSearch(const UnitRows<T> &Y, const UnitRows<T> &X, bool same, std::int64_t p, Run &run)
    : Y_(Y), same_(same), run_(run), postings_(make_postings(X, run)) {
  const std::int64_t threads = run.team.threads(), longest = longest_row(Y.X);
  searches_.reserve(static_cast<std::size_t>(threads));
  for (std::int64_t t = 0; t < threads; ++t) searches_.emplace_back(X, postings_, Y, p, longest, run.monitor, run.memory);
}

template <class T>
void RowSearch<T>::find(const std::int32_t *rows, std::int64_t begin, std::int64_t end, double share, Neighbors &found) {
  std::atomic<std::int64_t> next{begin};
  const std::int64_t p = found.p;
  run_.team.each(static_cast<std::int64_t>(searches_.size()), [&](std::int64_t t) {
    Search<T> &search = searches_[static_cast<std::size_t>(t)];
    search.set_share(share);
    for (std::int64_t first; (first = next.fetch_add(rows_at_once, std::memory_order_relaxed)) < end;)
      for (std::int64_t k = first; k < std::min(first + rows_at_once, end) && !run_.monitor.cancelled(); ++k) {
        const std::int64_t i = rows != nullptr ? rows[k] : k;
        found.count[k] = search.nearest(i, same_ ? i : -1, found.index.data() + k * p, found.cosine.data() + k * p);
      }
  });
}

template <class T>
void RowSearch<T>::find_all(double share, Neighbors &found) {
  for (std::int64_t done = 0; done < found.n;) {
    const std::int64_t end = stretch_end(Y_.X, postings_, done, run_.team.threads());
    find(nullptr, done, end, share, found);
    done = end;
    run_.monitor.report(done, found.n);
  }
}

template <class T>
void RowSearch<T>::find_some(const Array<std::int32_t> &rows, double share, Neighbors &found) {
  find(rows.data(), 0, rows.size(), share, found);
  run_.monitor.report(0, Y_.X.rows);
}

template class RowSearch<float>;
template class RowSearch<double>;

}  // namespace manifact
