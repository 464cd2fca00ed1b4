#include "graph/neighbors.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "graph/postings.hpp"
#include "graph/search.hpp"
#include "graph/unit_rows.hpp"

namespace manifact {
namespace {

constexpr std::int64_t rows_at_once = 16;

template <class T>
std::int64_t longest_row(CsrView<T> Y) noexcept {
  std::int64_t longest = 0;
  for (std::int64_t i = 0; i < Y.rows; ++i) longest = std::max(longest, Y.indptr[i + 1] - Y.indptr[i]);
  return longest;
}

// All rows of Y, a stretch of about a twentieth of a second between two reports; within it the threads take a few rows at a time.
template <class T>
void search_rows(const UnitRows<T> &Y, const UnitRows<T> &X, bool same, Neighbors &found, Run &run) {
  const Postings postings = make_postings(X, run);
  const std::int64_t threads = run.team.threads(), longest = longest_row(Y.X);
  std::vector<Search<T>> searches;
  searches.reserve(static_cast<std::size_t>(threads));
  for (std::int64_t t = 0; t < threads; ++t) searches.emplace_back(X, postings, Y, found.p, longest, run.monitor, run.memory);

  std::int64_t stretch = 4 * rows_at_once * threads;
  for (std::int64_t done = 0; done < found.n;) {
    const auto started = std::chrono::steady_clock::now();
    const std::int64_t end = std::min(done + stretch, found.n);
    std::atomic<std::int64_t> next{done};
    run.team.each(threads, [&](std::int64_t t) {
      for (std::int64_t begin; (begin = next.fetch_add(rows_at_once, std::memory_order_relaxed)) < end;)
        for (std::int64_t i = begin; i < std::min(begin + rows_at_once, end) && !run.monitor.cancelled(); ++i)
          found.count[i] = searches[static_cast<std::size_t>(t)].nearest(i, same ? i : -1, found.index.data() + i * found.p,
                                                                       found.cosine.data() + i * found.p);
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    done = end;
    run.monitor.report(done, found.n);
    if (seconds > 0.1) stretch = std::max(rows_at_once * threads, stretch / 2);
    if (seconds < 0.05) stretch *= 2;
  }
}

Neighbors no_neighbors(std::int64_t n, std::int64_t p, Run &run) {
  return {n, p, Array<std::int32_t>(run.memory, n * p), Array<double>(run.memory, n * p), Array<std::int32_t>(run.memory, n)};
}

}  // namespace

template <class T>
Neighbors nearest_neighbors(CsrView<T> X, std::int64_t p, Run &run) {
  Neighbors found = no_neighbors(X.rows, std::min(p, X.rows - 1), run);
  if (found.p <= 0) return found;
  const UnitRows<T> rows = unit_rows(X, run);
  search_rows(rows, rows, true, found, run);
  return found;
}

template <class T>
Neighbors nearest_neighbors(CsrView<T> Y, CsrView<T> X, std::int64_t p, Run &run) {
  Neighbors found = no_neighbors(Y.rows, std::min(p, X.rows), run);
  if (found.p <= 0) return found;
  search_rows(unit_rows(Y, run), unit_rows(X, run), false, found, run);
  return found;
}

template Neighbors nearest_neighbors(CsrView<float>, std::int64_t, Run &);
template Neighbors nearest_neighbors(CsrView<double>, std::int64_t, Run &);
template Neighbors nearest_neighbors(CsrView<float>, CsrView<float>, std::int64_t, Run &);
template Neighbors nearest_neighbors(CsrView<double>, CsrView<double>, std::int64_t, Run &);

}  // namespace manifact
