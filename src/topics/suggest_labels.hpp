// The documents whose labels to ask a person about next.
#pragma once

#include <vector>

#include "linalg/data/data_view.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

struct LabelQuestion {
  Index document;
  double margin;
};

// At most `count` documents without a known label, the first to ask about first. One after the
// other, the cluster c with the largest
//
//   sqrt(n_c) (1 + d_c) / (2 + l_c + a_c)
//
// gets a question: l_c of its n_c documents have known labels, d_c of them another one than most,
// and a_c have been asked about in this call. In the cluster it is the document i with the largest
//
//   cos(x_i, sum_j x_j) (1 - max_j cos(x_i, x_j)) (1 - margin_i / 2),   x of unit length,
//
// with the sum over the documents of the cluster and the maximum over those with known labels or
// asked about: a typical document, unlike those, between clusters. Ties: the first.
//
// Labels of documents that must-links of weight 1 join with a labeled one are known. Documents of
// zeros or without a cluster are not asked about. X: the rows of the fit.
std::vector<LabelQuestion> suggest_labels(const Model &model, const DataView<double> &X,
                                          const Constraints &known, Index count,
                                          ExecutionContext &run);

}  // namespace manifact
