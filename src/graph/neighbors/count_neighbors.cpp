#include "graph/neighbors/count_neighbors.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/approximate/recall.hpp"
#include "graph/neighbors/row_search.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/data/products.hpp"
#include "linalg/sparse/csr.hpp"

namespace manifact {
namespace {

Array<std::int32_t> part_of(const Array<std::int32_t> &rows, Index begin, Index end,
                            ExecutionContext &run) {
  Array<std::int32_t> part(run.memory, end - begin);
  std::copy(rows.begin() + begin, rows.begin() + end, part.begin());
  return part;
}

// Merges lists, both in the order of lists.
class Merge {
 public:
  explicit Merge(Neighbors &found) : found_(found) {}

  // List `row` of `more` into list i; name(j): the number of neighbor j among all.
  template <class Name>
  void add(Index i, const Neighbors &more, Index row, const Name &name) {
    list_.clear();
    for (Index q = i * found_.p; q < i * found_.p + found_.count[i]; ++q)
      list_.emplace_back(-found_.cosine[q], found_.index[q]);
    for (Index q = row * more.p; q < row * more.p + more.count[row]; ++q)
      list_.emplace_back(-more.cosine[q], static_cast<std::int32_t>(name(more.index[q])));
    std::sort(list_.begin(), list_.end());
    list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
    if (std::ssize(list_) > found_.p) list_.resize(static_cast<std::size_t>(found_.p));
    write(i);
  }
  // Removes neighbor j of list i.
  void remove(Index i, std::int32_t j) {
    list_.clear();
    for (Index q = i * found_.p; q < i * found_.p + found_.count[i]; ++q)
      if (found_.index[q] != j) list_.emplace_back(-found_.cosine[q], found_.index[q]);
    write(i);
  }

 private:
  void write(Index i) {
    found_.count[i] = static_cast<std::int32_t>(list_.size());
    for (Index q = 0; q < std::ssize(list_); ++q) {
      found_.index[i * found_.p + q] = list_[static_cast<std::size_t>(q)].second;
      found_.cosine[i * found_.p + q] = -list_[static_cast<std::size_t>(q)].first;
    }
  }

  Neighbors &found_;
  std::vector<std::pair<double, std::int32_t>> list_;
};

Neighbors empty_lists(Index n, Index p, ExecutionContext &run) {
  Neighbors found = no_neighbors(n, std::clamp<Index>(p, 0, std::max<Index>(0, n - 1)), run);
  found.search.searched = true;
  return found;
}

// Searches of parts do not log, and report how far the whole is, so that the host can stop them.
class PartOfSearch {
 public:
  PartOfSearch(Monitor &monitor, Index done, Index total)
      : monitor_(monitor),
        log_(std::exchange(monitor.log, nullptr)),
        progress_(monitor.progress),
        user_(monitor.progress_user),
        stage_(monitor.stage),
        done_(done),
        total_(total) {
    if (progress_ == nullptr) return;
    monitor.progress = forward;
    monitor.progress_user = this;
  }
  ~PartOfSearch() {
    monitor_.log = log_;
    monitor_.progress = progress_;
    monitor_.progress_user = user_;
    monitor_.stage = stage_;
  }
  PartOfSearch(const PartOfSearch &) = delete;
  PartOfSearch &operator=(const PartOfSearch &) = delete;

 private:
  static int forward(void *part, const char *, Index, Index, double objective, double change) {
    const PartOfSearch &whole = *static_cast<const PartOfSearch *>(part);
    return whole.progress_(whole.user_, whole.stage_, whole.done_, whole.total_, objective, change);
  }

  Monitor &monitor_;
  Monitor::Log log_;
  Monitor::Progress progress_;
  void *user_;
  const char *stage_;
  Index done_, total_;
};

template <class Search>
Neighbors searched(ExecutionContext &run, Index done, Index total, const Search &search) {
  const PartOfSearch part(run.monitor, done, total);
  return search();
}

// body(others, first) for blocks of the listed rows.
template <class T, class Body>
void each_block(const CountRows &X, const Array<std::int32_t> &rows, Index size,
                ExecutionContext &run, const Body &body) {
  for (Index first = 0; first < rows.size(); first += size)
    body(copied_rows<T>(X, part_of(rows, first, std::min(rows.size(), first + size), run), run),
         first);
}

// With two blocks of rows in memory at a time.
template <class T>
Neighbors neighbors_by_blocks(const CountRows &X, const Array<std::int32_t> &rows, Index p,
                              Index size, ExecutionContext &run, const SearchRequest &request,
                              const SearchOfRows<T> &search) {
  Neighbors found = empty_lists(rows.size(), p, run);
  Merge merge(found);
  each_block<T>(X, rows, size, run, [&](const Csr<T> &own, Index begin) {
    run.monitor.report(begin, rows.size());
    const auto add = [&](const Neighbors &some, Index first) {
      for (Index i = 0; i < own.rows; ++i)
        merge.add(begin + i, some, i, [first](Index j) { return j + first; });
    };
    add(searched(run, begin, rows.size(),
                 [&] { return search.among(own.view(), found.p, run, request); }),
        begin);
    for (Index first = 0; first < rows.size(); first += size) {
      if (first == begin) continue;
      const double share = static_cast<double>(first) / static_cast<double>(rows.size());
      const Index done = begin + static_cast<Index>(share * static_cast<double>(own.rows));
      const Csr<T> others =
          copied_rows<T>(X, part_of(rows, first, std::min(rows.size(), first + size), run), run);
      add(searched(
              run, done, rows.size(),
              [&] { return search.between(own.view(), others.view(), found.p, run, request); }),
          first);
    }
  });
  run.monitor.report(rows.size(), rows.size());
  return found;
}

// The positions of the rows by each of their heaviest features, features ascending.
template <class T>
Array<std::int32_t> by_heaviest_feature(const CountRows &X, const Array<std::int32_t> &rows,
                                        ExecutionContext &run) {
  const Index n = rows.size();
  Array<Heaviest> heaviest(run.memory, n);
  std::vector<ReadRows<T>> scratch;
  for (Index t = 0; t < run.pool.threads(); ++t) scratch.emplace_back(run.memory, X.longest_row);
  parallel_rows(run, std::ssize(scratch), 0, n, 512, [&](Index t, Index begin, Index end) {
    for (Index a = begin; a < end; ++a)
      heaviest[a] =
          heaviest_of(scratch[static_cast<std::size_t>(t)].read(X, rows[a], rows[a] + 1), 0);
  });
  Array<Index> next(run.memory, X.columns + 1);
  for (const Heaviest &features : heaviest)
    for (const std::int32_t j : features) next[j + 1] += j >= 0 ? 1 : 0;
  for (Index j = 0; j < X.columns; ++j) next[j + 1] += next[j];
  Array<std::int32_t> listed(run.memory, next[X.columns]);
  for (Index a = 0; a < n; ++a)
    for (const std::int32_t j : heaviest[a])
      if (j >= 0) listed[next[j]++] = static_cast<std::int32_t>(a);
  return listed;
}

// The lists of a sample of the rows, found exactly.
template <class T>
Sample exact_sample(const CountRows &X, const Array<std::int32_t> &rows, Index p, Index size,
                    ExecutionContext &run, const SearchRequest &request,
                    const SearchOfRows<T> &search) {
  Sample sample = empty_sample(std::min(sample_rows, rows.size()), p + 1, run);
  Array<std::int32_t> all(run.memory, rows.size()), none;
  for (Index a = 0; a < all.size(); ++a) all[a] = static_cast<std::int32_t>(a);
  draw_samples(all.data(), all.size(), request.seed, sample.rows, none);
  Array<std::int32_t> drawn(run.memory, sample.rows.size());
  for (Index k = 0; k < drawn.size(); ++k) drawn[k] = rows[sample.rows[k]];
  const Csr<T> own = copied_rows<T>(X, drawn, run);
  Merge merge(sample.right);
  each_block<T>(X, rows, size, run, [&](const Csr<T> &others, Index first) {
    run.monitor.check();
    const Neighbors some = searched(run, rows.size(), rows.size(), [&] {
      return search.between(own.view(), others.view(), p + 1, run, {});
    });
    for (Index k = 0; k < own.rows; ++k)
      merge.add(k, some, k, [first](Index j) { return j + first; });
  });
  for (Index k = 0; k < own.rows; ++k) {
    merge.remove(k, sample.rows[k]);
    sample.right.count[k] = std::min(sample.right.count[k], static_cast<std::int32_t>(p));
  }
  return sample;
}

// A group has about as many entries as `size` rows.
template <class T>
Neighbors neighbors_by_groups(const CountRows &X, const Array<std::int32_t> &rows, Index p,
                              Index size, ExecutionContext &run, const SearchRequest &request,
                              const SearchOfRows<T> &search) {
  Neighbors found = empty_lists(rows.size(), p, run);
  Merge merge(found);
  const Array<std::int32_t> listed = by_heaviest_feature<T>(X, rows, run);
  const Index most = std::max<Index>(
      1, static_cast<Index>(static_cast<double>(X.indptr[X.rows] - X.indptr[0]) /
                            static_cast<double>(X.rows) * static_cast<double>(size)));
  Index groups = 0;
  for (Index begin = 0; begin < listed.size(); ++groups) {
    // Of the rows: each is in up to three groups.
    const double share = static_cast<double>(begin) / static_cast<double>(listed.size());
    const auto done = static_cast<Index>(share * static_cast<double>(rows.size()));
    run.monitor.report(done, rows.size());
    Index end = begin;
    for (Index entries = 0; end < listed.size() && (end == begin || entries < most); ++end)
      entries += X.indptr[rows[listed[end]] + 1] - X.indptr[rows[listed[end]]];
    Array<std::int32_t> members = part_of(listed, begin, end, run);
    std::sort(members.begin(), members.end());
    const Index count = std::unique(members.begin(), members.end()) - members.begin();
    Array<std::int32_t> which(run.memory, count);
    for (Index r = 0; r < count; ++r) which[r] = rows[members[r]];
    const Csr<T> own = copied_rows<T>(X, which, run);
    const Neighbors some = searched(
        run, done, rows.size(), [&] { return search.among(own.view(), found.p, run, request); });
    for (Index r = 0; r < count; ++r)
      merge.add(members[r], some, r, [&](Index j) { return members[j]; });
    begin = end;
  }
  const Sample sample = exact_sample<T>(X, rows, found.p, size, run, request, search);
  accept(found, sample, 0, run);
  found.search.groups = groups;
  return found;
}

}  // namespace

template <class T>
Neighbors neighbors_of_counts(const CountRows &X, const Array<std::int32_t> &rows, Index p,
                              ExecutionContext &run, const SearchRequest &request,
                              const SearchOfRows<T> &search) {
  constexpr double parts_of_budget = 8;  // two blocks with their indices
  const double share = static_cast<double>(rows.size()) / static_cast<double>(X.rows),
               bytes = share * static_cast<double>(X.entries) * bytes_of_copied_entry<T>;
  const Index most = request.budget > 0 ? request.budget : std::numeric_limits<Index>::max();
  if (bytes <= static_cast<double>(most)) {
    const Csr<T> copy = copied_rows<T>(X, rows, run);
    return search.among(copy.view(), p, run, request);
  }
  const double fitting = static_cast<double>(rows.size()) * static_cast<double>(most) / bytes;
  const Index size = std::max<Index>(64, static_cast<Index>(fitting / parts_of_budget));
  return is_approximate(request, rows.size())
             ? neighbors_by_groups<T>(X, rows, p, size, run, request, search)
             : neighbors_by_blocks<T>(X, rows, p, size, run, request, search);
}

template Neighbors neighbors_of_counts<float>(const CountRows &, const Array<std::int32_t> &, Index,
                                              ExecutionContext &, const SearchRequest &,
                                              const SearchOfRows<float> &);
template Neighbors neighbors_of_counts<double>(const CountRows &, const Array<std::int32_t> &,
                                               Index, ExecutionContext &, const SearchRequest &,
                                               const SearchOfRows<double> &);

}  // namespace manifact
