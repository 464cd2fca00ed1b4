// can, pcan: learn the graph and its cut together (embedding/adaptive_cut.hpp). If the graph has k
// components, these are the clusters; otherwise the read-out finds the clusters in the
// eigenvectors.
#include <string>

#include "embedding/adaptive_cut.hpp"
#include "graph/components.hpp"
#include "linalg/data/data_view.hpp"
#include "methods/documents_taking_part.hpp"
#include "methods/graph_budget.hpp"
#include "methods/magnitudes.hpp"
#include "methods/spectral/spectral.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index most_features = 2000;  // for the eigenproblem in every round

template <class T>
class Adaptive final : public SolvedAtStart<T> {
 public:
  Adaptive(const Problem<T> &problem, bool projected)
      : SolvedAtStart<T>(problem), projected_(projected) {}

  void start(Start start) override {
    const Options &options = problem_.options;
    V_ = Dense<T>(run_.memory, problem_.X.rows, problem_.k);
    const Array<std::int32_t> vertices =
        documents_taking_part(problem_.X, nullptr, problem_.unit_rows, run_);
    AdaptiveCutRequest request;
    request.clusters = problem_.k;
    request.neighbors = options.integer(Key::neighbors);
    request.iterations = options.integer(Key::max_iterations);
    request.tolerance = options.real(Key::tolerance);
    request.local = options.choice<Variant>() == Variant::local;
    request.gamma = strength_in_units(problem_, options.real(Key::simplex_gamma), 2);
    request.budget = options.integer(Key::memory_budget);
    if (projected_) {
      request.projection = dimensions();
      request.first_absolute = options.choice<FirstProjection>() == FirstProjection::absolute;
    }
    const Array<std::int32_t> order =
        order_among(vertices, problem_.X.rows, problem_.canonical_order, run_);
    request.order = &order;
    const AdaptiveCut cut =
        adaptive_cut(copied_points(problem_.X, &vertices, request.budget, run_.memory), request,
                     start.rng, run_);
    for (Index a = 0; a < vertices.size(); ++a)
      for (Index c = 0; c < problem_.k; ++c) V_(vertices[a], c) = static_cast<T>(cut.F(a, c));
    if (cut.parted) put_components(cut.graph, vertices);
    describe(cut);
  }

 protected:
  Geometry geometry() const override {
    return problem_.unit_rows ? Geometry::spherical : Geometry::euclidean;
  }

 private:
  Index dimensions() const {
    const Index m = problem_.X.columns, requested = problem_.options.integer(Key::projection);
    if (m > most_features)
      fail(Status::argument,
           "method 'pcan' solves an eigenproblem of the features in every round: at most %lld "
           "features are supported, but there are %lld",
           static_cast<long long>(most_features), static_cast<long long>(m));
    return requested > 0 ? requested : std::max<Index>(1, problem_.k - 1);
  }

  // One-hot rows: every read-out recovers them.
  void put_components(const Graph &graph, const Array<std::int32_t> &vertices) {
    const Array<std::int32_t> component = components_of(graph, run_);
    for (Index a = 0; a < vertices.size(); ++a)
      for (Index c = 0; c < problem_.k; ++c) V_(vertices[a], c) = component[a] == c ? T{1} : T{0};
  }

  void describe(const AdaptiveCut &cut) {
    const AdaptiveCutRound &last = cut.rounds.back();
    const Index requested = problem_.options.integer(Key::neighbors);
    objective_ = cut.objective;
    solved_ = cut.parted || cut.smallest_part > 0;
    findings_.note("adaptive_rounds", static_cast<Index>(cut.rounds.size()) - 1);
    findings_.note("adaptive_components", last.components);
    findings_.note("adaptive_components_first", cut.rounds.front().components);
    findings_.note("adaptive_gamma", cut.gamma);
    findings_.note("adaptive_lambda", last.lambda);
    findings_.note("adaptive_edges", cut.graph.S.entries() / 2);
    findings_.note("eigen_unconverged", cut.unsolved);
    findings_.note("eigen_residual", cut.residual);
    if (projected_) describe_projection(cut.P.columns());
    if (cut.neighbors < requested)
      findings_.warnings.push_back(
          reduced("neighbors", requested, cut.neighbors, cut.graph.S.rows, "documents"));
    if (cut.alike > 0)
      findings_.warnings.push_back(
          std::to_string(cut.alike) +
          " documents are equally near to all of their first neighbors, which get equal weights");
    warn_of_parts(cut, problem_.k, findings_);
  }

  void describe_projection(Index columns) {
    const Index requested = problem_.options.integer(Key::projection);
    findings_.note("projection", columns);
    if (columns < requested)
      findings_.warnings.push_back("projection reduced from " + std::to_string(requested) + " to " +
                                   std::to_string(columns) +
                                   ": the features vary in no other directions");
  }

  using SolvedAtStart<T>::problem_, SolvedAtStart<T>::run_, SolvedAtStart<T>::V_,
      SolvedAtStart<T>::findings_, SolvedAtStart<T>::objective_, SolvedAtStart<T>::solved_;
  bool projected_;
};

template <bool projected, class T>
std::unique_ptr<Algorithm<T>> can_make(const Problem<T> &problem) {
  return std::make_unique<Adaptive<T>>(problem, projected);
}

constexpr Key can_keys[] = {Key::neighbors, Key::variant, Key::simplex_gamma, Key::readout,
                            Key::readout_starts};
constexpr Key pcan_keys[] = {Key::preset,        Key::neighbors,     Key::variant,
                             Key::simplex_gamma, Key::projection,    Key::first_projection,
                             Key::readout,       Key::readout_starts};
constexpr Setting can_settings[] = {{Key::neighbors, "15"},   {Key::variant, "local"},
                                    {Key::readout, "kmeans"}, {Key::readout_starts, "10"},
                                    {Key::min_df, "2"},       {Key::max_iterations, "30"}};
constexpr Setting pcan_settings[] = {
    {Key::neighbors, "15"},     {Key::variant, "global"},    {Key::first_projection, "absolute"},
    {Key::readout, "kmeans"},   {Key::readout_starts, "10"}, {Key::min_df, "2"},
    {Key::max_iterations, "30"}};
// The published program.
constexpr Setting pcan_paper[] = {{Key::scaling, "none"}, {Key::first_projection, "absolute"}};
constexpr Implication pcan_implications[] = {{Key::preset, "paper", pcan_paper}};
constexpr AllowedWords can_words[] = {{Key::preset, "none paper"},
                                      {Key::readout, "cosine-kmeans kmeans rotation"},
                                      {Key::variant, "local global"}};

}  // namespace

extern const Method can = {
    .name = "can",
    .summary = "clustering with adaptive neighbors: learns a graph that falls into k components",
    .reference = "Nie, Wang, Huang 2014; start of the SRMCF paper",
    .zeros_are_points = true,
    .dense_scaling = Scaling::min_max,
    .keys = can_keys,
    .defaults = can_settings,
    .words = can_words,
    .graph = GraphSource::own,
    .start_input = StartInput::none,
    .spectral = true,
    .make = maker_of([](const auto &problem) { return can_make<false>(problem); }),
};

extern const Method pcan = {
    .name = "pcan",
    .summary = "the same with distances in the space of a projection that is learned too",
    .reference = "Nie, Wang, Huang 2014; start of the SRMCF paper",
    .zeros_are_points = true,
    .dense_scaling = Scaling::min_max,
    .keys = pcan_keys,
    .defaults = pcan_settings,
    .implications = pcan_implications,
    .words = can_words,
    .graph = GraphSource::own,
    .start_input = StartInput::none,
    .spectral = true,
    .make = maker_of([](const auto &problem) { return can_make<true>(problem); }),
};

}  // namespace manifact
