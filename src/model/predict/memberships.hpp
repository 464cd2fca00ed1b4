// Memberships of new documents and the labels derived from them.
#pragma once

#include <memory>

#include "graph/graph.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Throws Error(numerics) if a membership is not finite.
void check_memberships(const double *V, Index count);

// Labels of the rows of V (packed, n x k), by the read-out of the model. Copies V to `memberships`
// unless that is null.
void read_out_memberships(const MembershipReadout &readout, Index k, const Array<double> &V,
                          std::int32_t *labels, double *memberships, ExecutionContext &run);

// Rejects a model whose read-out lacks the centers that it needs.
void require_readout(const FactReader &facts, const Model &model);

// After feature scaling a zero row is a valid point but has zero inner products; it is assigned to
// the nearest mean.

// The mean (a column of C, m x k) nearest to zero: that of smallest length among clusters with
// documents.
template <class T>
std::int32_t nearest_to_zero(const Dense<T> &C, const Array<Index> &sizes, ExecutionContext &run);

// A new document may be arbitrarily far from the training documents. Throws Error(value) with the
// row.
[[noreturn]] void refuse_far(Index row);

// Throws the same error if a value or the squares of a row, in the model's unit, overflow.
void check_near(const DataView<double> &X);

// Labels new documents that are zero after feature scaling, if the prediction rule does not
// separate clusters there.
void label_zero_rows(const Model &model, const Array<bool> &is_zero, std::int32_t *labels,
                     ExecutionContext &run);

// Edges from new documents to their neighbors among the training documents.

// The nearest training documents; training.X is not empty.
Neighbors training_neighbors(const TrainingData &training, const DataView<double> &X,
                             ExecutionContext &run);

// The ends of these edges. Empty (n = 0) if the model has no such edges or was not given the
// documents. `own`: K(x', x') for a precomputed kernel. Searched once for the same documents.
std::shared_ptr<const Neighbors> new_neighbors(const TrainingData &training,
                                               const NewDocuments &documents,
                                               const Array<double> &own, ExecutionContext &run);

// The weight of the edge from new document i to its q-th neighbor.
double new_edge_weight(const TrainingData &training, const Neighbors &neighbors, Index i,
                       Index q) noexcept;

// Whether these weights are cosines, which are sums over the features.
inline bool has_cosine_edges(const TrainingData &training) noexcept {
  return training.graph_weight == GraphWeight::cosine && training.metric == Metric::cosine;
}

}  // namespace manifact
