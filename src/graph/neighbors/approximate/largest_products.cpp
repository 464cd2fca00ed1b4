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
      const int grade = terms_[t].level + impacts_.stretch[s].level;
      if (grade > most) break;
      size[grade] += impacts_.stretch[s].size;
      sum += impacts_.stretch[s].size;
      if (sum > budget) most = grade;
    }
  }
  int last = 0;
  for (; last < grades && product_[last] > 0 && size[last] <= budget; ++last) budget -= size[last];
  const bool in_part = last < grades && product_[last] > 0;
  return {last, in_part ? static_cast<double>(budget) / static_cast<double>(size[last]) : 0};
}

Index LargestProducts::find(Index position, Index self, ProductCut cut) noexcept {
  add_up(position, cut);
  return best_sums(self);
}

// Of the grade of the cut, takes a share of each stretch around the position of the row, where
// similar rows are.
void LargestProducts::add_up(Index position, ProductCut cut) noexcept {
  for (Index t = 0; t < n_terms_; ++t) {
    if (terms_[t].level > cut.grade) continue;
    const std::int32_t *document = impacts_.document.data() + impacts_.begin[terms_[t].list];
    for (Index s = impacts_.first[terms_[t].list]; s < impacts_.first[terms_[t].list + 1]; ++s) {
      const Impacts::Stretch &stretch = impacts_.stretch[s];
      const int grade = terms_[t].level + stretch.level;
      if (grade > cut.grade) break;
      if (grade < cut.grade) {
        add(document, stretch.size, product_[grade]);
      } else if (const auto some = static_cast<Index>(cut.share * stretch.size); some > 0) {
        const Index own = std::lower_bound(document, document + stretch.size,
                                           static_cast<std::int32_t>(position)) -
                          document;
        add(document + std::clamp<Index>(own - some / 2, 0, stretch.size - some), some,
            product_[grade]);
      }
      document += stretch.size;
    }
  }
}

// Branch-free, because the branch would be unpredictable. The sums are scattered in memory and are
// prefetched well in advance.
void LargestProducts::add(const std::int32_t *document, Index size,
                          std::uint16_t product) noexcept {
  std::uint16_t *sum = sum_.data();
  std::int32_t *met = met_.data();
  Index n_met = n_met_;
  for (Index k = 0; k < size; ++k) {
    const std::int32_t d = document[k];
    __builtin_prefetch(sum + document[k + Impacts::ahead], 1);
    met[n_met] = d;
    n_met += sum[d] == 0;
    sum[d] = static_cast<std::uint16_t>(sum[d] + product);
  }
  n_met_ = n_met;
}

// Compacts the candidates and returns their number. Resets the sums to zero.
Index LargestProducts::best_sums(Index self) noexcept {
  if (self >= 0) sum_[self] = 0;
  std::uint64_t *candidates = candidates_.data();
  std::uint64_t least = std::uint64_t{1} << 32;  // any sum
  Index found = 0;
  const auto keep = [&] {
    if (found <= wanted_) return;
    std::nth_element(candidates, candidates + wanted_ - 1, candidates + found, std::greater<>());
    found = wanted_;
    least = candidates[wanted_ - 1];
  };
  const std::int32_t *const met = met_.data();
  std::uint16_t *const sum = sum_.data();
  const Index room = candidates_.size(), n_met = n_met_;
  for (Index k = 0; k < n_met; ++k) {
    const std::int32_t d = met[k];
    __builtin_prefetch(sum + met[k + Impacts::ahead], 1);
    candidates[found] = ranked(std::exchange(sum[d], std::uint16_t{0}), d);
    found += candidates[found] >= least;
    if (found == room) keep();
  }
  keep();
  return found;
}

}  // namespace manifact
