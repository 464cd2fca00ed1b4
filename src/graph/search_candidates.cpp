// Where the search scores: seeds, the candidates that are left, the p best.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "graph/search.hpp"

namespace manifact {

// The first exact cosines: of the p documents with the largest parts.
template <class T>
void Search<T>::seed() noexcept {
  seeded_ = true;
  float least = 0;
  std::int64_t found = 0;
  for (std::int64_t begin = 0; begin < members(); begin += chunk) {
    const std::int64_t end = std::min(begin + chunk, members());
    for (std::int64_t k = begin; k < end; ++k) {
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

// Scores what is left; false when it is cheaper to add up more lists first.
template <class T>
bool Search<T>::settle() noexcept {
  const bool last = term_ == n_terms_;
  const std::int64_t room = candidates_.size() - chunk;
  const std::int64_t limit = last ? room : std::min(room, affordable());
  std::int64_t found = 0;
  for (std::int64_t begin = 0; begin < members(); begin += chunk) {
    found = gather(begin, std::min(begin + chunk, members()), found);
    if (found <= limit) continue;
    if (!last) {
      score_best(found);  // a higher theta may already do
      goal_ = added_ + 1 + (all_met_ ? members() : 4 * members());  // so that the looking costs little beside the adding
      return false;
    }
    score_all(found);
    found = 0;
  }
  score_all(found);
  return true;
}

// How many candidates cost less than the lists that are left.
template <class T>
std::int64_t Search<T>::affordable() const noexcept {
  std::int64_t left = 0;
  for (std::int64_t t = term_; t < n_terms_; ++t) left += cost(terms_[t].list);
  return std::max(p_, left / dear_);
}

// Of the members begin .. end-1, those that may still be among the best, put behind the `found` candidates.
template <class T>
std::int64_t Search<T>::gather(std::int64_t begin, std::int64_t end, std::int64_t found) noexcept {
  const bool last = term_ == n_terms_;
  const float tail = last ? 0 : terms_[term_].tail;
  int step = Postings::steps - 1;
  while (!last && postings_.step_list[step] > terms_[term_].list) --step;
  const std::uint8_t *rest = postings_.rest.data() + step * postings_.n;
  const float factor = tail * (1 / 255.0f);
  const float *part = part_.data();
  Candidate *candidate = candidates_.data();
  const auto keep = [&](float bound, std::int32_t document) {  // without a branch, for it could not be predicted
    candidate[found] = {bound, document};
    found += (bound >= cut_) & (document < end_);
  };
  if (all_met_) {
    int hits = 0;
    for (std::int64_t d = begin; d < end; ++d) hits += part[d] + factor * rest[d] >= cut_;
    for (std::int64_t d = begin; hits > 0 && d < end; ++d) keep(part[d] + factor * rest[d], static_cast<std::int32_t>(d));
    return found;
  }
  // rest is far away in memory: it is fetched only for those that pass with the longest rest there is.
  const std::int64_t before = found;
  for (std::int64_t k = begin; k < end; ++k) {
    candidate[found] = {part[met_[k]], met_[k]};
    found += part[met_[k]] + tail >= cut_;
  }
  const std::int64_t passed = std::exchange(found, before);
  for (std::int64_t k = before; k < passed; ++k) keep(candidate[k].bound + factor * rest[candidate[k].document], candidate[k].document);
  return found;
}

// Moves the p candidates with the largest bounds to the front; returns how many there are.
template <class T>
std::int64_t Search<T>::keep_best(std::int64_t found) noexcept {
  if (found <= p_) return found;
  Candidate *candidate = candidates_.data();
  std::nth_element(candidate, candidate + p_ - 1, candidate + found, before);
  return p_;
}

template <class T>
std::int64_t Search<T>::score_best(std::int64_t found) noexcept {
  const std::int64_t best = keep_best(found);
  score_candidates(0, best, true);
  return best;
}

// The p with the largest bounds first: after them few of the others are left.
template <class T>
void Search<T>::score_all(std::int64_t found) noexcept {
  Candidate *candidate = candidates_.data();
  const std::int64_t best = score_best(found);
  std::int64_t left = best;
  for (std::int64_t k = best; k < found; ++k) {
    candidate[left] = candidate[k];
    left += (candidate[k].bound >= cut_) & (candidate[k].document < end_);
  }
  std::sort(candidate + best, candidate + left, before);
  score_candidates(best, left, false);
}

// What scoring takes is all over the memory: it is asked for well before its turn.
template <class T>
void Search<T>::ask_for(std::int64_t d) const noexcept {
  __builtin_prefetch(X_.X.indptr + d);
  __builtin_prefetch(&X_.square[d]);
  __builtin_prefetch(&X_.factor[d]);
}

template <class T>
void Search<T>::ask_for_row(std::int64_t d) const noexcept {
  constexpr std::int64_t line = 64;
  const std::int64_t e = X_.X.indptr[d];
  const auto indices = reinterpret_cast<const char *>(X_.X.indices + e), values = reinterpret_cast<const char *>(X_.X.values + e);
  for (std::int64_t k = 0; k < 2; ++k) __builtin_prefetch(indices + k * line);
  for (std::int64_t k = 0; k < 3; ++k) __builtin_prefetch(values + k * line);
}

template <class T>
void Search<T>::score_soon(std::int32_t d) noexcept {
  ask_for(d);
  waiting_[n_waiting_++] = d;
  if (n_waiting_ == static_cast<int>(std::size(waiting_))) score_waiting();
}

template <class T>
void Search<T>::score_waiting() noexcept {
  for (int k = 0; k < n_waiting_; ++k) ask_for_row(waiting_[k]);
  for (int k = 0; k < n_waiting_; ++k) score(waiting_[k]);
  n_waiting_ = 0;
}

// Candidates begin .. end-1; unless to the end, they are sorted by falling bounds and the first that is out ends it.
template <class T>
void Search<T>::score_candidates(std::int64_t begin, std::int64_t end, bool to_the_end) noexcept {
  constexpr std::int64_t near = 4, far = 10;
  const Candidate *candidate = candidates_.data();
  for (std::int64_t k = begin; k < std::min(begin + far, end); ++k) ask_for(candidate[k].document);
  for (std::int64_t k = begin; k < std::min(begin + near, end); ++k) ask_for_row(candidate[k].document);
  for (std::int64_t k = begin; k < end && (to_the_end || candidate[k].bound >= cut_); ++k) {
    if (k + far < end) ask_for(candidate[k + far].document);
    if (k + near < end) ask_for_row(candidate[k + near].document);
    score(candidate[k].document);
  }
}

template <class T>
void Search<T>::score(std::int64_t d) noexcept {
  part_[d] = scored;
  if (d >= end_) return;
  const double dot = dot_row(row_.data(), X_, d);
  if (!(dot > 0)) return;  // rows of zeros among them
  const Near near{std::min(1.0, dot / std::sqrt(square_ * X_.square[d])), static_cast<std::int32_t>(d)};
  if (!(near.cosine > 0)) return;  // it may underflow
  if (n_best_ < p_) {
    best_[n_best_++] = near;
  } else {
    if (!(near < best_[0])) return;
    std::pop_heap(best_.begin(), best_.begin() + p_);
    best_[p_ - 1] = near;
  }
  std::push_heap(best_.begin(), best_.begin() + n_best_);
  if (n_best_ < p_) return;
  theta_ = static_cast<float>(best_[0].cosine);
  cut_ = theta_ - slack_;
  if (best_[0].cosine == 1) end_ = best_[0].document;  // so that rows repeated very often cost little
}

template class Search<float>;
template class Search<double>;

}  // namespace manifact
