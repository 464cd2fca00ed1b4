// can, pcan: the graph and its cut together (methods/spectral/adaptive_cut.hpp). The graph's components are the clusters where they are as many;
// else the read-out finds the clusters in the eigenvectors.
#include <string>

#include "graph/components.hpp"
#include "methods/spectral/adaptive_cut.hpp"
#include "methods/spectral/documents.hpp"
#include "methods/spectral/spectral.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr std::int64_t most_features = 2000;  // of an eigenproblem in every round

template <class T>
class Adaptive final : public Algorithm<T> {
 public:
  Adaptive(const Problem<T> &problem, bool projected) : problem_(problem), run_(problem.run), projected_(projected) {}

  void start(Start start) override {
    const Options &options = problem_.options;
    V_ = Dense<T>(run_.memory, problem_.X.rows, problem_.k);
    const Array<std::int32_t> vertices = documents_taking_part(problem_.X, nullptr, problem_.unit_rows, run_);
    AdaptiveCutRequest request;
    request.clusters = problem_.k;
    request.neighbors = options.integer(Key::neighbors);
    request.iterations = options.integer(Key::max_iterations);
    request.tolerance = options.real(Key::tolerance);
    request.local = options.is(Key::variant, "local");
    request.gamma = options.real(Key::simplex_gamma);
    request.budget = options.integer(Key::memory_budget);
    if (projected_) request.projection = dimensions();
    const Array<std::int32_t> order = order_among(vertices);
    request.order = &order;
    const Dense<double> X = dense_documents(problem_.X, vertices, options, run_);
    const AdaptiveCut cut = adaptive_cut(X, request, start.rng, run_);
    for (std::int64_t a = 0; a < vertices.size(); ++a)
      for (std::int64_t c = 0; c < problem_.k; ++c) V_(vertices[a], c) = static_cast<T>(cut.F(a, c));
    if (cut.parted) put_components(cut.graph, vertices);
    describe(cut);
  }

  void update() override {}
  double objective() const override { return objective_; }
  bool monotone() const override { return false; }
  bool solved() const override { return solved_; }
  void keep() override {}
  void recall() override {}
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = std::move(V_);
    f.partition = true;
    f.geometry = problem_.unit_rows ? Geometry::spherical : Geometry::euclidean;
    f.remarks = std::move(remarks_);
    return f;
  }

 private:
  std::int64_t dimensions() const {
    const std::int64_t m = problem_.X.columns, asked = problem_.options.integer(Key::projection);
    if (m > most_features)
      fail(Status::argument, "method 'pcan' solves an eigenproblem of the features in every round: no more than %lld, but there are %lld",
           static_cast<long long>(most_features), static_cast<long long>(m));
    return asked > 0 ? asked : std::max<std::int64_t>(1, problem_.k - 1);
  }

  Array<std::int32_t> order_among(const Array<std::int32_t> &vertices) const {
    Array<std::int32_t> place(run_.memory, problem_.X.rows), order(run_.memory, vertices.size());
    for (std::int32_t &p : place) p = -1;
    for (std::int64_t a = 0; a < vertices.size(); ++a) place[vertices[a]] = static_cast<std::int32_t>(a);
    std::int64_t to = 0;
    for (std::int64_t i = 0; i < problem_.X.rows; ++i)
      if (const std::int32_t p = place[problem_.order != nullptr ? (*problem_.order)[i] : i]; p >= 0) order[to++] = p;
    return order;
  }

  // One-hot rows: any read-out finds them.
  void put_components(const Graph &graph, const Array<std::int32_t> &vertices) {
    const Array<std::int32_t> component = components_of(graph, run_);
    for (std::int64_t a = 0; a < vertices.size(); ++a)
      for (std::int64_t c = 0; c < problem_.k; ++c) V_(vertices[a], c) = component[a] == c ? T{1} : T{0};
  }

  void describe(const AdaptiveCut &cut) {
    const AdaptiveCutRound &last = cut.rounds.back();
    const std::int64_t asked = problem_.options.integer(Key::neighbors);
    const auto rounds = static_cast<std::int64_t>(cut.rounds.size()) - 1;
    objective_ = cut.objective;
    solved_ = cut.parted;
    remarks_.note("adaptive_rounds", rounds);
    remarks_.note("adaptive_components", last.components);
    remarks_.note("adaptive_components_first", cut.rounds.front().components);
    remarks_.note("adaptive_gamma", cut.gamma);
    remarks_.note("adaptive_lambda", last.lambda);
    remarks_.note("adaptive_edges", cut.graph.S.entries() / 2);
    if (projected_) remarks_.note("projection", cut.P.columns());
    if (cut.neighbors < asked)
      remarks_.warnings.push_back("neighbors reduced from " + std::to_string(asked) + " to " + std::to_string(cut.neighbors) + ": there are too few documents");
    if (cut.alike > 0)
      remarks_.warnings.push_back(std::to_string(cut.alike) + " documents are as near to all of their first neighbours, which then weigh the same");
    if (!cut.parted && last.components == problem_.k)
      remarks_.warnings.push_back("the graph was not learned: max-iterations leaves it as it began, with as many components as clusters");
    else if (!cut.parted)
      remarks_.warnings.push_back("the graph has " + std::to_string(last.components) + " components after " + std::to_string(rounds) + " rounds, and not " +
                                  std::to_string(problem_.k) + ": the clusters are those of its eigenvectors");
  }

  Problem<T> problem_;
  Run &run_;
  bool projected_;
  Dense<T> V_;
  Remarks remarks_;
  double objective_ = 0;
  bool solved_ = false;
};

template <class T, bool projected>
std::unique_ptr<Algorithm<T>> make(const Problem<T> &problem) {
  return std::make_unique<Adaptive<T>>(problem, projected);
}

constexpr Key can_keys[] = {Key::neighbors, Key::variant, Key::simplex_gamma, Key::readout, Key::readout_starts};
constexpr Key pcan_keys[] = {Key::neighbors, Key::variant, Key::simplex_gamma, Key::projection, Key::readout, Key::readout_starts};
constexpr Setting can_settings[] = {{Key::neighbors, "15"}, {Key::variant, "local"}, {Key::readout, "kmeans"}, {Key::readout_starts, "10"},
                                    {Key::min_df, "2"}, {Key::max_iterations, "30"}};
constexpr Setting pcan_settings[] = {{Key::neighbors, "15"}, {Key::variant, "global"}, {Key::readout, "kmeans"}, {Key::readout_starts, "10"},
                                     {Key::min_df, "2"}, {Key::max_iterations, "30"}};
constexpr AllowedWords words[] = {{Key::readout, "cosine-kmeans kmeans rotation"}, {Key::variant, "local global"}};

}  // namespace

const Method can = {
    .name = "can",
    .summary = "clustering with adaptive neighbours: a graph that is learned until it falls into k parts",
    .reference = "Nie, Wang, Huang 2014; start of the SRMCF paper",
    .zeros_are_points = true,
    .dense_scaling = Scaling::min_max,
    .keys = can_keys,
    .defaults = can_settings,
    .words = words,
    .own_graph = true,
    .relaxed = true,
    .make_double = make<double, false>,
    .make_float = make<float, false>,
};

const Method pcan = {
    .name = "pcan",
    .summary = "the same with distances in the space of a projection that is learned too",
    .reference = "Nie, Wang, Huang 2014; start of the SRMCF paper",
    .zeros_are_points = true,
    .dense_scaling = Scaling::min_max,
    .keys = pcan_keys,
    .defaults = pcan_settings,
    .words = words,
    .own_graph = true,
    .relaxed = true,
    .make_double = make<double, true>,
    .make_float = make<float, true>,
};

}  // namespace manifact
