#include "graph/neighbors/approximate/impacts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// Entries between two checks for cancellation.
constexpr Index between_checks = 1 << 20;

// body(list, weight, document) for every entry, documents ascending.
template <class Body>
void each_entry(const Impacts &impacts, const FloatUnitRows &X, ExecutionContext &run,
                const Body &body) {
  for (Index i = 0, looked = -between_checks; i < X.n; ++i) {
    if (X.begin[i] - looked >= between_checks) {
      looked = X.begin[i];
      run.monitor.check();
    }
    for (Index e = X.begin[i]; e < X.begin[i + 1]; ++e)
      body(impacts.list_of(X.entry[e]), X.entry[e].weight, static_cast<std::int32_t>(i));
  }
}

// The lists in document order; level[k] is the level of document[k].
struct Unsorted {
  Array<Index> begin;
  Array<std::int32_t> document;
  Array<std::uint8_t> level;
};

Unsorted gathered(const Impacts &impacts, const FloatUnitRows &X, Index lists,
                  ExecutionContext &run) {
  Unsorted lots{Array<Index>(run.memory, lists + 1), {}, {}};
  each_entry(impacts, X, run, [&](Index list, float, std::int32_t) { ++lots.begin[list + 1]; });
  for (Index list = 0; list < lists; ++list) lots.begin[list + 1] += lots.begin[list];
  lots.document = Array<std::int32_t>(run.memory, lots.begin[lists]);
  lots.level = Array<std::uint8_t>(run.memory, lots.begin[lists]);
  Array<Index> next = lots.begin.copy();
  each_entry(impacts, X, run, [&](Index list, float weight, std::int32_t document) {
    lots.document[next[list]] = document;
    lots.level[next[list]++] = static_cast<std::uint8_t>(level_of(weight, impacts.steps));
  });
  return lots;
}

// Splits one list into its segments.
void sort_list(const Unsorted &lots, Index list, Impacts &impacts) noexcept {
  const Index begin = lots.begin[list], end = lots.begin[list + 1];
  Index count[Impacts::levels] = {}, next[Impacts::levels];
  for (Index k = begin; k < end; ++k) ++count[lots.level[k]];
  Impacts::Segment *segment = impacts.segments.data() + impacts.first[list];
  Index at = begin;
  for (int level = 0; level < Impacts::levels; ++level) {
    next[level] = at;
    if (count[level] > 0) *segment++ = {static_cast<std::int32_t>(count[level]), level};
    at += count[level];
  }
  for (Index k = begin; k < end; ++k) {
    const Index to = next[lots.level[k]]++;
    impacts.document[to] = lots.document[k];
    impacts.level[to] = lots.level[k];
  }
}

}  // namespace

int level_of(float weight, int steps) noexcept {
  const float level = static_cast<float>(-steps) * std::log2(std::abs(weight));
  return static_cast<int>(std::clamp(level, 0.0f, Impacts::levels - 1.0f));
}

bool has_negative(const FloatUnitRows &X) noexcept {
  return std::any_of(X.entry.begin(), X.entry.begin() + X.begin[X.n],
                     [](const FloatUnitRows::Entry &x) { return x.weight < 0; });
}

Impacts make_impacts(const FloatUnitRows &X, bool has_signs, ExecutionContext &run, int steps) {
  Impacts impacts;
  impacts.steps = steps;
  impacts.has_signs = has_signs;
  const Index lists = (impacts.has_signs ? 2 : 1) * X.columns;
  Unsorted lots = gathered(impacts, X, lists, run);
  impacts.first = Array<Index>(run.memory, lists + 1);
  run.pool.blocks(lists, 256, [&](Index begin, Index end) {
    for (Index list = begin; list < end; ++list) {
      std::uint64_t met = 0;
      for (Index k = lots.begin[list]; k < lots.begin[list + 1]; ++k)
        met |= std::uint64_t{1} << lots.level[k];
      impacts.first[list + 1] = std::popcount(met);
    }
  });
  for (Index list = 0; list < lists; ++list) impacts.first[list + 1] += impacts.first[list];
  impacts.segments = Array<Impacts::Segment>(run.memory, impacts.first[lists]);
  impacts.document = Array<std::int32_t>(run.memory, lots.begin[lists] + Impacts::ahead);
  impacts.level = Array<std::uint8_t>(run.memory, lots.begin[lists]);
  run.pool.blocks(lists, 256, [&](Index begin, Index end) {
    for (Index list = begin; list < end; ++list) sort_list(lots, list, impacts);
  });
  impacts.begin = std::move(lots.begin);
  return impacts;
}

namespace {

// Candidates before the best are selected.
constexpr Index candidate_room(Index wanted) noexcept { return 4 * wanted + 64; }

std::uint64_t ranked(std::uint16_t sum, std::int32_t document) noexcept {
  return std::uint64_t{sum} << 32 | static_cast<std::uint32_t>(~document);
}

}  // namespace

LargestProducts::LargestProducts(const Impacts &impacts, Index documents, Index longest,
                                 Index wanted, const std::shared_ptr<Memory> &memory)
    : impacts_(impacts),
      wanted_(wanted),
      terms_(memory, longest),
      runs_(memory, longest),
      sum_(memory, documents),
      met_(memory, documents + Impacts::ahead),
      candidates_(memory, candidate_room(wanted_)) {
  for (int grade = 0; grade < grades; ++grade)
    product_[grade] = static_cast<std::uint16_t>(
        std::lround(0x1p14 * std::exp2(-(grade + 1) / static_cast<double>(impacts.steps))));
}

ProductCut LargestProducts::cut(Index budget) const noexcept {
  Index size[grades] = {};
  int most = grades;  // from here on the grades of one list alone exceed the budget
  for (Index t = 0; t < n_terms_; ++t) {
    Index sum = 0;
    for (Index s = impacts_.first[terms_[t].list]; s < impacts_.first[terms_[t].list + 1]; ++s) {
      const int grade = terms_[t].level + impacts_.segments[s].level;
      if (grade > most) break;
      size[grade] += impacts_.segments[s].size;
      sum += impacts_.segments[s].size;
      if (sum > budget) most = grade;
    }
  }
  int last = 0;
  for (; last < grades && product_[last] > 0 && size[last] <= budget; ++last) budget -= size[last];
  const bool in_part = last < grades && product_[last] > 0;
  return {in_part ? static_cast<double>(budget) / static_cast<double>(size[last]) : 0, last, 1};
}

Index LargestProducts::find(Index position, Index self, ProductCut cut) noexcept {
  add_up(position, cut);
  return best_sums(self, cut.least_sum);
}

std::uint16_t LargestProducts::largest_sum(Index k, Index found) noexcept {
  if (found < k) return 1;
  std::nth_element(candidates_.begin(), candidates_.begin() + k - 1, candidates_.begin() + found,
                   std::greater<>());
  return static_cast<std::uint16_t>(candidates_[k - 1] >> 32);
}

// Finds the part of each list to add and prefetches its beginning. Returns the number of runs.
Index LargestProducts::find_runs(ProductCut cut) noexcept {
  for (Index t = 0; t < n_terms_; ++t)
    __builtin_prefetch(impacts_.segments.data() + impacts_.first[terms_[t].list]);
  Index n_runs = 0;
  for (Index t = 0; t < n_terms_; ++t) {
    const Term &term = terms_[t];
    if (term.level > cut.grade) continue;
    const Impacts::Segment *segment = impacts_.segments.data() + impacts_.first[term.list],
                           *end = impacts_.segments.data() + impacts_.first[term.list + 1];
    Run run{impacts_.begin[term.list], 0, 0, term.level};
    __builtin_prefetch(impacts_.document.data() + run.begin);
    __builtin_prefetch(impacts_.level.data() + run.begin);
    const auto level = cut.grade - term.level;
    for (; segment != end && segment->level < level; ++segment) run.whole += segment->size;
    if (segment != end && segment->level == level) run.partly = segment->size;
    runs_[n_runs] = run;
    n_runs += run.whole + run.partly > 0;
  }
  return n_runs;
}

// At the grade of the cut, takes only a share of each segment, around the position of the row,
// where similar rows are.
void LargestProducts::add_up(Index position, ProductCut cut) noexcept {
  const Index n_runs = find_runs(cut);
  for (Index r = 0; r < n_runs; ++r) {
    const Run &run = runs_[r];
    const std::uint8_t *const level = impacts_.level.data();
    const std::uint16_t *const product = product_ + run.level;
    const Index whole = run.begin + run.whole;
    add(run.begin, whole, [&](Index k) { return product[level[k]]; });
    const auto some = static_cast<Index>(cut.share * static_cast<double>(run.partly));
    if (some == 0) continue;
    const std::int32_t *const document = impacts_.document.data() + whole;
    const Index own = std::lower_bound(document, document + run.partly,
                                       static_cast<std::int32_t>(position)) -
                      document,
                first = whole + std::clamp<Index>(own - some / 2, 0, run.partly - some);
    add(first, first + some, [&](Index) { return product_[cut.grade]; });
  }
}

// Branch-free, because the branch would be unpredictable. The sums are scattered in memory and are
// prefetched well in advance.
template <class ProductOf>
void LargestProducts::add(Index begin, Index end, const ProductOf &product_of) noexcept {
  const std::int32_t *const document = impacts_.document.data();
  std::uint16_t *sum = sum_.data();
  std::int32_t *met = met_.data();
  Index n_met = n_met_;
  for (Index k = begin; k < end; ++k) {
    const std::int32_t d = document[k];
    __builtin_prefetch(sum + document[k + Impacts::ahead], 1);
    met[n_met] = d;
    n_met += sum[d] == 0;
    sum[d] = static_cast<std::uint16_t>(sum[d] + product_of(k));
  }
  n_met_ = n_met;
}

// Compacts the candidates and returns their number. Resets the sums to zero.
Index LargestProducts::best_sums(Index self, std::uint16_t least_sum) noexcept {
  if (self >= 0) sum_[self] = 0;
  std::uint64_t *candidates = candidates_.data();
  std::uint64_t least = std::uint64_t{least_sum} << 32;
  Index found = 0;
  const auto keep = [&] {
    if (found <= wanted_) return;
    std::nth_element(candidates, candidates + wanted_ - 1, candidates + found, std::greater<>());
    found = wanted_;
    least = candidates[wanted_ - 1];
  };
  const std::int32_t *const met = met_.data();
  std::uint16_t *const sum = sum_.data();
  const Index capacity = candidates_.size(), n_met = n_met_;
  for (Index k = 0; k < n_met; ++k) {
    const std::int32_t d = met[k];
    __builtin_prefetch(sum + met[k + Impacts::ahead], 1);
    const std::uint64_t candidate = ranked(std::exchange(sum[d], std::uint16_t{0}), d);
    if (candidate < least) continue;  // soon true for most
    candidates[found] = candidate;
    if (++found == capacity) keep();
  }
  keep();
  return found;
}

namespace {

Index longest_row(const FloatUnitRows &X) noexcept {
  Index longest = 0;
  for (Index i = 0; i < X.n; ++i) longest = std::max(longest, X.begin[i + 1] - X.begin[i]);
  return longest;
}

}  // namespace

ImpactSearch::ImpactSearch(const FloatUnitRows &X, const Impacts &impacts, Index p,
                           const std::shared_ptr<Memory> &memory)
    : X_(X), products_(impacts, X.n, longest_row(X), scored(p), memory), best_(X, p, memory) {}

std::int32_t ImpactSearch::nearest(Index i, Index budget, std::int32_t *index,
                                   double *cosine) noexcept {
  products_.clear();
  for (Index e = X_.begin[i]; e < X_.begin[i + 1]; ++e)
    products_.add_term(X_.entry[e].column, X_.entry[e].weight);
  const Index found = products_.find(i, i, products_.cut(budget));
  best_.load(i);
  best_.score(found, [&](Index k) { return products_.candidate(k); });
  best_.unload(i);
  return best_.write(index, cosine);
}

}  // namespace manifact
