// Candidate clusterings of points, with the criteria of methods/start/points/criteria.hpp.
#pragma once

#include <string>
#include <vector>

#include "methods/start/points/gaussian_clusters.hpp"
#include "methods/start/points/point_graph.hpp"
#include "methods/start/points/point_set.hpp"
#include "runtime/rng.hpp"

namespace manifact {

enum class PointCandidateKind { cut, tree, means, mixture };

struct PointCandidate {
  std::string name;
  PointCandidateKind kind = PointCandidateKind::means;
  Array<std::int32_t> labels;  // of the distinct points
  double information = 0, gap = 0, cut = 0, score = 0;
  double criterion = 0;  // of means and mixtures
  Gaussians model;       // of mixtures
};

// Those of the cut and of the trees. 2 <= k <= points.
std::vector<PointCandidate> shape_candidates(const PointSet &points, const PointGraph &made,
                                             Index k, Rng rng, ExecutionContext &run);

// That of k-means, the best of some starts.
PointCandidate means_candidate(const PointSet &points, const PointGraph &made, Index k,
                               Index starts, Rng rng, ExecutionContext &run);

// The shapes, then means and mixtures; of more than 50 features, no mixtures.
std::vector<PointCandidate> point_candidates(const PointSet &points, const PointGraph &made,
                                             Index k, Rng rng, ExecutionContext &run);

}  // namespace manifact
