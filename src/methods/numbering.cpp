#include "methods/numbering.hpp"

#include <algorithm>
#include <numeric>

namespace manifact {
namespace {

// The old number of each new cluster.
std::vector<std::int64_t> order_of(const Array<std::int32_t> &labels, std::int64_t k) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(k)), first(static_cast<std::size_t>(k), labels.size()), order(static_cast<std::size_t>(k));
  for (std::int64_t i = labels.size() - 1; i >= 0; --i) {
    if (labels[i] < 0) continue;
    ++sizes[static_cast<std::size_t>(labels[i])];
    first[static_cast<std::size_t>(labels[i])] = i;
  }
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
    return sizes[x] != sizes[y] ? sizes[x] > sizes[y] : first[x] < first[y];
  });
  return order;
}

// `at(c)` for c in 0 .. k-1 is a place; their contents move to the new order.
template <class At>
void permute(const std::vector<std::int64_t> &order, At at) {
  std::vector<double> old(order.size());
  for (std::size_t c = 0; c < order.size(); ++c) old[c] = static_cast<double>(at(static_cast<std::int64_t>(c)));
  for (std::size_t c = 0; c < order.size(); ++c) {
    auto &place = at(static_cast<std::int64_t>(c));
    place = static_cast<std::remove_reference_t<decltype(place)>>(old[static_cast<std::size_t>(order[c])]);
  }
}

template <class T>
void permute_columns(Dense<T> &A, const std::vector<std::int64_t> &order) {
  for (std::int64_t i = 0; i < A.rows(); ++i) permute(order, [&](std::int64_t c) -> T & { return A(i, c); });
}

// The new number of each, in the labels too.
void renumber(Array<std::int32_t> &labels, const std::vector<std::int64_t> &order, Run &run) {
  Array<std::int32_t> now(run.memory, static_cast<std::int64_t>(order.size()));
  for (std::size_t c = 0; c < order.size(); ++c) now[order[c]] = static_cast<std::int32_t>(c);
  for (std::int32_t &label : labels) label = label < 0 ? label : now[label];
}

}  // namespace

template <class T>
void number_clusters(Array<std::int32_t> &labels, Factors<T> &factors, Assignment &assignment, Run &run) {
  const std::int64_t k = factors.V.columns();
  const std::vector<std::int64_t> order = order_of(labels, k);
  renumber(labels, order, run);
  if (!assignment.readout_centres.empty()) {
    for (std::int64_t d = 0; d < k; ++d) permute(order, [&](std::int64_t c) -> double & { return assignment.readout_centres[d * k + c]; });
    return;
  }
  for (Dense<T> *factor : {&factors.W, &factors.V, &factors.U, &factors.M, &factors.S}) permute_columns(*factor, order);
  for (std::int64_t d = 0; d < factors.M.columns(); ++d) permute(order, [&](std::int64_t c) -> T & { return factors.M(c, d); });
  if (!factors.readout_weights.empty()) permute(order, [&](std::int64_t c) -> double & { return factors.readout_weights[c]; });
}

template <class T>
void number_feature_clusters(Array<std::int32_t> &labels, Factors<T> &factors, Run &run) {
  const std::vector<std::int64_t> order = order_of(labels, factors.G.columns());
  renumber(labels, order, run);
  permute_columns(factors.G, order);
  for (std::int64_t c = 0; c < factors.S.columns(); ++c) permute(order, [&](std::int64_t b) -> T & { return factors.S(b, c); });
}

template void number_feature_clusters<float>(Array<std::int32_t> &, Factors<float> &, Run &);
template void number_feature_clusters<double>(Array<std::int32_t> &, Factors<double> &, Run &);
template void number_clusters<float>(Array<std::int32_t> &, Factors<float> &, Assignment &, Run &);
template void number_clusters<double>(Array<std::int32_t> &, Factors<double> &, Assignment &, Run &);

}  // namespace manifact
