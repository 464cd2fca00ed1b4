// One eigenproblem instead of updates, for all spectral methods:
//
//   graph -> its core (graph/components.hpp) -> eigenvectors Q of the core
//   (embedding/operators.hpp) -> V: rows of Q to unit length
//
// Criteria that do not weight a document by its degree (ratio cut, local prediction) give the most
// loosely joined documents clusters of their own. Documents that have a positive cosine with fewer
// others than the requested neighbors are therefore not in the core either, unless they are more
// than a tenth of those that have neighbors.
//
// The read-out turns V into labels; documents outside the core are labeled by
// pipeline/read_out.hpp. If the core has more components than there are clusters, its eigenvectors
// are arbitrary combinations of component indicators; the components are then clustered by their
// content.
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <string>
#include <type_traits>

#include "embedding/embedding.hpp"
#include "embedding/local_predictors.hpp"
#include "linalg/dense/products.hpp"
#include "methods/documents_taking_part.hpp"
#include "methods/graph_budget.hpp"
#include "methods/spectral/spectral.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

constexpr double not_unique = 1e-3;      // of a relative gap
constexpr double no_eigenvalue = 1e-12;  // relative to the largest

enum class Criterion { association, ratio, normalized, prediction };

template <class T>
class Relaxation final : public SolvedAtStart<T> {
 public:
  Relaxation(const Problem<T> &problem, Criterion criterion)
      : SolvedAtStart<T>(problem),
        criterion_(criterion),
        gram_(problem.options.uses(Key::affinity) && problem.plan.affinity == AffinityKind::gram) {}

  void start(Start start) override {
    V_ = Dense<T>(run_.memory, problem_.X.rows, problem_.k);
    if (gram_)
      solve_gram(start.rng);
    else
      solve_graph(start.rng);
  }

  double objective() const override {
    return criterion_ == Criterion::association ? -objective_ : objective_;
  }

 protected:
  Geometry geometry() const override {
    return problem_.zeros_are_points ? Geometry::euclidean : Geometry::spherical;
  }

 private:
  void solve_gram(Rng rng) {
    Csr<double> copy;
    DataView<double> X;
    if constexpr (std::is_same_v<T, double>) {
      X = problem_.X;
    } else if (problem_.X.is_dense()) {
      X = DataView<double>(problem_.X.dense());
    } else {
      copy = in_double(problem_.X.sparse());
      X = copy;
    }
    const SpectralProblem problem =
        criterion_ == Criterion::normalized ? gram_cut_of(X, run_) : gram_association_of(X, run_);
    run_.together(
        [&] { check_vectors_budget(std::max(X.rows, X.columns), problem_.k, problem_.options); });
    EmbeddingRequest wanted = request(problem_.canonical_order);
    if (EmbeddingRequest::columns_at_once * X.columns > wanted.most_dense)
      wanted.most_dense = 0;  // the dense block of X' would exceed the budget
    const Embedding found = embed(problem, wanted, rng, run_);
    for (Index i = 0; i < X.rows; ++i)
      if (!X.is_empty(i)) put_row(i, found.Q, i);
    if (problem_.plan.out_of_sample == OutOfSample::exact) E_ = map_of(problem, found);
    describe(found);
  }

  // X'S Q A^-1: from a document to its row of Q. An eigenvalue of zero has no such vector.
  Dense<double> map_of(const SpectralProblem &problem, const Embedding &found) {
    const auto eigenvalue = [&](Index c) { return problem.sign * found.theta[c] + problem.shift; };
    Dense<double> E = problem.in_features(found.Q);
    Array<double> inverse(run_.memory, problem_.k);
    for (Index c = 0; c < problem_.k; ++c)
      inverse[c] = eigenvalue(c) > no_eigenvalue * eigenvalue(0) ? 1 / eigenvalue(c) : 0;
    scale_columns(E, inverse, run_);
    return E;
  }

  void solve_graph(Rng rng) {
    const Graph joined = without_loose_documents();
    const Graph &graph = joined.S.rows > 0 ? joined : *problem_.graph;
    const Core core = core_of(graph, problem_.k, run_);
    const Index n = core.vertices.size(), all = run_.total(n);
    findings_.note("graph_core", all);
    findings_.note("small_components", core.small_components);
    findings_.note("small_component_documents", core.small_vertices);
    if (all <= problem_.k) return one_each(core);
    if (core.components > problem_.k) return components_as_documents(core, rng);
    const Array<std::int32_t> order = core_order(core, problem_.canonical_order, run_);
    run_.together([&] {
      check_vectors_budget(criterion_ == Criterion::prediction ? 2 * n : n, problem_.k,
                           problem_.options);
    });
    const Embedding found = embed(problem_on(graph, core), request(&order), rng, run_);
    for (Index a = 0; a < n; ++a) put_row(core.vertices[a], found.Q, a);
    describe(found);
  }

  // Without rows if there are none, or too many.
  Graph without_loose_documents() {
    const Graph &graph = *problem_.graph;
    const Options &options = problem_.options;
    const bool by_degree =
        criterion_ == Criterion::normalized || criterion_ == Criterion::association;
    // The other criteria are not divided among processes.
    if (by_degree || !graph.search.searched || options.choice<GraphRule>() != GraphRule::either)
      return Graph();
    constexpr Index most_share = 10;
    const Index linked = graph.S.rows - graph.isolated,
                least = std::min(options.integer(Key::neighbors), linked - 1),
                loose = loose_vertices(graph, least);
    if (loose == 0 || loose > linked / most_share) return Graph();
    findings_.note("loose_documents", loose);
    return without_edges_of_loose(graph, least, run_);
  }

  SpectralProblem problem_on(const Graph &graph, const Core &core) {
    const Graph inner = subgraph(graph, core, run_);
    switch (criterion_) {
      case Criterion::association:
        return association_of(inner, run_);
      case Criterion::ratio:
        return ratio_cut_of(inner, run_);
      case Criterion::normalized:
        return normalized_cut_of(inner, run_);
      case Criterion::prediction:
        break;
    }
    const Options &options = problem_.options;
    run_.monitor.enter("local predictors", core.vertices.size());
    const Csr<double> P = local_predictors(problem_.X, *problem_.neighbors, core,
                                           options.real(Key::local_ridge), run_);
    run_.monitor.enter("eigenvectors");
    return local_prediction_of(P, &inner, options.real(Key::lambda), run_,
                               options.integer(Key::memory_budget));
  }

  EmbeddingRequest request(const Array<std::int32_t> *order) const {
    EmbeddingRequest request;
    request.k = problem_.k;
    request.rounds = problem_.options.integer(Key::max_iterations);
    request.tolerance = problem_.options.real(Key::tolerance);
    request.order = order;
    request.most_dense =
        problem_.options.integer(Key::memory_budget) / static_cast<Index>(sizeof(double));
    return request;
  }

  // Scales a row of Q to unit length.
  void put_row(Index i, const Dense<double> &Q, Index a) {
    double length = 0;
    for (Index c = 0; c < Q.columns(); ++c) length = std::hypot(length, Q(a, c));
    for (Index c = 0; length > 0 && c < Q.columns(); ++c)
      V_(i, c) = static_cast<T>(Q(a, c) / length);
  }

  // The core has at most as many documents as clusters: each gets its own cluster, and the
  // remaining clusters go to the first documents outside.
  void one_each(const Core &core) {
    const DataView<T> &X = problem_.X;
    const auto stands_alone = [&](Index i) {
      const bool repeats = problem_.first_duplicate != nullptr &&
                           !problem_.first_duplicate->empty() &&
                           (*problem_.first_duplicate)[i] != i;
      return core.place[i] < 0 && !repeats && !X.is_empty(i);
    };
    const Index inside = run_.total(core.vertices.size());
    Index c = run_.rows_before(core.vertices.size()), outside = 0;
    for (const std::int32_t i : core.vertices) V_(i, c++) = 1;
    for (Index i = 0; i < X.rows; ++i) outside += stands_alone(i) ? 1 : 0;
    const Index all_outside = run_.total(outside);
    run_.together([&] {
      if (inside == 0 && all_outside > problem_.k)
        fail(Status::empty, "no two documents are neighbors: method '%s' has no graph to cut",
             problem_.options.name());
    });
    c = inside + run_.rows_before(outside);
    for (Index i = 0; i < X.rows && c < problem_.k; ++i)
      if (stands_alone(i)) V_(i, c++) = 1;
    solved_ = true;
  }

  void components_as_documents(const Core &core, Rng rng) {
    findings_.warnings.push_back("the graph has " + std::to_string(core.components) +
                                 " components in its core, more than there are clusters: it was "
                                 "not cut; its components were clustered by content");
    const double bytes =
        static_cast<double>(core.components) * static_cast<double>(problem_.X.columns) * sizeof(T);
    run_.together([&] {
      check_budget(bytes, problem_.options.integer(Key::memory_budget),
                   "clustering %lld components by content needs", number(core.components));
    });
    if (problem_.graph->metric == Metric::euclidean) return components_as_points(core, rng);
    const UnitRows<T> rows = unit_rows(problem_.X, run_);
    Dense<T> sums(run_.memory, core.components, problem_.X.columns);
    for (Index a = 0; a < core.vertices.size(); ++a) {
      const Index i = core.vertices[a];
      const DataRow<T> x = problem_.X.row(i);
      for (Index e = 0; e < x.size() && rows.square[i] > 0; ++e)
        sums(core.component[a], x.column(e)) +=
            static_cast<T>(static_cast<double>(x[e]) * rows.factor[i] / std::sqrt(rows.square[i]));
    }
    run_.sum(sums.data(), sums.size());
    // Every process has all components: it clusters them alone.
    ExecutionContext alone{run_.memory, run_.pool, run_.monitor};
    const auto points = dense_points<T>(sums);
    Clustering<T> joined =
        cluster_points<T>(*points, problem_.k, Geometry::spherical, true, 10, rng, alone);
    run_.collective->take_first(joined.labels.data(),
                                joined.labels.size() * static_cast<Index>(sizeof(std::int32_t)));
    for (Index a = 0; a < core.vertices.size(); ++a)
      if (const std::int32_t c = joined.labels[core.component[a]]; c >= 0)
        V_(core.vertices[a], c) = 1;
    solved_ = true;
  }

  // The same by the means of the components and their distances.
  void components_as_points(const Core &core, Rng rng) {
    Dense<double> means(run_.memory, core.components, problem_.X.columns);
    Array<double> sizes(run_.memory, core.components);
    for (const std::int32_t c : core.component) ++sizes[c];
    for (Index a = 0; a < core.vertices.size(); ++a) {
      const DataRow<T> x = problem_.X.row(core.vertices[a]);
      const std::int32_t c = core.component[a];
      for (Index e = 0; e < x.size(); ++e)
        means(c, x.column(e)) += static_cast<double>(x[e]) / sizes[c];
    }
    const auto points = dense_points<double>(means);
    const Clustering<double> joined =
        cluster_points<double>(*points, problem_.k, Geometry::euclidean, false, 10, rng, run_);
    for (Index a = 0; a < core.vertices.size(); ++a)
      V_(core.vertices[a], joined.labels[core.component[a]]) = 1;
    solved_ = true;
  }

  Csr<double> in_double(CsrView<T> X) const {
    Csr<double> Y(run_.memory, X.rows, X.columns, X.entries());
    std::copy_n(X.indptr, X.rows + 1, Y.indptr.begin());
    std::copy_n(X.indices, X.entries(), Y.indices.begin());
    for (Index e = 0; e < X.entries(); ++e) Y.values[e] = static_cast<double>(X.values[e]);
    return Y;
  }

  void describe(const Embedding &found) {
    std::string values;
    for (const double theta : found.theta)
      values.append(values.empty() ? "" : " ").append(print(theta));
    findings_.note("eigensolver", found.solver);
    findings_.note("eigen_rounds", static_cast<Index>(found.rounds));
    findings_.note("eigen_products", static_cast<Index>(found.products));
    findings_.note("eigen_residual", found.residual);
    findings_.note("eigenvalues", values);
    findings_.note("eigengap", found.gap);
    objective_ = found.objective;
    solved_ = found.converged;
    if (!found.converged)
      findings_.warnings.push_back(
          "the eigenvectors did not converge: the largest residual is " + print(found.residual) +
          " of eigenvalue " + std::to_string(problem_.k) + ", after " +
          std::to_string(found.products) + " products" +
          (found.refused.empty() ? "" : "; no other method was tried: " + found.refused));
    else if (found.gap < not_unique && problem_.k > 1)
      findings_.warnings.push_back(
          "the clusters are not unique: eigenvalues " + std::to_string(problem_.k) + " and " +
          std::to_string(problem_.k + 1) + " differ by a fraction of only " + print(found.gap) +
          "; try another number of clusters");
  }

  using SolvedAtStart<T>::problem_, SolvedAtStart<T>::run_, SolvedAtStart<T>::V_,
      SolvedAtStart<T>::E_, SolvedAtStart<T>::findings_, SolvedAtStart<T>::objective_,
      SolvedAtStart<T>::solved_;
  Criterion criterion_;
  bool gram_;
};

template <Criterion criterion>
constexpr AlgorithmMaker relaxation_maker = maker_of([]<class T>(const Problem<T> &problem) {
  return std::make_unique<Relaxation<T>>(problem, criterion);
});

constexpr Key cut_keys[] = {Key::preset, Key::affinity};
constexpr Key normalized_keys[] = {Key::preset, Key::affinity, Key::refine};
constexpr Key cplr_keys[] = {Key::preset, Key::lambda};

template <std::same_as<Setting>... More>
constexpr auto settings_with(const char *neighbors, More... more) {
  return std::array{Setting{Key::neighbors, neighbors},
                    Setting{Key::graph_weight, "local-scaling"},
                    Setting{Key::readout, "rotation"},
                    Setting{Key::readout_starts, "10"},
                    Setting{Key::min_df, "2"},
                    Setting{Key::max_iterations, "300"},
                    Setting{Key::out_of_sample, "centroid"},
                    more...};
}
constexpr auto cut_settings = settings_with("40");
constexpr auto normalized_settings = settings_with("40", Setting{Key::refine, "cut"});
constexpr auto association_settings = settings_with("40", Setting{Key::affinity, "gram"});
// Rows of the eigenvectors of a Gram matrix are linear in the documents.
constexpr Setting gram_settings[] = {{Key::out_of_sample, "exact"}};
// The rows of the Gram matrix of centered features sum to 0: the sums cannot serve as degrees.
constexpr Setting as_given[] = {{Key::scaling, "none"}, {Key::refine, "none"}};
// Table 3 of the CLGR paper: local scaling and a rotation; 20 is of its grid of neighbors.
constexpr Setting clgr_table[] = {{Key::neighbors, "20"},     {Key::graph_weight, "local-scaling"},
                                  {Key::metric, "cosine"},    {Key::min_df, "1"},
                                  {Key::readout, "rotation"}, {Key::refine, "none"}};
constexpr Setting local_prediction_table[] = {
    {Key::neighbors, "20"},    {Key::graph_weight, "local-scaling"},
    {Key::local_ridge, "0.1"}, {Key::metric, "cosine"},
    {Key::min_df, "1"},        {Key::readout, "rotation"}};
// Tables 4 to 7 of the LCCF paper: all products of the documents, k-means on the eigenvectors.
constexpr Setting association_table[] = {{Key::affinity, "gram"},
                                         {Key::min_df, "1"},
                                         {Key::readout, "cosine-kmeans"},
                                         {Key::readout_starts, "10"}};
constexpr Implication association_implications[] = {{Key::preset, "paper", association_table},
                                                    {Key::affinity, "gram", gram_settings}};
constexpr Implication local_prediction_implications[] = {
    {Key::preset, "paper", local_prediction_table}};
constexpr Implication normalized_implications[] = {{Key::preset, "paper", clgr_table},
                                                   {Key::affinity, "gram", gram_settings},
                                                   {Key::affinity, "gram", as_given}};
constexpr AllowedWords normalized_words[] = {{Key::preset, "none paper"},
                                             {Key::out_of_sample, "exact centroid predictor"},
                                             {Key::refine, "none cut"}};
constexpr AllowedWords cut_words[] = {{Key::preset, "none paper"},
                                      {Key::out_of_sample, "exact centroid predictor"}};
constexpr AllowedWords prediction_words[] = {{Key::preset, "none paper"}};
// Without the graph term a document is tied to the rest by its own prediction only: the weight of
// repeated documents counts.
constexpr auto cplr_settings =
    settings_with("20", Setting{Key::lambda, "0"}, Setting{Key::duplicates, "keep"});
constexpr auto clgr_settings = settings_with("20", Setting{Key::lambda, "0.1"});

// Tables and images have small classes, and their clusters are less round than those of text:
// with 40 neighbors most edges would leave a class of 70 documents, and the nearest mean direction
// disagrees with the cut.
constexpr Setting relaxation_dense_settings[] = {{Key::neighbors, "7"},
                                                 {Key::out_of_sample, "predictor"}};
// The labels of tables were not better with a lower cut.
constexpr Setting dense_normalized[] = {
    {Key::neighbors, "7"}, {Key::out_of_sample, "predictor"}, {Key::refine, "none"}};
constexpr Setting dense_cplr[] = {
    {Key::neighbors, "7"}, {Key::out_of_sample, "predictor"}, {Key::duplicates, "collapse"}};
// The eigenvectors of a Gram matrix are far from a rotated partition there: the rotation has many
// local optima, and rounding decides between them.
constexpr Setting dense_association[] = {{Key::neighbors, "7"},
                                         {Key::out_of_sample, "predictor"},
                                         {Key::readout, "cosine-kmeans"},
                                         {Key::readout_starts, "20"}};

bool graph_affinity(const Options &options) {
  return options.choice<AffinityKind>() == AffinityKind::graph;
}

// A row of the method table with what all relaxations have in common.
constexpr Method relaxation(Method row) {
  row.dense_scaling = Scaling::automatic;
  row.family = &spectral_family;
  if (row.dense_defaults.empty()) row.dense_defaults = relaxation_dense_settings;
  row.graph = GraphSource::neighbors;
  row.graph_decides = !row.local_prediction;
  row.start_input = StartInput::none;
  row.spectral = true;
  return row;
}

constexpr Method local_prediction(Method row) {
  row.keys = cplr_keys;
  row.words = prediction_words;
  row.implications = local_prediction_implications;
  row.local_prediction = true;
  row.needs_graph = always;
  return relaxation(row);
}

}  // namespace

template <class T>
std::unique_ptr<Algorithm<T>> normalized_cut(const Problem<T> &problem) {
  return relaxation_maker<Criterion::normalized>(problem);
}
template std::unique_ptr<Algorithm<float>> normalized_cut<float>(const Problem<float> &);
template std::unique_ptr<Algorithm<double>> normalized_cut<double>(const Problem<double> &);

extern constinit const Method average_association = relaxation({
    .name = "average-association",
    .summary = "the largest eigenvectors of the Gram matrix of the documents, or of a graph",
    .reference = "Shi, Malik 2000; baseline of the CF and LCCF papers",
    .keys = cut_keys,
    .defaults = association_settings,
    .dense_defaults = dense_association,
    .implications = association_implications,
    .words = cut_words,
    .needs_graph = graph_affinity,
    .make = relaxation_maker<Criterion::association>,
});

extern constinit const Method ratio_cut = relaxation({
    .name = "ratio-cut",
    .summary = "ratio cut of the neighborhood graph: the smallest eigenvectors of its Laplacian",
    .reference = "Chan, Schlag, Zien 1994; Yu, Shi 2003",
    .defaults = cut_settings,
    .needs_graph = always,
    .make = relaxation_maker<Criterion::ratio>,
});

extern constinit const Method ncut = relaxation({
    .name = "ncut",
    .summary = "normalized cut of the neighborhood graph",
    .reference = "Shi, Malik 2000; Yu, Shi 2003",
    .keys = normalized_keys,
    .defaults = normalized_settings,
    .dense_defaults = dense_normalized,
    .implications = normalized_implications,
    .words = normalized_words,
    .divides = true,
    .needs_graph = graph_affinity,
    .make = relaxation_maker<Criterion::normalized>,
});

extern constinit const Method cplr = local_prediction({
    .name = "cplr",
    .summary = "clustering by local prediction: documents predicted from their neighbors by ridge "
               "regression",
    .reference = "CLGR paper, section 3.3",
    .defaults = cplr_settings,
    .dense_defaults = dense_cplr,
    .make = relaxation_maker<Criterion::prediction>,
});

extern constinit const Method clgr = local_prediction({
    .name = "clgr",
    .summary =
        "clustering with local and global regularization: local prediction and a smooth graph",
    .reference = "CLGR paper (Wang, Zhang, Li 2007), eq. 26",
    .defaults = clgr_settings,
    .make = relaxation_maker<Criterion::prediction>,
});

}  // namespace manifact
