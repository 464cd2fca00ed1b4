#include "graph/neighbors/exact/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// The capacity for candidates.
constexpr Index least_room = 8192;

// Postings before the first exact cosines, which are those of the documents with the largest parts:
// those of documents as they come would be of no use for most.
constexpr Index seed_after = 128;

// If at least one document in this many is reached, all are: scanning all is then cheaper than the
// list.
constexpr Index met_share = 8;

// The speed of adding a complete list relative to as many postings.
constexpr Index complete_speed = 8;

// The partial cosines of a block of up to this many documents (256 KiB) stay in the second level of
// the cache. They are not prefetched, which would cost more than it saves.
constexpr Index most_unprefetched = 1 << 16;

// Those of larger blocks are prefetched this many postings in advance.
constexpr Index ahead = 24;

// Calls visit(k) for each posting from k to end until it returns true; returns that k, or end.
template <class Visit>
[[gnu::always_inline]] inline Index each_posting(const std::int32_t *document, Index k, Index end,
                                                 const float *part, bool prefetch,
                                                 const Visit &visit) noexcept {
  if (prefetch)
    for (; k + ahead < end; ++k) {
      __builtin_prefetch(part + document[k + ahead], 1);
      if (__builtin_expect(visit(k), 0)) return k;
    }
  for (; k < end; ++k)
    if (__builtin_expect(visit(k), 0)) return k;
  return end;
}

// Adds weight * weights to the documents; returns the position of the first whose part exceeds the
// bar, or end.
Index add(const std::int32_t *document, const float *weights, Index k, Index end, float weight,
          float bar, float *part, bool prefetch) noexcept {
  return each_posting(document, k, end, part, prefetch, [=](Index posting) {
    const std::int32_t d = document[posting];
    const float sum = part[d] + weight * weights[posting];
    part[d] = sum;
    return sum > bar;
  });
}

// The same, and collects the documents reached for the first time; branch-free, because the branch
// would be unpredictable.
Index add_and_meet(const std::int32_t *document, const float *weights, Index k, Index end,
                   float weight, float bar, float *part, bool prefetch, std::int32_t *met,
                   Index &n_met) noexcept {
  Index count = n_met;
  k = each_posting(document, k, end, part, prefetch, [=, &count](Index posting) {
    const std::int32_t d = document[posting];
    std::uint32_t bits;
    std::memcpy(&bits, &part[d], sizeof bits);
    const bool fresh = (bits & 0x7fffffffu) > 0x7f800000u;  // NaN
    met[count] = d;
    count += fresh;
    bits &= static_cast<std::uint32_t>(fresh) - 1u;
    float old;
    std::memcpy(&old, &bits, sizeof old);
    const float sum = old + weight * weights[posting];
    part[d] = sum;
    return sum > bar;
  });
  n_met = count;
  return k;
}

Index longest_block(const InvertedIndex &index) noexcept {
  Index longest = 0;
  for (const Postings &block : index.blocks) longest = std::max(longest, block.n);
  return longest;
}

}  // namespace

template <class T>
Search<T>::Search(const UnitRows<T> &X, const InvertedIndex &index, const UnitRows<T> &Y, Index p,
                  Index longest, const Monitor &monitor, const std::shared_ptr<Memory> &memory,
                  const std::int32_t *ids)
    : X_(X),
      Y_(Y),
      index_(index),
      monitor_(monitor),
      has_ids_(ids != nullptr),
      p_(p),
      cost_of_score_(32 + X.X.entries() / std::max<Index>(1, X.X.rows)),
      best_(X, p, memory, ids),
      part_(memory, longest_block(index)),
      met_(memory, longest_block(index) / met_share + 1),
      terms_(memory, longest),
      candidates_(memory, std::max(least_room, 4 * p) + chunk) {
  std::fill(part_.begin(), part_.end(), not_met);
}

template <class T>
std::int32_t Search<T>::nearest(Index i, Index self, std::int32_t *index, double *cosine,
                                Index known) noexcept {
  load(i);
  best_.restore(index, cosine, known);
  if (known > 0 && best_.full()) raise_bar();
  const auto blocks = static_cast<Index>(index_.blocks.size()),
             own = self >= 0 ? index_.block_of(self) : 0;
  look_in(index_.blocks[static_cast<std::size_t>(own)], self);
  for (Index b = 0; b < blocks; ++b)
    if (b != own) look_in(index_.blocks[static_cast<std::size_t>(b)], -1);
  best_.unload(Y_, i);
  return best_.write(index, cosine);
}

// Merges the nearest found before with those of this block, which contains row `self` of X if it is
// not -1.
template <class T>
void Search<T>::look_in(const Postings &block, Index self) noexcept {
  if (block.first >= end_ || monitor_.cancelled()) return;
  block_ = &block;
  n_met_ = term_ = added_ = goal_ = 0;
  all_met_ = false;
  seeded_ = best_.full();
  if (self >= 0) part_[self - block.first] = scored;
  do scan();
  while (!monitor_.cancelled() && !settle());
  clear(self);
  work_ += added_;
}

template <class T>
void Search<T>::load(Index i) noexcept {
  const CsrView<T> &Y = Y_.X.sparse();
  n_terms_ = 0;
  best_.load(Y_, i);
  if (Y_.square[i] == 0) return;  // without terms no document is reached
  const double norm = std::sqrt(Y_.square[i]);
  for (Index e = Y.indptr[i]; e < Y.indptr[i + 1]; ++e) {
    const std::int32_t list = index_.list_of[Y.indices[e]];
    if (list >= 0) terms_[n_terms_++] = {list, static_cast<float>(Y_.scaled(i, e) / norm), 0};
  }
  std::sort(terms_.begin(), terms_.begin() + n_terms_,
            [](const Term &a, const Term &b) { return a.list < b.list; });
  double sum = 0;
  for (Index t = n_terms_ - 1; t >= 0; --t) {
    sum += static_cast<double>(terms_[t].weight) * terms_[t].weight;
    terms_[t].tail = static_cast<float>(std::sqrt(sum) * (1 + 1e-6));
  }
  // A float sum of k products of unit vectors has an error below (k + 3) 2^-24; doubled to cover
  // the tails and the bounds.
  slack_ = static_cast<float>(n_terms_ + 16) * 0x1p-23f;
  theta_ = 0;
  cut_ = -slack_;
  end_ = X_.X.rows;
}

template <class T>
void Search<T>::clear(Index self) noexcept {
  if (all_met_)
    std::fill_n(part_.begin(), block_->n, not_met);
  else
    for (Index k = 0; k < n_met_; ++k) part_[met_[k]] = not_met;
  if (self >= 0) part_[self - block_->first] = not_met;
}

// Adds lists until no document that has not been reached can be among the best.
template <class T>
void Search<T>::scan() noexcept {
  for (; term_ < n_terms_ && !monitor_.cancelled(); ++term_) {
    const Term &term = terms_[term_];
    if (term.tail < cut_ && added_ >= goal_) return;
    if (!seeded_ && added_ + cost(term.list) > seed_after && (all_met_ || n_met_ >= p_)) seed();
    add_list(term);
    added_ += cost(term.list);
  }
}

template <class T>
Index Search<T>::cost(Index list) const noexcept {
  return block_->is_complete(list) ? block_->n / complete_speed : block_->length[list];
}

template <class T>
void Search<T>::add_list(const Term &term) noexcept {
  if (!block_->is_complete(term.list)) return add_some(term);
  meet_all();
  const float *weights = block_->complete.data() + block_->begin[term.list];
  float *part = part_.data();
  for (Index d = 0; d < block_->n; ++d) part[d] += term.weight * weights[d];
}

template <class T>
void Search<T>::add_some(const Term &term) noexcept {
  const Index begin = block_->begin[term.list], length = block_->length[term.list];
  if (length == 0) return;
  const std::int32_t *document = block_->document.data() + begin;
  const float *weights = block_->weight.data() + begin;
  const bool prefetch = block_->n > most_unprefetched;
  const auto bar = [&] { return seeded_ ? theta_ : std::numeric_limits<float>::infinity(); };
  Index k = 0;
  if (!all_met_) {
    const std::uint8_t *grade = block_->grade.data() + begin;
    const float least = std::max(0.0f, cut_ / term.tail * (1 - 1e-6f)) * Postings::grades;
    const auto least_grade = static_cast<std::uint8_t>(std::min(least, Postings::grades - 1.0f));
    Index worthy = length;
    if (grade[length - 1] < least_grade)
      worthy = std::partition_point(grade, grade + length,
                                    [&](std::uint8_t g) { return g >= least_grade; }) -
               grade;
    if (n_met_ + worthy > block_->n / met_share) meet_all();
    // A document whose part alone exceeds the p-th best is scored before the next list: the earlier
    // theta rises, the less work remains.
    for (; !all_met_ && k < worthy; ++k) {
      k = add_and_meet(document, weights, k, worthy, term.weight, bar(), part_.data(), prefetch,
                       met_.data(), n_met_);
      if (k == worthy) break;
      score_soon(document[k]);
    }
  }
  for (; k < length; ++k) {
    k = add(document, weights, k, length, term.weight, bar(), part_.data(), prefetch);
    if (k == length) break;
    score_soon(document[k]);
  }
  score_waiting();
}

template <class T>
void Search<T>::meet_all() noexcept {
  if (all_met_) return;
  all_met_ = true;
  for (Index d = 0; d < block_->n; ++d) part_[d] = part_[d] != part_[d] ? 0 : part_[d];
}

// The scoring part of the search: the first exact cosines, the remaining candidates, the p best.

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
