#include "supervision/suggest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include "runtime/index.hpp"
#include "runtime/rng.hpp"
#include "supervision/known_groups.hpp"

namespace manifact {
namespace {

// Pairs of document groups whose relation is unknown.

struct OpenPair {
  double similarity;
  std::int32_t a, b;  // a < b

  // Whether this pair comes before another one.
  bool operator<(const OpenPair &other) const noexcept {
    return similarity != other.similarity ? similarity > other.similarity
                                          : std::tie(a, b) < std::tie(other.a, other.b);
  }
};

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

// At most `count` pairs of groups without a cannot-link between them, by decreasing mean cosine.
// Pairs that cannot be among them are not evaluated, and memory is used only for the result,
// because there may be as many groups as documents.
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

// Groups of documents known to be in one cluster, and the distances of documents to them.
class PairSuggester {
 public:
  PairSuggester(const DataView<double> &X, const Constraints &c, Index count, ExecutionContext &run)
      : X_(unit_rows(X, run)),
        run_(run),
        groups_(X_, c, std::min(count, X.rows) + 1, run),
        open_(open_pairs(groups_, c, count, run)),
        compared_(run.memory, X.rows),
        nearest_(run.memory, X.rows) {
    std::fill(nearest_.begin(), nearest_.end(), -2);
  }

  Index groups() const noexcept { return groups_.count(); }

  // Asks about the open pair of groups with the largest mean cosine, by their most similar
  // documents. Returns whether there is one.
  bool take_open(std::vector<Pair> &suggested) {
    if (asked_open_ == open_.size()) return false;
    const OpenPair &open = open_[asked_open_++];
    suggested.push_back(nearest_pair(groups_.members(open.a), groups_.members(open.b)));
    return true;
  }

  // The document farthest from all documents in groups; -1 if all are in groups.
  Index farthest(Rng &rng) {
    if (groups_.count() == 0) return drawn(rng);
    Index best = -1, step = 16;
    for (Index begin = 0; begin < X_.X.rows;
         begin += step, step = std::min<Index>(2 * step, 4096)) {
      run_.monitor.check();
      const Index end = std::min(X_.X.rows, begin + step);
      update_nearest(begin, end, best < 0 ? 2 : nearest_[best]);
      for (Index i = begin; i < end; ++i)
        if (askable(i) && (best < 0 || nearest_[i] < nearest_[best])) best = i;
    }
    return best;
  }

  Index drawn(Rng &rng) const noexcept {
    Index open = 0;
    for (Index i = 0; i < X_.X.rows; ++i) open += askable(i) ? 1 : 0;
    if (open == 0) return -1;
    Index before = rng.below(open), i = 0;
    while (!askable(i) || before-- > 0) ++i;
    return i;
  }

  // Adds a document as a new group and asks about the nearest other group, if there is one. The
  // document is not asked about again in this call.
  void introduce(Index i, std::vector<Pair> &suggested) {
    const Index own = groups_.count();
    groups_.add(i);
    double most = -2;
    Index best = own;
    for (Index b = 0; b < own; ++b)
      if (const double mean = similarity(groups_.mean(own), groups_.mean(b)); mean > most) {
        most = mean;
        best = b;
      }
    if (best != own) suggested.push_back(nearest_pair(groups_.members(own), groups_.members(best)));
  }

 private:
  using Members = KnownGroups::Members;

  struct Nearest {
    double cosine = -2;
    Index i = -1, j = -1;

    // Takes the pair if it is more similar; ties to the lower i, then j. Returns whether it did.
    bool take(double value, Index of, Index with) noexcept {
      if (value < cosine || (value == cosine && (i < of || (i == of && j <= with)))) return false;
      *this = {.cosine = value, .i = of, .j = with};
      return true;
    }
  };

  bool askable(Index i) const noexcept { return X_.square[i] > 0 && !groups_.knows(i); }

  FeatureRow row(Index i) const noexcept { return feature_row(X_, i); }
  double cosine(Index i, Index j) const noexcept { return similarity(row(i), row(j)); }

  Pair nearest_pair(Members some, Members others) const {
    constexpr Index few = 4096;  // pairs; below this, comparing all is faster than an index
    Nearest nearest;
    if (groups_.dense()) {
      compare_all(some, others, nearest);
    } else if (some.size() <= few / others.size()) {
      for (const std::int32_t i : some)
        for (const std::int32_t j : others) nearest.take(cosine(i, j), i, j);
    } else {
      climb(some, others, nearest);
      search_all(some, others, nearest);
    }
    return {.first = std::min(nearest.i, nearest.j),
            .second = std::max(nearest.i, nearest.j),
            .weight = std::clamp(nearest.cosine, -1.0, 1.0)};
  }

  // Every pair: an index of dense rows would be a copy of them, and would exclude few.
  void compare_all(Members some, Members others, Nearest &nearest) const {
    Array<Nearest> nearest_of(run_.memory, some.size());
    run_.pool.blocks(some.size(), 16, [&](Index begin, Index end) {
      for (Index s = begin; s < end && !run_.monitor.cancelled(); ++s) {
        Nearest own;
        for (const std::int32_t j : others) own.take(cosine(some.first[s], j), some.first[s], j);
        nearest_of[s] = own;
      }
    });
    run_.monitor.check();
    for (const Nearest &one : nearest_of) nearest.take(one.cosine, one.i, one.j);
  }

  // Alternates between the groups, each time moving to the nearest document of the other one, while
  // the cosine increases. A good first pair excludes most others from the search.
  void climb(Members some, Members others, Nearest &nearest) const {
    nearest.i = *some.begin();
    for (bool better = true; better;) {
      run_.monitor.check();
      better = false;
      const Index i = nearest.i;
      for (const std::int32_t j : others) better |= nearest.take(cosine(i, j), i, j);
      const Index j = nearest.j;
      for (const std::int32_t next : some) better |= nearest.take(cosine(next, j), next, j);
    }
  }

  void search_all(Members some, Members others, Nearest &nearest) const {
    Array<Index> counts(run_.memory, X_.X.columns);
    for (const std::int32_t j : others)
      for (Index e = X_.X.sparse().indptr[j]; e < X_.X.sparse().indptr[j + 1]; ++e)
        ++counts[X_.X.sparse().indices[e]];
    RowIndex index(counts, others.size(), longest_row(X_), run_);
    for (const std::int32_t j : others) index.add(row(j), nearest.cosine);
    for (const std::int32_t i : some) {
      run_.monitor.check();
      index.search(row(i), nearest.cosine, [&](std::int32_t r) {
        const std::int32_t j = others.first[r];
        return nearest.take(cosine(i, j), i, j);
      });
    }
  }

  // Updates nearest_ of some documents for the current groups. Documents that already reach
  // `near_enough` need no exact value.
  void update_nearest(Index begin, Index end, double near_enough) {
    const Members known = groups_.all();
    run_.pool.blocks(end - begin, 16, [&](Index from, Index to) {
      for (Index i = begin + from; i < begin + to; ++i)
        while (askable(i) && compared_[i] < known.size() && nearest_[i] < near_enough)
          nearest_[i] = std::fmax(nearest_[i], cosine(i, known.first[compared_[i]++]));
    });
  }

  UnitRows<double> X_;
  ExecutionContext &run_;
  KnownGroups groups_;
  Array<OpenPair> open_;
  Index asked_open_ = 0;
  Array<Index> compared_;  // by document: how many documents in groups it was compared with
  Array<double> nearest_;  // by document: the largest cosine with those
};

}  // namespace

std::vector<Pair> suggest_pairs(const DataView<double> &X, const Constraints &constraints, Index k,
                                Index count, std::uint64_t seed, ExecutionContext &run) {
  PairSuggester asking(X, constraints, count, run);
  Rng rng(seed, static_cast<std::uint64_t>(asking.groups()));
  std::vector<Pair> suggested;
  while (static_cast<Index>(suggested.size()) < count) {
    if (asking.take_open(suggested)) continue;
    const bool explore = asking.groups() < k;
    const Index next = explore ? asking.farthest(rng) : asking.drawn(rng);
    if (next < 0) break;
    asking.introduce(next, suggested);
  }
  return suggested;
}

}  // namespace manifact
