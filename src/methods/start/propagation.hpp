// Labels spread over the graph: first memberships of the methods that take labels, and a method of
// its own.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// start=propagation, start=mixture
bool starts_from_labels(const Options &options);

// Such a start, and no updates: what is known speaks through the start or not at all.
bool ends_with_its_start(const Options &options);

PropagationPlan propagation_plan(const Options &options, PropagationFactors *kept);

// q_ic = p_ic / sum_c p_ic for P = (1 - alpha)(I - alpha S)^-1 Y over the problem's neighborhood, C
// columns; a row of zeros where nothing arrives. Zhou et al. 2003; RCF paper, step 3, with S in the
// place of I - S.
template <class T>
Dense<double> propagated_shares(const Problem<T> &problem, double alpha, PropagationTrace &trace);

// First memberships, n x k: q + 0.2 / k, with start=mixture after meet_content. Columns beyond the
// classes begin with the documents of clusters of a k-means on the documents that share least with
// any class.
template <class T>
Dense<double> propagated_memberships(const Problem<T> &problem, Rng rng, PropagationTrace &trace);

}  // namespace manifact
