// Neighbors and graphs of documents that several processes hold. Each process has the rows of its
// own documents; they are numbered consecutively over the processes. All calls are collective.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Core;

class CollectiveGraphs {
 public:
  constexpr virtual ~CollectiveGraphs() = default;

  // The neighbors of the rows of this process among all documents. X is sparse. Equal cosines are
  // ordered by `places`, the numbers of the rows among those of the caller; null: by their numbers.
  virtual Neighbors neighbors(const DataView<float> &X, Index p, ExecutionContext &run,
                              const SearchRequest &request, const Index *places) const = 0;
  virtual Neighbors neighbors(const DataView<double> &X, Index p, ExecutionContext &run,
                              const SearchRequest &request, const Index *places) const = 0;

  // The symmetric graph of lists of neighbors: S holds cosines, and all members but `degree` and
  // those of the weights are set.
  virtual Graph graph(const Neighbors &neighbors, GraphRule rule, ExecutionContext &run) const = 0;
  // Computes the degrees, and the numbers of components and of isolated vertices.
  virtual void measure(Graph &graph, ExecutionContext &run) const = 0;
  // core_of() and subgraph() (graph/components.hpp): `vertices`, `component` and `place` refer to
  // the vertices of this process, numbers of components and counts to the whole graph.
  virtual Core core(const Graph &graph, Index k, ExecutionContext &run) const = 0;
  virtual Graph subgraph(const Graph &graph, const Core &core, ExecutionContext &run) const = 0;

  // count_duplicates() of all documents.
  virtual Index duplicates(const DataView<float> &X, ExecutionContext &run) const = 0;
  virtual Index duplicates(const DataView<double> &X, ExecutionContext &run) const = 0;
  // For each of these rows, its position in the canonical order (graph/build.hpp) of the rows given
  // by all processes. Equal rows are ordered by `places`; null: by their numbers.
  virtual Array<Index> canonical_places(const DataView<float> &X,
                                        const std::vector<std::int32_t> &rows, const Index *places,
                                        ExecutionContext &run) const = 0;
  virtual Array<Index> canonical_places(const DataView<double> &X,
                                        const std::vector<std::int32_t> &rows, const Index *places,
                                        ExecutionContext &run) const = 0;
};

}  // namespace manifact
