#include "distributed/ranks.hpp"

#include <algorithm>

#include "distributed/documents.hpp"
#include "distributed/graph.hpp"
#include "distributed/group.hpp"
#include "distributed/ring.hpp"
#include "graph/collective_graphs.hpp"
#include "methods/method.hpp"
#include "options/plan.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The words of an option that need all documents in one process.
constexpr struct {
  Key key;
  const char *word;
} alone[] = {{Key::kernel, "polynomial"},   {Key::kernel, "rbf"},      {Key::kernel, "precomputed"},
             {Key::duplicates, "collapse"}, {Key::start, "merge"},     {Key::start, "propagation"},
             {Key::start, "ncut"},          {Key::select, "views"},    {Key::update, "cd"},
             {Key::scaling, "min-max"},     {Key::scaling, "z-score"}, {Key::keep_data, "yes"},
             {Key::split, "exact"},         {Key::refine, "cut"}};

void refuse(const FitInputs &inputs) {
  const struct {
    bool is_set;
    const char *name;
  } all[] = {{inputs.feature_graph != nullptr, "a feature graph"},
             {inputs.constraints != nullptr, "constraints"},
             {inputs.texts != nullptr, "texts"},
             {inputs.background != nullptr, "document frequencies of other documents"},
             {inputs.weights != nullptr, "weights of an earlier fit"}};
  for (const auto &one : all)
    if (one.is_set) fail(Status::option, "%s cannot be divided among ranks", one.name);
  if (inputs.graph != nullptr && !inputs.graph->ghosts)
    fail(Status::option, "the graph is that of one process: its rows must be divided among ranks");
}

}  // namespace

void RanksFits::derive(Options &options) const {
  const Options requested = options;
  const bool descends =
      requested.uses(Key::update) && requested.choice<UpdateKind>() == UpdateKind::cd;
  if (requested.uses(Key::update) && requested.choice<UpdateKind>() != UpdateKind::hals)
    options.derive(UpdateKind::mu);
  options.derive(Key::keep_data, *typed(*find_option(Key::keep_data), "no"));
  options.derive(Duplicates::keep);
  if (requested.uses(Key::refine) && requested.choice<Refinement>() == Refinement::cut)
    options.derive(Refinement::none);
  // A round of coordinate descent does more than a multiplicative update.
  if (descends && !requested.is_set(Key::update) && requested.integer(Key::max_iterations) == 20)
    options.derive(Key::max_iterations, Index{100});
}

void RanksFits::check(const Matrix &X, const Method &method, const FitInputs &inputs) const {
  if (!method.divides)
    fail(Status::option, "method '%s' cannot be divided among ranks", method.name);
  if (X.dense) fail(Status::option, "dense data cannot be divided among ranks: use sparse data");
  refuse(inputs);
}

void RanksFits::check(const Options &options) const {
  for (const auto &[key, word] : alone)
    if (options.uses(key) && options.is(key, word))
      fail(Status::option, "%s=%s needs all documents in one process", find_option(key)->name,
           word);
  if (options.uses(Key::outliers) && options.real(Key::outliers) > 0)
    fail(Status::option, "outliers needs all documents in one process");
}

// Rows that were dealt with different seeds are different documents. A different number of rows is
// refused by the fit.
void RanksFits::check_graph(const Matrix &X, const FitInputs &inputs, ExecutionContext &run) const {
  const bool is_divided = inputs.graph != nullptr && inputs.graph->ghosts != nullptr;
  if (!run.any(is_divided)) return;
  run.together([&] {
    if (!is_divided)
      fail(Status::mismatch, "other ranks were given a graph of all ranks, and this one was not");
  });
  if (run.total(X.rows) != inputs.graph->vertices()) return;
  const Index *const a = inputs.places, *const b = inputs.graph_places;
  run.together([&] {
    if (a != nullptr && b != nullptr && !std::equal(a, a + X.rows, b, b + inputs.graph->S.rows))
      fail(Status::mismatch,
           "the rows of the graph are not those of the documents: read both with the same seed");
  });
}

void RanksFits::check_alike(const Matrix &X, const FitInputs &inputs, ExecutionContext &run) const {
  const double columns = static_cast<double>(X.columns), start = inputs.has_start() ? 1 : 0,
               graph = inputs.graph != nullptr ? 1 : 0;
  double bounds[6] = {columns, -columns, start, -start, graph, -graph};
  run.collective->max(bounds, 6);
  if (bounds[0] != -bounds[1])
    throw AgreedError(Status::mismatch, "the ranks have different numbers of features");
  if (bounds[2] != -bounds[3])
    throw AgreedError(Status::mismatch, "some ranks were given a start, and some were not");
  if (bounds[4] != -bounds[5])
    throw AgreedError(Status::mismatch, "some ranks were given a graph, and some were not");
}

CollectiveFits::Shares RanksFits::shares(Index entries, ExecutionContext &run) const {
  return {group_of(run).size(), balance_of(run, entries)};
}

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
