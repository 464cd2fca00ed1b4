// Class probabilities of documents, combined with pairs by belief propagation.
#pragma once

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// R: n x C probabilities of classes, a row per document. The rows of labeled documents and rows of
// zeros stay. Documents chained by must-links of weight 1 get the product of their rows: the class
// of a labeled document, or of most of the labels if they differ. Then each receives a message from
// every other pair, one step of belief propagation; pairs of the same sign between two chains count
// once:
//
//   r_ic ~ r_ic prod_j m_ij(c),   m_ij(c) = 1 - |w_ij| r_jc        cannot-link
//                                           1 - w_ij + w_ij r_jc   must-link
//
// which is exact for single pairs.
void combine_with_pairs(const Constraints &constraints, Dense<double> &R, ExecutionContext &run);

}  // namespace manifact
