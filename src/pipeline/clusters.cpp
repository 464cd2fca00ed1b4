#include "pipeline/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "evaluation/assignment.hpp"
#include "graph/build.hpp"
#include "model/predictor.hpp"
#include "readout/readout.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The document whose label and memberships hold for all of a group, given in ascending order.
Index example_of(const std::vector<Index> &group, const Array<std::int32_t> &labels) {
  std::map<std::int32_t, Index> count;
  for (const Index i : group) ++count[labels[i]];
  Index best = group.front();
  for (const Index i : group)
    if (count[labels[i]] > count[labels[best]]) best = i;
  return best;
}

}  // namespace

template <class T>
double mean_silhouette(const Points<T> &points, const Array<std::int32_t> &labels, Index k,
                       ExecutionContext &run) {
  const Array<Index> sizes = cluster_sizes(labels, k, run);
  const Dense<T> sums = points.sums(labels, {}, k, run);
  Dense<T> products(run.memory, labels.size(), k);
  points.products(sums, products, run);
  double sum = 0;
  Index count = 0;
  for (Index i = 0; i < labels.size(); ++i) {
    const std::int32_t own = labels[i];
    if (own < 0) continue;
    double inside = 0, outside = -1;
    for (Index c = 0; c < k; ++c) {
      const double product = static_cast<double>(products(i, c)),
                   size = static_cast<double>(sizes[c]);
      if (c == own)
        inside = size > 1 ? (product - points.square(i)) / (size - 1) : 0;
      else if (size > 0)
        outside = std::max(outside, product / size);
    }
    const double a = 1 - inside, b = 1 - outside, most = std::max(a, b);
    sum += most > 0 ? (b - a) / most : 0;
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

template <class T>
Index unite_equal_documents(const DataView<T> &X, Array<std::int32_t> &labels, Dense<T> &V,
                            ExecutionContext &run) {
  const Array<std::int32_t> first = first_occurrences(X, run);
  std::map<std::int32_t, std::vector<Index>> parted;  // by the first of equal documents
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] != labels[first[i]]) parted[first[i]];
  if (parted.empty()) return 0;
  for (Index i = 0; i < labels.size(); ++i)
    if (const auto group = parted.find(first[i]); group != parted.end()) group->second.push_back(i);
  Index changed = 0;
  for (const auto &[representative, group] : parted) {
    const Index from = example_of(group, labels);
    for (const Index i : group) {
      if (labels[i] == labels[from]) continue;
      labels[i] = labels[from];
      if (!V.empty()) std::copy_n(V.row(from), V.columns(), V.row(i));
      ++changed;
    }
  }
  return changed;
}

#define MANIFACT_INSTANTIATE(T)                                                                   \
  template double mean_silhouette<T>(const Points<T> &, const Array<std::int32_t> &, Index,       \
                                     ExecutionContext &);                                         \
  template Index unite_equal_documents<T>(const DataView<T> &, Array<std::int32_t> &, Dense<T> &, \
                                          ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

namespace {

// The cluster of each class; -1 for a class that is matched with none.
std::vector<Index> clusters_of(const Constraints &constraints, const Array<std::int32_t> &labels,
                               Index k) {
  const Index C = constraints.n_classes();
  std::vector<Index> counts(static_cast<std::size_t>(C * k));
  for (Index i = 0; i < labels.size(); ++i)
    if (labels[i] >= 0 && constraints.classes[i] >= 0)
      ++counts[static_cast<std::size_t>(constraints.classes[i] * k + labels[i])];
  std::vector<Cell> cells;
  for (Index c = 0; c < C; ++c)
    for (Index l = 0; l < k; ++l)
      if (const Index count = counts[static_cast<std::size_t>(c * k + l)]; count > 0)
        cells.push_back({.row = c, .column = l, .count = count});
  return heaviest_matching(cells, C, k);
}

// The old number of each new cluster: clusters matched with classes get the numbers of the classes,
// the others fill the remaining numbers by size.
std::vector<Index> classes_first(const std::vector<Index> &by_size,
                                 const std::vector<Index> &of_class) {
  std::vector<Index> order(of_class);
  order.resize(by_size.size(), -1);
  std::size_t next = 0;
  for (const Index cluster : by_size) {
    if (std::find(of_class.begin(), of_class.end(), cluster) != of_class.end()) continue;
    // The largest follow the classes; a class without a cluster gets one of those left over.
    std::size_t place = std::max(next, of_class.size());
    while (place < order.size() && order[place] >= 0) ++place;
    if (place == order.size())
      place = static_cast<std::size_t>(std::find(order.begin(), order.end(), -1) - order.begin());
    order[place] = cluster;
    next = place;
  }
  return order;
}

// The lowest place of a document of each cluster among those of all processes; 0: there is none.
std::vector<Index> first_documents(const Array<std::int32_t> &labels, Index k, const Index *places,
                                   ExecutionContext &run) {
  const Index before = run.rows_before(labels.size());
  std::vector<double> least(static_cast<std::size_t>(k), -INFINITY);
  for (Index i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    double &own = least[static_cast<std::size_t>(labels[i])];
    own = std::fmax(own, -static_cast<double>(places != nullptr ? places[i] : before + i));
  }
  run.collective->max(least.data(), k);
  std::vector<Index> first;
  for (const double x : least) first.push_back(std::isfinite(x) ? static_cast<Index>(-x) : 0);
  return first;
}

// The old number of each new cluster, by decreasing size.
std::vector<Index> order_of(const Array<std::int32_t> &labels, Index k, const Index *places,
                            ExecutionContext &run) {
  std::vector<Index> sizes(static_cast<std::size_t>(k)), order(static_cast<std::size_t>(k));
  for (const std::int32_t label : labels)
    if (label >= 0) ++sizes[static_cast<std::size_t>(label)];
  run.sum(sizes.data(), k);
  const std::vector<Index> first = first_documents(labels, k, places, run);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
    return sizes[x] != sizes[y] ? sizes[x] > sizes[y] : first[x] < first[y];
  });
  return order;
}

template <class T>
void permute_columns(Dense<T> &A, const std::vector<Index> &order) {
  for (Index i = 0; i < A.rows(); ++i) permute(order, [&](Index c) -> T & { return A(i, c); });
}

// The new number of each old cluster; also applied to the labels.
void renumber(Array<std::int32_t> &labels, const std::vector<Index> &order, ExecutionContext &run) {
  Array<std::int32_t> now(run.memory, static_cast<Index>(order.size()));
  for (std::size_t c = 0; c < order.size(); ++c) now[order[c]] = static_cast<std::int32_t>(c);
  for (std::int32_t &label : labels) label = label < 0 ? label : now[label];
}

}  // namespace

std::vector<Index> clusters_of_classes(const Constraints &constraints,
                                       const Array<std::int32_t> &labels, Index k, bool numbered) {
  if (constraints.labeled == 0) return {};
  if (!numbered) return clusters_of(constraints, labels, k);
  std::vector<Index> own(constraints.class_labels.size());
  std::iota(own.begin(), own.end(), 0);
  return own;
}

template <class T>
void number_clusters(Array<std::int32_t> &labels, const Constraints *constraints,
                     Factors<T> &factors, Array<double> &readout_centers, const Index *places,
                     ExecutionContext &run) {
  const Index k = factors.V.columns();
  std::vector<Index> order = order_of(labels, k, places, run);
  if (constraints != nullptr && constraints->labeled > 0)
    order = classes_first(order, clusters_of(*constraints, labels, k));
  renumber(labels, order, run);
  if (!readout_centers.empty()) return permute_columns(readout_centers, order);
  for (Dense<T> *factor : {&factors.W, &factors.V, &factors.U, &factors.S})
    permute_columns(*factor, order);
  factors.predictor->permute(order);
  permute_columns(factors.readout_weights, order);
}

template <class T>
void number_feature_clusters(Array<std::int32_t> &labels, Factors<T> &factors,
                             ExecutionContext &run) {
  const std::vector<Index> order = order_of(labels, factors.G.columns(), nullptr, run);
  renumber(labels, order, run);
  permute_columns(factors.G, order);
  for (Index c = 0; c < factors.S.columns(); ++c)
    permute(order, [&](Index b) -> T & { return factors.S(b, c); });
}

template void number_feature_clusters<float>(Array<std::int32_t> &, Factors<float> &,
                                             ExecutionContext &);
template void number_feature_clusters<double>(Array<std::int32_t> &, Factors<double> &,
                                              ExecutionContext &);
template void number_clusters<float>(Array<std::int32_t> &, const Constraints *, Factors<float> &,
                                     Array<double> &, const Index *, ExecutionContext &);
template void number_clusters<double>(Array<std::int32_t> &, const Constraints *, Factors<double> &,
                                      Array<double> &, const Index *, ExecutionContext &);

template <class T>
void read_out_features(Model &model, Factors<T> &factors, const DataView<T> &X, bool keep_numbers,
                       ExecutionContext &run) {
  if (factors.G.empty()) return;
  FeatureClusters &features = model.features;
  const Index l = factors.G.columns(), k = model.k;
  features.l = l;
  features.labels = argmax_labels(factors.G, factors.feature_weights, run);
  Array<Index> df(run.memory, model.m);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) df[x.column(e)] += !x.dense() || x[e] != 0 ? 1 : 0;
  }
  for (Index j = 0; j < model.m; ++j)
    if (df[j] == 0) features.labels[j] = -1;
  if (!keep_numbers) number_feature_clusters(features.labels, factors, run);
  features.sizes = Array<Index>(run.memory, l);
  for (const std::int32_t label : features.labels)
    if (label >= 0) ++features.sizes[label];
  features.mass = Array<double>(run.memory, k * l);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size() && model.labels[i] >= 0; ++e)
      if (const std::int32_t b = features.labels[x.column(e)]; b >= 0)
        features.mass[model.labels[i] * l + b] += static_cast<double>(x[e]);
  }
  features.memberships = packed(factors.G, run.memory);
  features.core = Array<double>(run.memory, k * l);
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < l; ++b) features.core[a * l + b] = static_cast<double>(factors.S(b, a));
}

template void read_out_features<float>(Model &, Factors<float> &, const DataView<float> &, bool,
                                       ExecutionContext &);
template void read_out_features<double>(Model &, Factors<double> &, const DataView<double> &, bool,
                                        ExecutionContext &);

}  // namespace manifact
