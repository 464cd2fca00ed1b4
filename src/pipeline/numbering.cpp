#include "pipeline/numbering.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluation/assignment.hpp"
#include "model/permute.hpp"
#include "runtime/index.hpp"

namespace manifact {
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

}  // namespace manifact
