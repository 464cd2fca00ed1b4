#include "graph/neighbors/approximate/largest_products.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
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

}  // namespace manifact
