#include "supervision/open_pairs.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// Keeps the first pairs in a heap with the last of them on top.
class FirstPairs {
 public:
  FirstPairs(Index most, ExecutionContext &run) : most_(most), memory_(run.memory) {}

  double least() const noexcept {
    return count_ < most_ ? -std::numeric_limits<double>::infinity() : heap_[0].similarity;
  }

  bool offer(OpenPair pair) {
    if (count_ == most_) {
      if (!(pair < heap_[0])) return false;
      std::pop_heap(heap_.begin(), heap_.begin() + count_--);
    } else if (count_ == heap_.size()) {
      Array<OpenPair> larger(memory_, std::min(most_, std::max<Index>(64, 2 * count_)));
      std::copy_n(heap_.begin(), count_, larger.begin());
      heap_ = std::move(larger);
    }
    heap_[count_++] = pair;
    std::push_heap(heap_.begin(), heap_.begin() + count_);
    return true;
  }

  Array<OpenPair> take() {
    std::sort_heap(heap_.begin(), heap_.begin() + count_);
    Array<OpenPair> first(memory_, count_);
    std::copy_n(heap_.begin(), count_, first.begin());
    return first;
  }

 private:
  Index most_, count_ = 0;
  std::shared_ptr<Memory> memory_;
  Array<OpenPair> heap_;
};

// For each group, the lower groups that it has a cannot-link with.
struct Apart {
  Array<Index> begin;
  Array<std::int32_t> lower;
};

Apart cannot_links(const KnownGroups &groups, const Constraints &c, ExecutionContext &run) {
  Apart apart{Array<Index>(run.memory, groups.count() + 1), {}};
  for (const Pair &pair : c.pairs)
    if (pair.weight < 0) ++apart.begin[std::max(groups.of(pair.first), groups.of(pair.second)) + 1];
  for (Index a = 0; a < groups.count(); ++a) apart.begin[a + 1] += apart.begin[a];
  apart.lower = Array<std::int32_t>(run.memory, apart.begin[groups.count()]);
  Array<Index> next = apart.begin.copy();
  for (const Pair &pair : c.pairs) {
    if (!(pair.weight < 0)) continue;
    const auto [a, b] = std::minmax({groups.of(pair.first), groups.of(pair.second)});
    apart.lower[next[b]++] = a;
  }
  return apart;
}

// Different classes are different clusters, with or without a cannot-link between them.
Array<bool> groups_of_classes(const KnownGroups &groups, const Constraints &c,
                              ExecutionContext &run) {
  Array<bool> of_class(run.memory, groups.count());
  for (Index i = 0; i < c.n && c.labeled > 0; ++i)
    if (c.classes[i] >= 0) of_class[groups.of(i)] = true;
  return of_class;
}

RowIndex index_of(const KnownGroups &groups, Index columns, ExecutionContext &run) {
  Array<Index> counts(run.memory, columns);
  Index longest = 0;
  for (Index a = 0; a < groups.count(); ++a) {
    const FeatureRow row = groups.mean(a);
    for (Index e = 0; e < row.count; ++e) ++counts[row.index[e]];
    longest = std::max(longest, row.count);
  }
  return RowIndex(counts, groups.count(), longest, run);
}

// The similarities of the mean of a group with those of the groups before it.
class EarlierGroups {
 public:
  EarlierGroups(const KnownGroups &groups, ExecutionContext &run)
      : groups_(groups), run_(run), dense_(run.memory, groups.dense() ? groups.count() : 0) {
    if (!groups.dense()) index_.emplace(index_of(groups, groups.columns(), run));
  }

  // offer(a, similarity) for the groups a < b that may reach `least`; see RowIndex::search.
  template <class Offer>
  void search(Index b, double least, const Offer &offer) {
    const FeatureRow row = groups_.mean(b);
    if (index_.has_value())
      return index_->search(row, least, [&](std::int32_t a) {
        return offer(a, [&] { return similarity(groups_.mean(a), row); });
      });
    // An index of dense rows would be a copy of them, and would exclude few.
    run_.pool.blocks(b, 64, [&](Index begin, Index end) {
      for (Index a = begin; a < end; ++a) dense_[a] = similarity(groups_.mean(a), row);
    });
    for (std::int32_t a = 0; a < b; ++a)
      if (dense_[a] >= least) offer(a, [&] { return dense_[a]; });
  }
  void add(Index b, double least) {
    if (index_.has_value()) index_->add(groups_.mean(b), least);
  }

 private:
  const KnownGroups &groups_;
  ExecutionContext &run_;
  std::optional<RowIndex> index_;  // of sparse means
  Array<double> dense_;
};

}  // namespace

Array<OpenPair> open_pairs(const KnownGroups &groups, const Constraints &c, Index count,
                           ExecutionContext &run) {
  const Index n = groups.count();
  const Array<bool> of_class = groups_of_classes(groups, c, run);
  if (count == 0 || std::count(of_class.begin(), of_class.end(), false) == 0) return {};
  const Apart apart = cannot_links(groups, c, run);
  // For each group, the last group found to have a cannot-link with it.
  Array<std::int32_t> last(run.memory, n);
  EarlierGroups earlier(groups, run);
  FirstPairs first(count, run);
  for (std::int32_t b = 0; b < n; ++b) {
    run.monitor.check();
    for (Index e = apart.begin[b]; e < apart.begin[b + 1]; ++e) last[apart.lower[e]] = b;
    earlier.search(b, first.least(), [&](std::int32_t a, const auto &similarity_of_pair) {
      if ((of_class[a] && of_class[b]) || last[a] == b) return true;
      return first.offer({.similarity = similarity_of_pair(), .a = a, .b = b});
    });
    earlier.add(b, first.least());
  }
  return first.take();
}

}  // namespace manifact
