#include "methods/start/can.hpp"

#include "graph/components.hpp"
#include "methods/spectral/adaptive_cut.hpp"
#include "methods/spectral/documents.hpp"
#include "readout/lloyd.hpp"

namespace manifact {

template <class T>
Array<std::int32_t> can_labels(const Problem<T> &problem, Rng rng) {
  Run &run = problem.run;
  const Array<std::int32_t> vertices = documents_taking_part<T>(problem.X, nullptr, problem.unit_rows, run);
  AdaptiveCutRequest request;
  request.clusters = problem.k;
  request.order = vertices.size() == problem.X.rows ? problem.order : nullptr;
  request.budget = problem.options.integer(Key::memory_budget);
  const AdaptiveCut cut = adaptive_cut(dense_documents(problem.X, vertices, problem.options, run), request, rng, run);
  const Array<std::int32_t> found = cut.parted ? components_of(cut.graph, run)
                                               : cluster_points<double>(*dense_points<double>(cut.F), problem.k, Geometry::euclidean, false,
                                                                        problem.options.integer(Key::readout_starts), rng, run, request.order)
                                                     .labels;
  Array<std::int32_t> labels(run.memory, problem.X.rows);
  for (std::int32_t &label : labels) label = -1;
  for (std::int64_t a = 0; a < vertices.size(); ++a) labels[vertices[a]] = found[a];
  return labels;
}

template Array<std::int32_t> can_labels<float>(const Problem<float> &, Rng);
template Array<std::int32_t> can_labels<double>(const Problem<double> &, Rng);

}  // namespace manifact
