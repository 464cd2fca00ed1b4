// Documents that get no cluster.
//
//   min-membership   the proportion of the document's cluster (model/proportions.hpp) is smaller
//   outliers         the score of the document is below a threshold, x the document, c its cluster,
//                    a_c the mean of the documents of c, a that of all documents with a cluster:
//     cosine         cos(x, a_c) - cos(x, a), for sparse data and rows of unit length
//     distance       -|x - a_c|^2, for other dense data (Chawla, Gionis 2013, k-means--)
//
// The cosine to its own mean alone is high for a text with words of many subjects, and low for one
// on a rare subject: what counts is that the mean of the cluster is nearer than that of all.
#pragma once

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The score of each document with a cluster, 0 for the others. means: m x k.
template <class T>
Array<double> fit_scores(FitScore kind, const DataView<T> &X, const std::int32_t *labels,
                         const Dense<T> &means, const Array<Index> &sizes, ExecutionContext &run);

// Applies the rule of the model to new documents with these memberships (rows x k; may be null if
// min_membership is 0).
void leave_out(const Model &model, const DataView<double> &X, const double *memberships,
               std::int32_t *labels, ExecutionContext &run);

}  // namespace manifact
