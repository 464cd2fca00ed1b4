// Labels on the graph and the content of the documents, together.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// Shares q as the prior of a mixture of von Mises-Fisher distributions on the documents (Banerjee
// et al. 2005), so that content and graph both speak:
//
//   mu_c = sum_i r_ic x_i, to unit length;   r_ic ~ pi_c (q_ic + 1e-3) exp(kappa cos(x_i, mu_c)),
//   pi_c = sum_i q_ic / n,   kappa = 33
//
// two rounds from r = q; labeled documents keep their class. q is left with r.
template <class T>
void meet_content(const Problem<T> &problem, Dense<double> &q);

}  // namespace manifact
