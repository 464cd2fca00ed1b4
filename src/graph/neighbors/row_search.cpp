#include "graph/neighbors/row_search.hpp"

#include <algorithm>

#include "graph/neighbors/row_tasks.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Rows between two progress reports: a plain sum over their postings takes about a tenth of a
// second. Counted, not timed, so that the calls of a progress function do not vary between runs.
constexpr Index postings_between_reports = 100'000'000;

// The end of the block of at least `least` rows that starts at `begin`.
template <class T>
Index end_of_block(CsrView<T> Y, const InvertedIndex &index, Index begin, Index least) noexcept {
  Index end = begin;
  for (Index sum = 0; end < Y.rows && (sum < postings_between_reports || end < begin + least);
       ++end)
    for (Index e = Y.indptr[end]; e < Y.indptr[end + 1]; ++e)
      if (const std::int32_t list = index.list_of[Y.indices[e]]; list >= 0)
        sum += index.documents[list];
  return end;
}

}  // namespace

Neighbors no_neighbors(Index n, Index p, ExecutionContext &run) {
  return {.n = n,
          .p = p,
          .index = Array<std::int32_t>(run.memory, n * p),
          .cosine = Array<double>(run.memory, n * p),
          .count = Array<std::int32_t>(run.memory, n),
          .search = {}};
}

template <class T>
RowSearch<T>::RowSearch(const UnitRows<T> &Y, const UnitRows<T> &X, bool same, Index p,
                        ExecutionContext &run, Index most_in_block)
    : Y_(Y), same_(same), run_(run), own_(make_index(X, most_in_block, run)), index_(own_) {
  make_searches(X, p);
}

template <class T>
RowSearch<T>::RowSearch(const UnitRows<T> &Y, const UnitRows<T> &X, const InvertedIndex &index,
                        bool same, Index p, ExecutionContext &run)
    : Y_(Y), same_(same), run_(run), index_(index) {
  make_searches(X, p);
}

template <class T>
void RowSearch<T>::make_searches(const UnitRows<T> &X, Index p) {
  const Index threads = run_.pool.threads(), longest = longest_row(Y_);
  searches_.reserve(static_cast<std::size_t>(threads));
  for (Index t = 0; t < threads; ++t)
    searches_.emplace_back(X, index_, Y_, p, longest, run_.monitor, run_.memory);
}

template <class T>
void RowSearch<T>::find(const std::int32_t *rows, Index begin, Index end, Neighbors &found) {
  const Index p = found.p;
  each_row(run_, searches_, begin, end, [&](Search<T> &search, Index k) {
    const Index i = rows != nullptr ? rows[k] : k;
    found.count[k] =
        search.nearest(i, same_ ? i : -1, found.index.data() + k * p, found.cosine.data() + k * p);
  });
}

template <class T>
void RowSearch<T>::find_all(Neighbors &found) {
  for (Index done = 0; done < found.n;) {
    const Index end = end_of_block(Y_.X.sparse(), index_, done, run_.pool.threads());
    find(nullptr, done, end, found);
    done = end;
    run_.monitor.report(done, found.n);
  }
}

template <class T>
void RowSearch<T>::find_some(const Array<std::int32_t> &rows, Neighbors &found) {
  find(rows.data(), 0, rows.size(), found);
  run_.monitor.report(0, Y_.X.rows);
}

template <class T>
Index RowSearch<T>::work() const noexcept {
  Index sum = 0;
  for (const Search<T> &search : searches_) sum += search.work();
  return sum;
}

template class RowSearch<float>;
template class RowSearch<double>;

}  // namespace manifact
