#include "methods/spectral/placement.hpp"

#include <algorithm>

#include "graph/neighbors.hpp"
#include "methods/spectral/predictor.hpp"
#include "readout/readout.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr std::int64_t batch = 4096;  // documents between two looks at progress and cancel

}  // namespace

void place_by_prediction(const Model &model, CsrView<double> X, std::int32_t *labels, double *memberships, Run &run) {
  const Assignment &a = model.assignment;
  const std::int64_t n = X.rows, k = model.k;
  if (a.X.rows == 0) fail(Status::argument, "the model was fitted with keep-data=no: out-of-sample=predictor needs the training documents");
  run.monitor.enter("graph", n);
  const Neighbors neighbors = nearest_neighbors(X, a.X.view(), a.neighbors, run);
  const UnitRows<double> rows = unit_rows(a.X.view(), run);
  LocalPredictor<double> predictor(rows, a.ridge, neighbors.p, run);
  Array<double> alpha(run.memory, neighbors.p);
  Dense<double> V(run.memory, n, k);
  run.monitor.enter("assigning", n);
  for (std::int64_t i = 0; i < n; ++i) {
    if (i % batch == 0) run.monitor.report(i, n);
    const std::int64_t count = neighbors.count[i];
    const std::int32_t *const index = neighbors.index.data() + i * neighbors.p;
    if (!predictor.solve(index, neighbors.cosine.data() + i * neighbors.p, count, alpha.data()))
      fail(Status::numerics, "the local predictor of new document %lld is not finite", static_cast<long long>(i));
    for (std::int64_t q = 0; q < count; ++q)
      for (std::int64_t c = 0; c < k; ++c) V(i, c) += alpha[q] * model.V[index[q] * k + c];
    for (std::int64_t c = 0; c < k; ++c) V(i, c) = std::max(0.0, V(i, c));
  }
  const Array<std::int32_t> found = argmax_labels(V, {}, run);
  std::copy(found.begin(), found.end(), labels);
  for (std::int64_t i = 0; memberships != nullptr && i < n; ++i) std::copy_n(V.row(i), k, memberships + i * k);
}

}  // namespace manifact
