#include "graph/coloring.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {

template <class T>
Coloring greedy_coloring(CsrView<T> S, const std::shared_ptr<Memory> &memory,
                         const Array<std::int32_t> *order) {
  const auto at = [order](Index r) { return order != nullptr ? Index{(*order)[r]} : r; };
  Array<std::int32_t> color(memory, S.rows);
  std::fill(color.begin(), color.end(), -1);
  // For each class: the last vertex that has a neighbor in it, plus one; and its size.
  std::vector<Index> last_seen, counts;
  for (Index r = 0; r < S.rows; ++r) {
    const Index i = at(r);
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e)
      if (const std::int32_t c = color[S.indices[e]]; c >= 0)
        last_seen[static_cast<std::size_t>(c)] = i + 1;
    std::size_t c = 0;
    while (c < last_seen.size() && last_seen[c] == i + 1) ++c;
    if (c == last_seen.size()) {
      last_seen.push_back(0);
      counts.push_back(0);
    }
    color[i] = static_cast<std::int32_t>(c);
    ++counts[c];
  }
  Coloring result;
  for (const Index count : counts) result.starts.push_back(result.starts.back() + count);
  result.vertices = Array<std::int32_t>(memory, S.rows);
  std::vector<Index> next = result.starts;
  for (Index r = 0; r < S.rows; ++r) {
    const Index i = at(r);
    result.vertices[next[static_cast<std::size_t>(color[i])]++] = static_cast<std::int32_t>(i);
  }
  return result;
}

template Coloring greedy_coloring<float>(CsrView<float>, const std::shared_ptr<Memory> &,
                                         const Array<std::int32_t> *);
template Coloring greedy_coloring<double>(CsrView<double>, const std::shared_ptr<Memory> &,
                                          const Array<std::int32_t> *);

}  // namespace manifact
