#include "distributed/ranks.hpp"

#include "distributed/canonical_places.hpp"
#include "distributed/core.hpp"
#include "distributed/duplicates.hpp"
#include "distributed/graph.hpp"
#include "distributed/ring.hpp"
#include "graph/collective_graphs.hpp"

namespace manifact {
namespace {

class RanksGraphs final : public CollectiveGraphs {
 public:
  Neighbors neighbors(const DataView<float> &X, Index p, ExecutionContext &run,
                      const SearchRequest &request, const Index *places) const override {
    return ring_neighbors(X, p, run, request, places);
  }
  Neighbors neighbors(const DataView<double> &X, Index p, ExecutionContext &run,
                      const SearchRequest &request, const Index *places) const override {
    return ring_neighbors(X, p, run, request, places);
  }
  Graph graph(const Neighbors &neighbors, GraphRule rule, ExecutionContext &run) const override {
    return divided_graph(neighbors, rule, run);
  }
  void measure(Graph &graph, ExecutionContext &run) const override { measure_divided(graph, run); }
  Core core(const Graph &graph, Index k, ExecutionContext &run) const override {
    return divided_core(graph, k, run);
  }
  Graph subgraph(const Graph &graph, const Core &core, ExecutionContext &run) const override {
    return divided_subgraph(graph, core, run);
  }
  Index duplicates(const DataView<float> &X, ExecutionContext &run) const override {
    return duplicates_of_ranks(X, run);
  }
  Index duplicates(const DataView<double> &X, ExecutionContext &run) const override {
    return duplicates_of_ranks(X, run);
  }
  Array<Index> canonical_places(const DataView<float> &X, const std::vector<std::int32_t> &rows,
                                const Index *places, ExecutionContext &run) const override {
    return manifact::canonical_places(X, rows, places, run);
  }
  Array<Index> canonical_places(const DataView<double> &X, const std::vector<std::int32_t> &rows,
                                const Index *places, ExecutionContext &run) const override {
    return manifact::canonical_places(X, rows, places, run);
  }
};

constinit const RanksGraphs graphs_of_ranks;

}  // namespace

const CollectiveGraphs *Ranks::graphs() const noexcept { return &graphs_of_ranks; }

}  // namespace manifact
