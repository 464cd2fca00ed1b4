// Labels spread over the graph: initial memberships of the methods that use labels, and the method
// label-propagation.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// start=propagation, start=mixture
bool starts_from_labels(const Options &options);

// Whether such a start is used without updates, so that labels act only through it.
bool ends_with_its_start(const Options &options);

PropagationPlan propagation_plan(const Options &options, PropagationFactors *kept);

// q_ic = p_ic / sum_c p_ic for P = (1 - alpha)(I - alpha S)^-1 Y on the problem's neighborhood, C
// columns; a row of zeros for documents that no label reaches. Zhou et al. 2003; RCF paper, step 3,
// with S in place of I - S.
template <class T>
Dense<double> class_probabilities(const Problem<T> &problem, double alpha, PropagationTrace &trace);

// Initial memberships, n x k: q + 0.2 / k; with start=mixture, q is first combined with the
// content. Columns beyond the classes start from clusters of a k-means on the documents that are
// matched with no class.
template <class T>
Dense<double> propagated_memberships(const Problem<T> &problem, Rng rng, PropagationTrace &trace);

}  // namespace manifact
