#include "model/predict/memberships.hpp"

#include <algorithm>
#include <cmath>

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "linalg/dense/products.hpp"
#include "readout/readout.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

void check_memberships(const double *V, Index count) {
  if (!std::all_of(V, V + count, [](double x) { return std::isfinite(x); }))
    fail(Status::numerics, "the membership of a new document is not finite");
}

void read_out_memberships(const MembershipReadout &readout, Index k, const Array<double> &V,
                          std::int32_t *labels, double *memberships, ExecutionContext &run) {
  check_memberships(V.data(), V.size());
  const Dense<double> rows = unpacked(V, V.size() / k, k, run.memory);
  const Array<std::int32_t> found =
      readout.kind == ReadoutKind::argmax
          ? argmax_labels(rows, readout.weights, run)
          : nearest_centers(rows, unpacked(readout.centers, k, k, run.memory), readout.geometry,
                            run);
  std::copy(found.begin(), found.end(), labels);
  if (memberships != nullptr) std::copy(V.begin(), V.end(), memberships);
}

void require_readout(const FactReader &facts, const Model &model) {
  facts.require_section(model.readout.kind == ReadoutKind::argmax || !model.readout.centers.empty(),
                        "readout_centres");
}

template <class T>
std::int32_t nearest_to_zero(const Dense<T> &C, const Array<Index> &sizes, ExecutionContext &run) {
  const Array<double> squares = column_dots<T>(C, C, nullptr, run);
  Index nearest = -1;
  for (Index c = 0; c < sizes.size(); ++c)
    if (sizes[c] > 0 && (nearest < 0 || squares[c] < squares[nearest])) nearest = c;
  return static_cast<std::int32_t>(nearest);
}

void refuse_far(Index row) {
  fail(Status::value, "row %lld is so far from the training documents that its squares overflow",
       static_cast<long long>(row));
}

void check_near(const DataView<double> &X) {
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<double> x = X.row(i);
    double sum = 0;
    for (Index e = 0; e < x.size(); ++e) {
      if (!std::isfinite(x[e]))
        fail(Status::value,
             "row %lld, column %d is so far from the training documents that its scaled value "
             "overflows",
             static_cast<long long>(i), x.column(e));
      sum += x[e] * x[e];
    }
    if (!std::isfinite(sum)) refuse_far(i);
  }
}

void label_zero_rows(const Model &model, const Array<bool> &is_zero, std::int32_t *labels,
                     ExecutionContext &run) {
  if (std::none_of(is_zero.begin(), is_zero.end(), [](bool there) { return there; })) return;
  const std::int32_t nearest =
      nearest_to_zero(unpacked(model.centroids, model.m, model.k, run.memory), model.sizes, run);
  const bool known = model.predictor->separates_origin(model.training.kernel);
  for (Index i = 0; i < is_zero.size(); ++i)
    if (is_zero[i] && (labels[i] < 0 || !known)) labels[i] = nearest;
}

template std::int32_t nearest_to_zero<float>(const Dense<float> &, const Array<Index> &,
                                             ExecutionContext &);
template std::int32_t nearest_to_zero<double>(const Dense<double> &, const Array<Index> &,
                                              ExecutionContext &);

Neighbors training_neighbors(const TrainingData &training, const DataView<double> &X,
                             ExecutionContext &run) {
  const DataView<double> others = training.X.view();
  if (training.metric != Metric::cosine || X.is_dense() || others.is_dense() || others.is_counts())
    return nearest_neighbors(X, others, training.neighbors, run, {.metric = training.metric});
  return training.kept_rows.of(others, training.X.sparse.values.memory(), run)
      ->nearest(X, training.neighbors, run);
}

namespace {

Neighbors search_new(const TrainingData &training, const DataView<double> &X,
                     const Array<double> &own, ExecutionContext &run) {
  const bool precomputed = !training.kernel_diagonal.empty();
  if (!(training.lambda > 0) || (!precomputed && !training.compared)) return {};
  run.monitor.enter("graph", X.rows);
  if (precomputed)
    return kernel_neighbors(X, own, training.kernel_diagonal, false, training.neighbors, run);
  Neighbors found = training_neighbors(training, X, run);
  if (training.metric == Metric::euclidean && !training.local_scales.empty())
    found.least_scale = least_local_scale(training.local_scales, run);
  return found;
}

}  // namespace

std::shared_ptr<const Neighbors> new_neighbors(const TrainingData &training,
                                               const NewDocuments &documents,
                                               const Array<double> &own, ExecutionContext &run) {
  FoundNeighbors &found = documents.found;
  if (found.among != &training)
    found = {&training,
             std::make_shared<const Neighbors>(search_new(training, documents.X, own, run))};
  return found.lists;
}

double new_edge_weight(const TrainingData &training, const Neighbors &neighbors, Index i,
                       Index q) noexcept {
  const double scale =
      training.graph_weight == GraphWeight::local_scaling
          ? local_scale(neighbors, i) * training.local_scales[neighbors.index[i * neighbors.p + q]]
          : training.bandwidth * training.bandwidth;
  return edge_weight(training.graph_weight, training.metric, neighbors.cosine[i * neighbors.p + q],
                     scale);
}

}  // namespace manifact
