#include "methods/start/can.hpp"

#include <algorithm>

#include "embedding/adaptive_cut.hpp"
#include "graph/components.hpp"
#include "linalg/data/points.hpp"
#include "methods/documents_taking_part.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
Array<std::int32_t> can_labels(const Problem<T> &problem, Rng rng, Findings &findings) {
  ExecutionContext &run = problem.run;
  const Array<std::int32_t> vertices =
      documents_taking_part<T>(problem.X, nullptr, problem.unit_rows, run);
  Array<std::int32_t> labels(run.memory, problem.X.rows);
  for (std::int32_t &label : labels) label = -1;
  if (vertices.size() < 3) {
    for (Index a = 0; a < vertices.size(); ++a)
      labels[vertices[a]] = static_cast<std::int32_t>(std::min(a, problem.k - 1));
    return labels;
  }
  AdaptiveCutRequest request;
  request.clusters = std::min(problem.k, vertices.size());
  const Array<std::int32_t> order =
      order_among(vertices, problem.X.rows, problem.canonical_order, run);
  request.order = &order;
  request.budget = problem.options.integer(Key::memory_budget);
  const AdaptiveCut cut = adaptive_cut(
      copied_points(problem.X, &vertices, request.budget, run.memory), request, rng, run);
  const Array<std::int32_t> found =
      cut.parted ? components_of(cut.graph, run)
                 : cluster_points<double>(
                       *dense_points<double>(cut.F), request.clusters, Geometry::euclidean, false,
                       problem.options.integer(Key::readout_starts), rng, run, request.order)
                       .labels;
  findings.note("start_rounds", static_cast<Index>(cut.rounds.size()) - 1);
  findings.note("start_components", cut.rounds.back().components);
  Findings of_cut;
  warn_of_parts(cut, request.clusters, of_cut);
  for (const std::string &warning : of_cut.warnings)
    findings.warnings.push_back("start=can: " + warning);
  for (Index a = 0; a < vertices.size(); ++a) labels[vertices[a]] = found[a];
  return labels;
}

template Array<std::int32_t> can_labels<float>(const Problem<float> &, Rng, Findings &);
template Array<std::int32_t> can_labels<double>(const Problem<double> &, Rng, Findings &);

}  // namespace manifact
