#include "methods/start/points/choice.hpp"

#include <cmath>

namespace manifact {

PointChoice choose_candidate(const std::vector<PointCandidate> &candidates, Index k) {
  constexpr double share = 0.6, most = 0.1;
  PointChoice choice;
  double score = -INFINITY, criterion = -INFINITY;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const PointCandidate &candidate = candidates[c];
    const bool is_shape =
        candidate.kind == PointCandidateKind::cut || candidate.kind == PointCandidateKind::tree;
    if (is_shape && candidate.score > score) {
      score = candidate.score;
      choice.shape = c;
    } else if (!is_shape && candidate.criterion > criterion) {
      criterion = candidate.criterion;
      choice.compact = c;
    }
  }
  const double cut = candidates[choice.shape].cut;
  const bool apart =
      cut < share * candidates[choice.compact].cut && cut <= most * static_cast<double>(k);
  choice.chosen = apart ? choice.shape : choice.compact;
  return choice;
}

}  // namespace manifact
