// The choice among the candidates:
//
//   shape     the candidate of a cut or a tree with the largest shape score
//   compact   means or the mixture, by the larger criterion: the classification likelihood with the
//             penalty of BIC
//   choice    the shape if its normalized cut is below 0.6 of that of the compact one, and at most
//             0.1 k: a cut through dense regions is no gap between clusters
#pragma once

#include <vector>

#include "methods/start/points/candidates.hpp"

namespace manifact {

struct PointChoice {
  std::size_t shape = 0, compact = 0, chosen = 0;
};

PointChoice choose_candidate(const std::vector<PointCandidate> &candidates, Index k);

}  // namespace manifact
