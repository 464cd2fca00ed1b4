#include "graph/conductance.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace manifact {
namespace {

// With a_c, the weight of the edges within cluster c (both directions), and b_c, that of all edges
// of its vertices, the mean conductance is 1 - sum_c (a_c / b_c) / k. A vertex of degree d and of
// weight w_c to each cluster that goes from c to e changes the sum by
//
//   (a_c - 2 w_c) / (b_c - d) - a_c / b_c  +  (a_e + 2 w_e) / (b_e + d) - a_e / b_e
class Cut {
 public:
  Cut(const Graph &graph, Index k, Array<std::int32_t> &labels)
      : S_(graph.S),
        degree_(graph.degree),
        labels_(labels),
        weight_(static_cast<std::size_t>(k)),
        within_(weight_),
        all_(weight_),
        size_(static_cast<std::size_t>(k)) {
    for (Index i = 0; i < S_.rows; ++i) {
      if (labels[i] < 0) continue;
      const auto c = static_cast<std::size_t>(labels[i]);
      all_[c] += degree_[i];
      ++size_[c];
      for (Index e = S_.indptr[i]; e < S_.indptr[i + 1]; ++e)
        if (labels[S_.indices[e]] == labels[i]) within_[c] += S_.values[e];
    }
  }

  // Moves the vertex if the sum increases by more than rounding; whether it did.
  bool move(Index i) {
    const std::int32_t label = labels_[i];
    if (label < 0 || size_[static_cast<std::size_t>(label)] < 2) return false;
    const auto c = static_cast<std::size_t>(label);
    const double d = degree_[i], rest = all_[c] - d;
    if (!(d > 0) || !(rest > 0)) return false;
    gather(i);
    const double loss = within_[c] / all_[c] - (within_[c] - 2 * weight_[c]) / rest;
    double most = rounding;
    std::size_t best = c;
    for (const std::size_t e : met_) {
      if (e == c) continue;
      const double gain = (within_[e] + 2 * weight_[e]) / (all_[e] + d) - within_[e] / all_[e];
      if (gain - loss > most || (best != c && gain - loss == most && e < best)) {
        most = gain - loss;
        best = e;
      }
    }
    if (best != c) {
      within_[c] -= 2 * weight_[c];
      within_[best] += 2 * weight_[best];
      all_[c] = rest;
      all_[best] += d;
      --size_[c];
      ++size_[best];
      labels_[i] = static_cast<std::int32_t>(best);
    }
    for (const std::size_t e : met_) weight_[e] = 0;
    met_.clear();
    return best != c;
  }

 private:
  // The weight of the edges of vertex i to each cluster that it meets.
  void gather(Index i) {
    for (Index e = S_.indptr[i]; e < S_.indptr[i + 1]; ++e) {
      const std::int32_t label = labels_[S_.indices[e]];
      if (label < 0) continue;
      const auto c = static_cast<std::size_t>(label);
      if (weight_[c] == 0) met_.push_back(c);
      weight_[c] += S_.values[e];
    }
  }

  static constexpr double rounding = 1e-12;
  const Csr<double> &S_;
  const Array<double> &degree_;
  Array<std::int32_t> &labels_;
  std::vector<double> weight_, within_, all_;
  std::vector<Index> size_;
  std::vector<std::size_t> met_;  // clusters with a weight
};

}  // namespace

double largest_conductance(const Graph &graph, const Array<std::int32_t> &labels, Index k) {
  const Csr<double> &S = graph.S;
  const auto clusters = static_cast<std::size_t>(k);
  std::vector<double> leaving(clusters), all(clusters);
  for (Index i = 0; i < S.rows; ++i) {
    if (labels[i] < 0) continue;
    const auto c = static_cast<std::size_t>(labels[i]);
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      all[c] += S.values[e];
      if (labels[S.indices[e]] != labels[i]) leaving[c] += S.values[e];
    }
  }
  double largest = 0;
  for (std::size_t c = 0; c < clusters; ++c)
    largest = std::max(largest, all[c] > 0 ? leaving[c] / all[c] : 1.0);
  return largest;
}

Index lower_conductance(const Graph &graph, const Array<std::int32_t> &order, Index k, int rounds,
                        Array<std::int32_t> &labels, ExecutionContext &run) {
  const Array<std::int32_t> before = labels.copy();
  Cut cut(graph, k, labels);
  bool moved = true;
  for (int round = 0; round < rounds && moved; ++round) {
    run.monitor.check();
    moved = false;
    for (const std::int32_t i : order) moved = cut.move(i) || moved;
  }
  Index different = 0;
  for (Index i = 0; i < labels.size(); ++i) different += labels[i] != before[i] ? 1 : 0;
  return different;
}

}  // namespace manifact
