#include "pipeline/read_out.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "graph/collective_graphs.hpp"
#include "linalg/dense/products.hpp"
#include "methods/method.hpp"
#include "model/left_out.hpp"
#include "model/model.hpp"
#include "model/predict/memberships.hpp"
#include "model/predict/rules.hpp"
#include "model/proportions.hpp"
#include "options/options.hpp"
#include "pipeline/clusters.hpp"
#include "pipeline/prepare.hpp"
#include "pipeline/refinement.hpp"
#include "pipeline/report.hpp"
#include "readout/readout.hpp"
#include "readout/rotation.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Documents that the options outliers and min-membership leave without a cluster.

// If two sets of documents alternate, fewer are left out until the set is stable, eventually none.
constexpr int rounds_per_count = 10, patient_rounds = 60;

// Removes the labels of documents whose proportion of their cluster is below `least`; returns their
// number.
template <class T>
Index leave_out_mixed(Array<std::int32_t> &labels, const Dense<T> &V,
                      const MembershipReadout &readout, double least) {
  const Index k = V.columns();
  const Proportions proportions(readout, k);
  std::vector<double> row(static_cast<std::size_t>(k)), shares(row);
  Index left_out = 0;
  for (Index i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    std::copy_n(V.row(i), k, row.begin());
    proportions.row(row.data(), shares.data());
    if (!(shares[static_cast<std::size_t>(labels[i])] < least)) continue;
    labels[i] = -1;
    ++left_out;
  }
  return left_out;
}

// A score above that of `count` documents, or of fewer if several equal the next one.
double threshold_of(const Array<double> &scores, const Array<std::int32_t> &labels, Index count) {
  std::vector<double> sorted;
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0) sorted.push_back(scores[i]);
  const auto next = sorted.begin() + count;
  std::nth_element(sorted.begin(), next, sorted.end());
  if (count == 0) return *next;
  const double last = *std::max_element(sorted.begin(), next), middle = std::midpoint(last, *next);
  return last < middle ? middle : *next;  // far from both: new documents round differently
}

template <class T>
double leave_out_far(Array<std::int32_t> &labels, FitScore kind, double share, const DataView<T> &X,
                     Index k, ExecutionContext &run) {
  const Array<std::int32_t> all = labels.copy();
  const auto points = data_points<T>(X, run);
  const auto assigned =
      std::count_if(all.begin(), all.end(), [](std::int32_t label) { return label >= 0; });
  auto count = static_cast<Index>(std::floor(share * static_cast<double>(assigned)));
  double threshold = 0;
  bool changed = assigned > 0;
  for (int round = 0; changed; ++round) {
    run.monitor.check();
    if (round > 0 && round % rounds_per_count == 0)
      count -= std::min(count, std::max<Index>(1, count / (round < patient_rounds ? 100 : 2)));
    Array<Index> sizes(run.memory, k);
    for (const std::int32_t label : labels)
      if (label >= 0) ++sizes[label];
    const Dense<T> means = cluster_means(*points, labels, sizes, run);
    const Array<double> scores = fit_scores<T>(kind, X, all.data(), means, sizes, run);
    threshold = threshold_of(scores, all, count);
    changed = false;
    for (Index i = 0; i < labels.size(); ++i) {
      const std::int32_t now = all[i] >= 0 && scores[i] < threshold ? -1 : all[i];
      changed = changed || labels[i] != now;
      labels[i] = now;
    }
  }
  return threshold;
}

// Removes labels and sets the rule of the model for new documents. Outliers: the share of the
// documents with the lowest scores (model/left_out.hpp), ties are kept. The means are then those of
// the documents that are left, and the scores are computed again, until the same are left: the
// model then leaves out the same documents.
template <class T>
void leave_out_documents(Model &model, const Factors<T> &factors, const FitState<T> &state,
                         const Options &options, Report &report, ExecutionContext &run) {
  LeftOutRule &rule = model.left_out;
  rule.min_membership = options.real(Key::min_membership);
  if (rule.min_membership > 0) {
    MembershipReadout readout;
    readout.weights = factors.readout_weights.copy();
    readout.centers = model.readout.centers.copy();
    report.below_min_membership(
        run.total(leave_out_mixed(model.labels, factors.V, readout, rule.min_membership)));
  }
  const double share = options.real(Key::outliers);
  if (!(share > 0)) return;
  const bool cosines = !state.X.is_dense() || model.training.weights.unit_rows();
  rule.score = cosines ? FitScore::cosine : FitScore::distance;
  const auto unassigned = [&] {
    return std::count_if(model.labels.begin(), model.labels.end(),
                         [](std::int32_t label) { return label < 0; });
  };
  const auto before = unassigned();
  rule.least_score = leave_out_far(model.labels, rule.score, share, state.X, state.k, run);
  report.outliers(unassigned() - before, rule.least_score);
}

#define MANIFACT_INSTANTIATE(T)                                                          \
  template void leave_out_documents<T>(Model &, const Factors<T> &, const FitState<T> &, \
                                       const Options &, Report &, ExecutionContext &);

MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

// V C, the columns of C are the directions of the clusters.
template <class T>
Dense<T> along_directions(const Dense<T> &V, const Array<double> &centers, ExecutionContext &run) {
  const Index k = V.columns();
  Dense<T> C(run.memory, k, k), along(run.memory, V.rows(), k);
  for (Index d = 0; d < k; ++d)
    for (Index c = 0; c < k; ++c) C(d, c) = static_cast<T>(centers[d * k + c]);
  to_unit_columns(C, run);
  multiply(V, C, along, run.pool);
  return along;
}

// V <- max(0, V C)
template <class T>
void to_memberships(Dense<T> &V, const Array<double> &centers, ExecutionContext &run) {
  const Dense<T> along = along_directions(V, centers, run);
  for (Index i = 0; i < V.rows(); ++i)
    for (Index c = 0; c < V.columns(); ++c) V(i, c) = std::max(T{0}, along(i, c));
}

// The means of the clusters, or their mean directions, as columns.
template <class T>
Dense<T> centers_of(const Points<T> &points, const Array<std::int32_t> &labels, Index k,
                    Geometry geometry, ExecutionContext &run) {
  Array<double> inverse(run.memory, points.size()), sizes(run.memory, k);
  for (const std::int32_t c : labels)
    if (c >= 0) ++sizes[c];
  run.sum(sizes.data(), k);
  for (Index i = 0; i < points.size(); ++i) {
    if (geometry == Geometry::spherical)
      inverse[i] = points.square(i) > 0 ? 1 / std::sqrt(points.square(i)) : 0;
    else
      inverse[i] = labels[i] >= 0 ? 1 / sizes[labels[i]] : 0;
  }
  Dense<T> C = points.sums(labels, inverse, k, run);
  if (geometry == Geometry::spherical) to_unit_columns(C, run);
  return C;
}

// The center nearest to a document, from its products with all centers; -1 if spherical and no
// cosine is positive.
template <class T>
std::int32_t nearest(const T *products, const Array<double> &squares, Geometry geometry) noexcept {
  std::int32_t best = -1;
  double least = geometry == Geometry::spherical ? 0 : INFINITY;
  for (Index c = 0; c < squares.size(); ++c) {
    const double value = geometry == Geometry::spherical
                             ? -static_cast<double>(products[c])
                             : squares[c] - 2 * static_cast<double>(products[c]);
    if (!(value < least)) continue;
    least = value;
    best = static_cast<std::int32_t>(c);
  }
  return best;
}

std::vector<std::int32_t> empty_clusters(const Array<std::int32_t> &labels, Index k,
                                         ExecutionContext &run) {
  Array<Index> sizes(run.memory, k);
  for (const std::int32_t c : labels)
    if (c >= 0) ++sizes[c];
  run.sum(sizes.data(), k);
  std::vector<std::int32_t> empty;
  for (Index c = 0; c < k; ++c)
    if (sizes[c] == 0) empty.push_back(static_cast<std::int32_t>(c));
  return empty;
}

// The cluster of the first document that has one; -1: none has.
std::int32_t first_label(const Array<std::int32_t> &labels, ExecutionContext &run) {
  const std::int32_t *const own =
      std::find_if(labels.begin(), labels.end(), [](std::int32_t c) { return c >= 0; });
  const std::int32_t label = own == labels.end() ? -1 : *own;
  return static_cast<std::int32_t>(run.collective->first_found(label));
}

// Labels the documents outside the core. Returns how many were assigned to the nearest cluster.
template <class T>
Index attach(Array<std::int32_t> &labels, Factors<T> &factors, const FitState<T> &state,
             ExecutionContext &run) {
  const Index n = labels.size(), k = factors.V.columns();
  for (Index i = 0; i < state.first_duplicate.size(); ++i) {
    if (state.first_duplicate[i] == i) continue;
    labels[i] = labels[state.first_duplicate[i]];
    std::copy_n(factors.V.row(state.first_duplicate[i]), k, factors.V.row(i));
  }
  const auto points = data_points<T>(state.X, run);
  factors.U = centers_of(*points, labels, k, factors.geometry, run);
  Array<double> squares = column_dots<T>(factors.U, factors.U, nullptr, run);
  const std::vector<std::int32_t> empty = empty_clusters(labels, k, run);
  for (const std::int32_t c : empty) squares[c] = INFINITY;
  Dense<T> products(run.memory, n, k);
  points->products(factors.U, products, run);
  Index attached = 0;
  for (Index i = 0; i < n; ++i) {
    if (labels[i] >= 0 || (state.X.is_empty(i) && !state.zeros_are_points)) continue;
    const T *const row = products.row(i);
    labels[i] = nearest(row, squares, factors.geometry);
    if (labels[i] < 0) continue;
    ++attached;
    const double length = std::sqrt(points->square(i));
    for (Index c = 0; c < k; ++c) {
      const double cosine = factors.geometry == Geometry::spherical
                                ? static_cast<double>(row[c]) / length
                            : c == labels[i] ? 1
                                             : 0;
      factors.V(i, c) = static_cast<T>(std::max(0.0, cosine));
    }
  }
  // An empty cluster has no center: the origin could be nearest to a document. It gets the center
  // of a non-empty cluster; since it is numbered after the others, it loses the tie.
  const std::int32_t filled = first_label(labels, run);
  if (factors.geometry == Geometry::euclidean && filled >= 0)
    for (const std::int32_t c : empty)
      for (Index j = 0; j < factors.U.rows(); ++j) factors.U(j, c) = factors.U(j, filled);
  return run.total(attached);
}

// Documents without features, neighbors and a label of their own belong to no cluster and must not
// form one: a row of zeros gets no label.
template <class T>
void clear_unknown_documents(Dense<T> &V, const FitState<T> &state, bool zeros_are_points) {
  const bool has_labels = state.constraints != nullptr && state.constraints->labeled > 0;
  for (Index i = 0; i < V.rows() && !zeros_are_points; ++i) {
    const bool empty = state.X.is_empty(i),
               alone = state.graph == nullptr || !(state.graph->degree[i] > 0),
               labeled = has_labels && state.constraints->classes[i] >= 0;
    if (empty && alone && !labeled) std::fill_n(V.row(i), V.columns(), T{0});
  }
}

// Labels documents that are zero after feature scaling.
template <class T>
void label_zero_documents(Array<std::int32_t> &labels, const FeatureWeights &weights,
                          const FitState<T> &state, ExecutionContext &run) {
  const auto is_open = [&](Index i) { return labels[i] < 0 && state.X.is_empty(i); };
  Index first = 0;
  while (first < labels.size() && !is_open(first)) ++first;
  if (weights.shift.empty() || first == labels.size()) return;
  Array<Index> sizes(run.memory, state.k);
  for (const std::int32_t c : labels)
    if (c >= 0) ++sizes[c];
  const std::int32_t nearest = nearest_to_zero(
      centers_of(*data_points<T>(state.X, run), labels, state.k, Geometry::euclidean, run), sizes,
      run);
  for (Index i = first; i < labels.size(); ++i)
    if (is_open(i)) labels[i] = nearest;
}

}  // namespace

template <class T>
void read_out(Model &model, Factors<T> &factors, const FitState<T> &state, const Options &options,
              Report &report, ExecutionContext &run) {
  MembershipReadout &readout = model.readout;
  const FeatureWeights &weights = model.training.weights;
  readout.kind = options.choice<ReadoutKind>();
  if (!state.method->spectral) clear_unknown_documents(factors.V, state, state.zeros_are_points);
  const auto seed = static_cast<std::uint64_t>(options.integer(Key::seed));
  if (readout.kind == ReadoutKind::argmax) {
    model.labels = argmax_labels(factors.V, factors.readout_weights, run);
  } else if (readout.kind == ReadoutKind::rotation) {
    readout.geometry = Geometry::spherical;
    PlacesOfRows places;
    if (const CollectiveGraphs *const graphs = run.collective->graphs())
      places = [&, graphs](const std::vector<std::int32_t> &rows) {
        return graphs->canonical_places(state.X, rows, state.places, run);
      };
    Rotation rotation = rotate_to_partition(factors.V, options.integer(Key::readout_starts),
                                            Rng(seed, 0x0707), run, &state.canonical_order, places);
    model.labels = std::move(rotation.labels);
    readout.centers = packed(rotation.R, run.memory);
    report.rotation(rotation.objective, rotation.start);
  } else {
    readout.geometry =
        readout.kind == ReadoutKind::cosine_kmeans ? Geometry::spherical : Geometry::euclidean;
    Clustering<T> clustering =
        kmeans_labels(factors.V, readout.geometry, options.integer(Key::readout_starts), seed, run,
                      &state.canonical_order);
    model.labels = std::move(clustering.labels);
    readout.centers = packed(clustering.centers, run.memory);
  }
  if (state.method->spectral) {
    if (readout.kind == ReadoutKind::kmeans)
      factors.V = unit_rows(factors.V, run);  // k-means may have used the lengths
    to_memberships(factors.V, readout.centers, run);
    refine_cut(model.labels, factors.V, state, options, report, run);
    if (!factors.E.empty())
      factors.predictor =
          linear_memberships(packed(along_directions(factors.E, readout.centers, run), run.memory));
    readout.centers = Array<double>();
    readout.geometry = factors.geometry;
    report.attached(attach(model.labels, factors, state, run));
  }
  label_zero_documents(model.labels, weights, state, run);
  refine(model, factors, state, weights, options, report, run);
  leave_out_documents(model, factors, state, options, report, run);
}

#define MANIFACT_INSTANTIATE(T)                                                                    \
  template void read_out<T>(Model &, Factors<T> &, const FitState<T> &, const Options &, Report &, \
                            ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
