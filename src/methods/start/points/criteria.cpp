#include "methods/start/points/criteria.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace manifact {

double edge_information(const Graph &graph, const Array<std::int32_t> &labels, Index k) {
  std::map<std::pair<std::int32_t, std::int32_t>, double> joint;
  std::vector<double> share(static_cast<std::size_t>(k));
  double total = 0;
  for (Index i = 0; i < graph.S.rows; ++i)
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      const std::int32_t a = labels[i], b = labels[graph.S.indices[e]];
      joint[{a, b}] += graph.S.values[e];
      share[static_cast<std::size_t>(a)] += graph.S.values[e];
      total += graph.S.values[e];
    }
  double sum = 0;
  for (const auto &[ends, w] : joint)
    sum += w / total *
           std::log(w * total /
                    (share[static_cast<std::size_t>(ends.first)] *
                     share[static_cast<std::size_t>(ends.second)]));
  return sum;
}

double gap_rank(const Array<TreeEdge> &tree, const Array<std::int32_t> &labels) {
  double sum = 0, cut = 0;
  for (Index e = 0; e < tree.size(); ++e) {
    if (labels[tree[e].a] == labels[tree[e].b]) continue;
    sum += static_cast<double>(e);
    ++cut;
  }
  const double last = static_cast<double>(tree.size() - 1);
  return cut > 0 && last > 0 ? sum / cut / last : 1;
}

double normalized_cut(const Graph &graph, const Array<std::int32_t> &labels, Index k) {
  std::vector<double> cut(static_cast<std::size_t>(k)), volume(static_cast<std::size_t>(k));
  for (Index i = 0; i < graph.S.rows; ++i) {
    const auto a = static_cast<std::size_t>(labels[i]);
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1]; ++e) {
      volume[a] += graph.S.values[e];
      if (labels[graph.S.indices[e]] != labels[i]) cut[a] += graph.S.values[e];
    }
  }
  double sum = 0;
  for (std::size_t c = 0; c < cut.size(); ++c) sum += volume[c] > 0 ? cut[c] / volume[c] : 1;
  return sum;
}

double shape_score(double information, double gap, Index k) noexcept {
  const double evidence = std::max(gap, 0.5);
  return information / std::log(static_cast<double>(k)) - 0.15 * std::log(1.01 - evidence);
}

}  // namespace manifact
