// Helpers shared by the functions that read a model.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "capi/handles.hpp"

namespace manifact {

inline const Model *model_of(const manifact_model *handle) noexcept {
  return check(handle) == MANIFACT_OK ? handle->model.get() : nullptr;
}

// The clusters as vectors, and the totals that belong to them.
struct Vectors {
  ClusterVectors vectors;
  CachedTotals &cached;
};

inline bool is_score(int score) noexcept {
  return score >= MANIFACT_SCORE_CONCEPT && score <= MANIFACT_SCORE_EXCLUSIVITY;
}

// The scores MANIFACT_SCORE_... of all features or terms.
std::vector<double> scores_of(const Model &model, const Vectors &of, Index cluster, int score,
                              const Monitor *monitor = nullptr);

// Makes a handle for a model, with the handles of its vocabularies.
int deliver(std::unique_ptr<Model> model, const std::shared_ptr<Memory> &memory,
            manifact_model **out);

template <class T>
const T *view(const Array<T> &array) noexcept {
  return array.empty() ? nullptr : array.data();
}

// Copies the `count` best of `candidates` to the caller's arrays, by decreasing score, then by
// index.
template <class Score>
int give_best(std::vector<int64_t> candidates, int64_t count, const Score &score, int64_t *indices,
              double *scores, int64_t *found) {
  const auto best = std::min<std::size_t>(candidates.size(), static_cast<std::size_t>(count));
  std::partial_sort(
      candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(best), candidates.end(),
      [&](int64_t a, int64_t b) { return score(a) > score(b) || (score(a) == score(b) && a < b); });
  for (std::size_t i = 0; i < best; ++i) {
    indices[i] = candidates[i];
    if (scores != nullptr) scores[i] = score(candidates[i]);
  }
  *found = static_cast<int64_t>(best);
  return MANIFACT_OK;
}

// The same for positive scores of all features or terms.
inline int give_top_scores(std::span<const double> all, int64_t count, int64_t *features,
                           double *scores, int64_t *found) {
  std::vector<int64_t> candidates;
  for (std::size_t j = 0; j < all.size(); ++j)
    if (all[j] > 0) candidates.push_back(static_cast<int64_t>(j));
  return give_best(
      std::move(candidates), count, [&](int64_t j) { return all[static_cast<std::size_t>(j)]; },
      features, scores, found);
}

}  // namespace manifact
