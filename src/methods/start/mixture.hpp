// Combines labels on the graph with the content of the documents.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// Uses the class probabilities q as the prior of a mixture of von Mises-Fisher distributions on the
// documents (Banerjee et al. 2005), which combines content and graph:
//
//   mu_c = sum_i r_ic x_i, to unit length;   r_ic ~ pi_c (q_ic + 1e-3) exp(kappa cos(x_i, mu_c)),
//   pi_c = sum_i q_ic / n,   kappa = 33
//
// Two rounds from r = q; labeled documents keep their class, and pairs act on the others in each
// round (supervision/linked_documents.hpp). The result r replaces q.
template <class T>
void combine_with_content(const Problem<T> &problem, Dense<double> &q);

}  // namespace manifact
