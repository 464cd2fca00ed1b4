#include "graph/conductance.hpp"

#include <algorithm>
#include <vector>

namespace manifact {

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

}  // namespace manifact
