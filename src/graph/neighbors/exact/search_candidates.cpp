// The scoring part of the search: the first exact cosines, the remaining candidates, the p best.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "graph/neighbors/exact/search.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The first exact cosines: those of the p documents with the largest parts.
template <class T>
void Search<T>::seed() noexcept {
  seeded_ = true;
  float least = 0;
  Index found = 0;
  for (Index begin = 0; begin < members(); begin += chunk) {
    const Index end = std::min(begin + chunk, members());
    for (Index k = begin; k < end; ++k) {
      const auto d = static_cast<std::int32_t>(all_met_ ? k : met_[k]);
      candidates_[found] = {part_[d], d};
      found += part_[d] > least;
    }
    if (found < 2 * p_) continue;
    found = keep_best(found);
    least = candidates_[found - 1].bound;
  }
  score_best(found);
}

// Scores the remaining documents; false if it is cheaper to add more lists first.
template <class T>
bool Search<T>::settle() noexcept {
  const bool last = term_ == n_terms_;
  const Index capacity = candidates_.size() - chunk;
  const Index limit = last ? capacity : std::min(capacity, affordable());
  Index found = 0;
  for (Index begin = 0; begin < members(); begin += chunk) {
    found = gather(begin, std::min(begin + chunk, members()), found);
    if (found <= limit) continue;
    if (!last) {
      score_best(found);  // a higher theta may suffice
      // So that this check costs little compared to the additions.
      goal_ = added_ + 1 + (all_met_ ? members() : 4 * members());
      return false;
    }
    score_all(found);
    found = 0;
  }
  score_all(found);
  return true;
}

// The number of candidates that cost less than the remaining lists.
template <class T>
Index Search<T>::affordable() const noexcept {
  Index left = 0;
  for (Index t = term_; t < n_terms_; ++t) left += cost(terms_[t].list);
  return std::max(p_, left / cost_of_score_);
}

// Appends the members begin .. end-1 that may still be among the best to the `found` candidates.
template <class T>
Index Search<T>::gather(Index begin, Index end, Index found) noexcept {
  const bool last = term_ == n_terms_;
  const float tail = last ? 0 : terms_[term_].tail;
  int step = Postings::steps - 1;
  while (!last && block_->step_list[step] > terms_[term_].list) --step;
  const std::uint8_t *rest = block_->rest.data() + step * block_->n;
  const float factor = tail * (1 / 255.0f);
  const float *part = part_.data();
  Candidate *candidate = candidates_.data();
  // Branch-free, because the branch would be unpredictable.
  const auto keep = [&](float bound, std::int32_t document) {
    candidate[found] = {bound, document};
    found += (bound >= cut_) & (row_of(document) < end_);
  };
  if (all_met_) {
    int hits = 0;
    for (Index d = begin; d < end; ++d) hits += part[d] + factor * rest[d] >= cut_;
    for (Index d = begin; hits > 0 && d < end; ++d)
      keep(part[d] + factor * rest[d], static_cast<std::int32_t>(d));
    return found;
  }
  // `rest` is far away in memory: it is accessed only for documents that pass with the largest
  // possible rest.
  const Index before = found;
  for (Index k = begin; k < end; ++k) {
    candidate[found] = {part[met_[k]], met_[k]};
    found += part[met_[k]] + tail >= cut_;
  }
  const Index passed = std::exchange(found, before);
  for (Index k = before; k < passed; ++k) __builtin_prefetch(rest + candidate[k].document);
  for (Index k = before; k < passed; ++k)
    keep(candidate[k].bound + factor * rest[candidate[k].document], candidate[k].document);
  return found;
}

// Moves the p candidates with the largest bounds to the front; returns their number.
template <class T>
Index Search<T>::keep_best(Index found) noexcept {
  if (found <= p_) return found;
  Candidate *candidate = candidates_.data();
  std::nth_element(candidate, candidate + p_ - 1, candidate + found, before);
  return p_;
}

template <class T>
Index Search<T>::score_best(Index found) noexcept {
  const Index best = keep_best(found);
  score_candidates(0, best, true);
  return best;
}

// The p with the largest bounds first: after them few others remain.
template <class T>
void Search<T>::score_all(Index found) noexcept {
  Candidate *candidate = candidates_.data();
  const Index best = score_best(found);
  Index left = best;
  for (Index k = best; k < found; ++k) {
    candidate[left] = candidate[k];
    left += (candidate[k].bound >= cut_) & (row_of(candidate[k].document) < end_);
  }
  std::sort(candidate + best, candidate + left, before);
  score_candidates(best, left, false);
}

template <class T>
void Search<T>::score_soon(std::int32_t d) noexcept {
  best_.ask_for(row_of(d));
  waiting_[n_waiting_++] = d;
  if (n_waiting_ == static_cast<int>(std::size(waiting_))) score_waiting();
}

template <class T>
void Search<T>::score_waiting() noexcept {
  for (int k = 0; k < n_waiting_; ++k) best_.ask_for_row(row_of(waiting_[k]));
  for (int k = 0; k < n_waiting_; ++k) score(waiting_[k]);
  n_waiting_ = 0;
}

// Candidates begin .. end-1; unless they extend to the end, they are sorted by descending bound and
// the first pruned one ends the loop.
template <class T>
void Search<T>::score_candidates(Index begin, Index end, bool to_the_end) noexcept {
  const Candidate *candidate = candidates_.data() + begin;
  best_.score_each(
      end - begin, [&](Index k) { return row_of(candidate[k].document); },
      [&](Index k) {
        if (!to_the_end && candidate[k].bound < cut_) return false;
        score(candidate[k].document);
        return true;
      });
}

template <class T>
void Search<T>::score(std::int32_t d) noexcept {
  part_[d] = scored;
  if (row_of(d) >= end_) return;
  work_ += cost_of_score_;
  if (best_.score(row_of(d)) && best_.full()) raise_bar();
}

template <class T>
void Search<T>::raise_bar() noexcept {
  theta_ = static_cast<float>(best_.worst().cosine);
  cut_ = theta_ - slack_;
  if (best_.worst().cosine == 1 && !has_ids_)
    end_ = best_.worst().document;  // so that rows repeated very often cost little
}

template class Search<float>;
template class Search<double>;

}  // namespace manifact
