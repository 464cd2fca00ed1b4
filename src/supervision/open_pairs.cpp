#include "supervision/open_pairs.hpp"

#include <algorithm>
#include <limits>

namespace manifact {
namespace {

// The first ones of many; a heap whose top is the last of them.
class FirstPairs {
 public:
  FirstPairs(std::int64_t most, Run &run) : most_(most), memory_(run.memory) {}

  double least() const noexcept {
    return count_ < most_ ? -std::numeric_limits<double>::infinity() : heap_[0].similarity;
  }

  bool offer(OpenPair pair) {
    if (count_ == most_) {
      if (!(pair < heap_[0])) return false;
      std::pop_heap(heap_.begin(), heap_.begin() + count_--);
    } else if (count_ == heap_.size()) {
      Array<OpenPair> larger(memory_, std::min(most_, std::max<std::int64_t>(64, 2 * count_)));
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
  std::int64_t most_, count_ = 0;
  std::shared_ptr<Memory> memory_;
  Array<OpenPair> heap_;
};

// By group: the lower ones that it must not be with.
struct Apart {
  Array<std::int64_t> begin;
  Array<std::int32_t> lower;
};

Apart cannot_links(const KnownGroups &groups, const Constraints &c, Run &run) {
  Apart apart{Array<std::int64_t>(run.memory, groups.count() + 1), {}};
  for (const Pair &pair : c.pairs)
    if (pair.weight < 0) ++apart.begin[std::max(groups.of(pair.first), groups.of(pair.second)) + 1];
  for (std::int64_t a = 0; a < groups.count(); ++a) apart.begin[a + 1] += apart.begin[a];
  apart.lower = Array<std::int32_t>(run.memory, apart.begin[groups.count()]);
  Array<std::int64_t> next = apart.begin.copy();
  for (const Pair &pair : c.pairs) {
    if (!(pair.weight < 0)) continue;
    const auto [a, b] = std::minmax({groups.of(pair.first), groups.of(pair.second)});
    apart.lower[next[b]++] = a;
  }
  return apart;
}

// Two classes are different clusters, with or without a cannot-link between them.
Array<bool> groups_of_classes(const KnownGroups &groups, const Constraints &c, Run &run) {
  Array<bool> of_class(run.memory, groups.count());
  for (std::int64_t i = 0; i < c.n && c.labelled > 0; ++i)
    if (c.classes[i] >= 0) of_class[groups.of(i)] = true;
  return of_class;
}

RowIndex index_of(const KnownGroups &groups, std::int64_t columns, Run &run) {
  Array<std::int64_t> counts(run.memory, columns);
  std::int64_t longest = 0;
  for (std::int64_t a = 0; a < groups.count(); ++a) {
    const SparseRow row = groups.mean(a);
    for (std::int64_t e = 0; e < row.count; ++e) ++counts[row.index[e]];
    longest = std::max(longest, row.count);
  }
  return RowIndex(counts, groups.count(), longest, run);
}

}  // namespace

Array<OpenPair> open_pairs(const KnownGroups &groups, const Constraints &c, std::int64_t count,
                           Run &run) {
  const std::int64_t n = groups.count();
  const Array<bool> of_class = groups_of_classes(groups, c, run);
  if (count == 0 || std::count(of_class.begin(), of_class.end(), false) == 0) return {};
  const Apart apart = cannot_links(groups, c, run);
  Array<std::int32_t> last(run.memory,
                           n);  // by group: the last one it must not be with, of those looked at
  RowIndex index = index_of(groups, groups.columns(), run);
  FirstPairs first(count, run);
  for (std::int32_t b = 0; b < n; ++b) {
    run.monitor.check();
    for (std::int64_t e = apart.begin[b]; e < apart.begin[b + 1]; ++e) last[apart.lower[e]] = b;
    const SparseRow row = groups.mean(b);
    index.search(row, first.least(), [&](std::int32_t a) {
      if ((of_class[a] && of_class[b]) || last[a] == b) return true;
      return first.offer({similarity(groups.mean(a), row), a, b});
    });
    index.add(row, first.least());
  }
  return first.take();
}

}  // namespace manifact
