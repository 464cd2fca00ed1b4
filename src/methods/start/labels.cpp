#include "methods/start/labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "embedding/adaptive_cut.hpp"
#include "embedding/embedding.hpp"
#include "graph/components.hpp"
#include "graph/laplacian.hpp"
#include "linalg/data/data_view.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/eigen/svd.hpp"
#include "methods/documents_taking_part.hpp"
#include "methods/graph_budget.hpp"
#include "readout/lloyd.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"

namespace manifact {
namespace {

class Agglomeration {
 public:
  template <class T>
  Agglomeration(const Array<std::int32_t> &labels, const Dense<T> &means, double exponent,
                ExecutionContext &run)
      : count_(means.columns()),
        exponent_(exponent),
        means_(run.memory, means.columns(), means.rows()),
        sizes_(run.memory, count_),
        into_(run.memory, count_),
        nearest_(run.memory, count_),
        least_(run.memory, count_) {
    for (const std::int32_t c : labels)
      if (c >= 0) ++sizes_[c];
    for (Index c = 0; c < count_; ++c) {
      into_[c] = static_cast<std::int32_t>(c);
      left_ += sizes_[c] > 0 ? 1 : 0;
      for (Index d = 0; d < means.rows(); ++d) means_(c, d) = static_cast<double>(means(d, c));
    }
    for (Index c = 0; c < count_; ++c) find_nearest(c);
  }

  Index left() const noexcept { return left_; }

  // Merges the closest pair into the lower number.
  void merge() {
    Index a = -1;
    for (Index c = 0; c < count_; ++c)
      if (sizes_[c] > 0 && nearest_[c] >= 0 && (a < 0 || least_[c] < least_[a])) a = c;
    const Index b = nearest_[a];
    const double all = sizes_[a] + sizes_[b];
    for (Index d = 0; d < means_.columns(); ++d)
      means_(a, d) = (sizes_[a] * means_(a, d) + sizes_[b] * means_(b, d)) / all;
    sizes_[a] = all;
    sizes_[b] = 0;
    into_[b] = static_cast<std::int32_t>(a);
    --left_;
    for (Index c = 0; c <= a; ++c) update_nearest(c, a, b);
    for (Index c = a + 1; c < count_; ++c)
      if (nearest_[c] == b) find_nearest(c);
  }

  // The cluster that c was merged into.
  std::int32_t root(std::int32_t c) const noexcept {
    while (into_[c] != c) c = into_[c];
    return c;
  }

 private:
  double distance(Index a, Index b) const noexcept {
    double square = 0;
    for (Index d = 0; d < means_.columns(); ++d)
      square += (means_(a, d) - means_(b, d)) * (means_(a, d) - means_(b, d));
    return std::pow(sizes_[a] * sizes_[b] / (sizes_[a] + sizes_[b]), exponent_) * square;
  }

  // The nearest cluster of a higher number; -1: there is none.
  void find_nearest(Index c) {
    nearest_[c] = -1;
    least_[c] = std::numeric_limits<double>::infinity();
    for (Index d = c + 1; d < count_ && sizes_[c] > 0; ++d)
      if (sizes_[d] > 0) consider(c, d);
  }

  void consider(Index c, Index d) {
    const double away = distance(c, d);
    if (!(away < least_[c])) return;
    least_[c] = away;
    nearest_[c] = static_cast<std::int32_t>(d);
  }

  // After b was merged into a.
  void update_nearest(Index c, Index a, Index b) {
    if (sizes_[c] == 0) return;
    if (c == a || nearest_[c] == a || nearest_[c] == b)
      find_nearest(c);
    else
      consider(c, a);
  }

  Index count_, left_ = 0;
  double exponent_;
  Dense<double> means_;  // a row per cluster
  Array<double> sizes_;  // 0: merged into another, or empty
  Array<std::int32_t> into_, nearest_;
  Array<double> least_;  // the distance to `nearest_`
};

}  // namespace

template <class T>
void merge_clusters(Array<std::int32_t> &labels, const Dense<T> &means, Index k, double exponent,
                    ExecutionContext &run) {
  Agglomeration clusters(labels, means, exponent, run);
  while (clusters.left() > k) {
    run.monitor.check();
    clusters.merge();
  }
  Array<std::int32_t> numbers(run.memory, means.columns());
  std::int32_t next = 0;
  for (Index c = 0; c < means.columns(); ++c) numbers[c] = -1;
  Array<bool> used(run.memory, means.columns());
  for (const std::int32_t c : labels)
    if (c >= 0) used[clusters.root(c)] = true;
  for (Index c = 0; c < means.columns(); ++c)
    if (used[c]) numbers[c] = next++;
  for (std::int32_t &c : labels)
    if (c >= 0) c = numbers[clusters.root(c)];
}

template void merge_clusters<float>(Array<std::int32_t> &, const Dense<float> &, Index, double,
                                    ExecutionContext &);
template void merge_clusters<double>(Array<std::int32_t> &, const Dense<double> &, Index, double,
                                     ExecutionContext &);

namespace {

constexpr double svd_tolerance = 1e-3;  // k-means gains nothing from a more precise one
constexpr double cut_tolerance = 1e-4;
constexpr Index cut_rounds = 30;

constexpr Index starts_to_merge = 3;

// The clusters of start=merge before they are merged.
template <class T>
Index count_to_merge(const Problem<T> &problem) {
  return std::max(problem.k, std::min(3 * problem.k, problem.X.rows / 8));
}

constexpr Index most_components = 200;  // of the default: more cost much and hardly help k-means

// svd-rank, or the default if it is 0; at most the rank that the data can have.
template <class T>
Index rank_of(const Problem<T> &problem) {
  const Index requested = problem.options.integer(Key::svd_rank);
  return std::min({requested > 0 ? requested : std::min(2 * problem.k, most_components),
                   problem.run.total(problem.X.rows), problem.X.columns});
}

// The blocks of vectors are allocated in addition to the factors.
template <class T>
void check_start_budget(const Problem<T> &problem, Index longest, Index count) {
  const double bytes =
      static_cast<double>(longest) * static_cast<double>(block_width(longest, count)) * sizeof(T);
  const Index budget = problem.options.integer(Key::memory_budget);
  check_budget(bytes, budget, "%lld vectors of length %lld for start=%s need", number(count),
               number(longest), problem.options.text(Key::start).c_str());
}

// Documents equal to an earlier one are isolated vertices of the graph: they get its row.
template <class T>
Dense<T> with_duplicates(Dense<T> Z, const Problem<T> &problem) {
  const Array<std::int32_t> *const first = problem.first_duplicate;
  for (Index i = 0; first != nullptr && i < first->size(); ++i)
    if ((*first)[i] != i) std::copy_n(Z.row((*first)[i]), Z.columns(), Z.row(i));
  return Z;
}

}  // namespace

bool start_needs_graph(const Options &options) {
  return options.choice<StartKind>() == StartKind::ncut ||
         (starts_from_content(options) && options.integer(Key::smoothing) > 0);
}

bool penalty_or_start_needs_graph(const Options &options) {
  return options.real(Key::lambda) > 0 || start_needs_graph(options);
}

bool starts_from_content(const Options &options) {
  return options.choice<StartKind>() == StartKind::lsi ||
         options.choice<StartKind>() == StartKind::merge;
}

template <class T>
Dense<T> smoothed_coordinates(const Problem<T> &problem, Rng rng) {
  ExecutionContext &run = problem.run;
  const Index rank = rank_of(problem);
  run.together(
      [&] { check_start_budget(problem, std::max(problem.X.rows, problem.X.columns), rank); });
  Dense<T> Z = unit_rows(truncated_svd<T>(DataProducts<T>(problem.X, run), rank, svd_tolerance, rng,
                                          run, problem.canonical_order)
                             .coordinates,
                         run);
  const Index steps = problem.options.integer(Key::smoothing);
  if (steps == 0) return Z;
  // The graph without the constraints: a few true pairs must not lead k-means to another, worse
  // local minimum.
  const Graph &graph = problem.neighborhood != nullptr ? *problem.neighborhood : *problem.graph;
  smooth(Z, laplacian_of<T>(graph, nullptr, run), steps, run);
  return with_duplicates(unit_rows(std::move(Z), run), problem);
}

template <class T>
Dense<T> cut_coordinates(const Problem<T> &problem, Rng rng) {
  ExecutionContext &run = problem.run;
  check_vectors_budget(problem.X.rows, problem.k, problem.options);
  EmbeddingRequest request{problem.k};
  request.tolerance = cut_tolerance;
  request.rounds = cut_rounds;
  request.order = problem.canonical_order;
  request.most_dense =
      problem.options.integer(Key::memory_budget) / static_cast<Index>(sizeof(double));
  const Dense<double> Q = embed(normalized_cut_of(*problem.graph, run), request, rng, run).Q;
  Dense<T> Y(run.memory, Q.rows(), Q.columns());
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index c = 0; c < Y.columns(); ++c)
      Y(i, c) = problem.graph->degree[i] > 0 ? static_cast<T>(Q(i, c)) : T{0};
  return with_duplicates(unit_rows(std::move(Y), run), problem);
}

template <class T>
Array<std::int32_t> content_labels(const Dense<T> &Z, const Problem<T> &problem, Rng rng) {
  const bool merges = problem.plan.start == StartKind::merge;
  const Index count = merges ? count_to_merge(problem) : problem.k;
  Clustering<T> found =
      cluster_points<T>(*dense_points<T>(Z), count, Geometry::euclidean, true,
                        merges ? starts_to_merge : problem.options.integer(Key::readout_starts),
                        rng, problem.run, problem.canonical_order);
  if (merges)
    merge_clusters(found.labels, found.centers, problem.k,
                   problem.options.real(Key::merge_exponent), problem.run);
  return std::move(found.labels);
}

template <class T>
Array<std::int32_t> first_labels(const Problem<T> &problem, Rng rng) {
  ExecutionContext &run = problem.run;
  if (problem.plan.start == StartKind::kmeans)
    return cluster_rows<T>(problem.X, problem.k, Geometry::spherical, rng, run,
                           problem.canonical_order)
        .labels;
  const bool cut = problem.plan.start == StartKind::ncut;
  if (problem.graph == nullptr && start_needs_graph(problem.options))
    fail(Status::internal, "the start needs a graph, but there is none");
  const Rng inner(rng.next());
  return cut ? content_labels(cut_coordinates(problem, inner), problem, rng)
             : content_labels(smoothed_coordinates(problem, inner), problem, rng);
}

#define MANIFACT_INSTANTIATE(T)                                                              \
  template Dense<T> cut_coordinates<T>(const Problem<T> &, Rng);                             \
  template Dense<T> smoothed_coordinates<T>(const Problem<T> &, Rng);                        \
  template Array<std::int32_t> content_labels<T>(const Dense<T> &, const Problem<T> &, Rng); \
  template Array<std::int32_t> first_labels<T>(const Problem<T> &, Rng);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

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
