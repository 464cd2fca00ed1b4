// Neighbors by the cosine of a kernel, cos(i, j) = K_ij / sqrt(K_ii K_jj), from given rows of K.
#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/neighbors/neighbors.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {
namespace {

struct Candidate {
  double cosine;
  std::int32_t index;
};

}  // namespace

template <class T>
Neighbors kernel_neighbors(const DataView<T> &K, const Array<double> &own,
                           const Array<double> &others, bool same, Index p, ExecutionContext &run) {
  const Index n = K.rows,
              most = std::clamp<Index>(p, 0, std::max<Index>(0, K.columns - (same ? 1 : 0)));
  Neighbors found{.n = n,
                  .p = most,
                  .index = Array<std::int32_t>(run.memory, n * most),
                  .cosine = Array<double>(run.memory, n * most),
                  .count = Array<std::int32_t>(run.memory, n),
                  .search = {.searched = true}};
  Index longest = 0;
  for (Index i = 0; i < n; ++i) longest = std::max(longest, K.row(i).size());
  std::vector<Array<Candidate>> candidates;  // one per thread
  for (Index t = 0; t < run.pool.threads(); ++t) candidates.emplace_back(run.memory, longest);
  parallel_rows(run, std::ssize(candidates), 0, n, 1, [&](Index t, Index i, Index) {
    Candidate *const all = candidates[static_cast<std::size_t>(t)].data();
    Index count = 0;
    const DataRow<T> row = K.row(i);
    for (Index e = 0; e < row.size(); ++e) {
      const std::int32_t j = row.column(e);
      const double value = static_cast<double>(row[e]),
                   lengths = std::sqrt(own[i]) * std::sqrt(others[j]);
      if (value > 0 && lengths > 0 && !(same && j == i))
        all[count++] = {std::fmin(value / lengths, 1), j};
    }
    const Index kept = std::min(count, most);
    std::partial_sort(all, all + kept, all + count, [](const Candidate &a, const Candidate &b) {
      return a.cosine != b.cosine ? a.cosine > b.cosine : a.index < b.index;
    });
    found.count[i] = static_cast<std::int32_t>(kept);
    for (Index q = 0; q < kept; ++q) {
      found.index[i * most + q] = all[q].index;
      found.cosine[i * most + q] = all[q].cosine;
    }
  });
  run.monitor.report(n, n);
  return found;
}

template Neighbors kernel_neighbors<float>(const DataView<float> &, const Array<double> &,
                                           const Array<double> &, bool, Index, ExecutionContext &);
template Neighbors kernel_neighbors<double>(const DataView<double> &, const Array<double> &,
                                            const Array<double> &, bool, Index, ExecutionContext &);

}  // namespace manifact
