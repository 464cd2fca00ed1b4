#include "graph/colouring.hpp"

namespace manifact {

template <class T>
Colouring greedy_colouring(CsrView<T> S, const std::shared_ptr<Memory> &memory) {
  Array<std::int32_t> colour(memory, S.rows);
  std::vector<std::int64_t> last_seen, counts;  // of each class: the last vertex that has a neighbour in it, plus one; its size
  for (std::int64_t i = 0; i < S.rows; ++i) {
    for (std::int64_t e = S.indptr[i]; e < S.indptr[i + 1]; ++e)
      if (S.indices[e] < i) last_seen[static_cast<std::size_t>(colour[S.indices[e]])] = i + 1;
    std::size_t c = 0;
    while (c < last_seen.size() && last_seen[c] == i + 1) ++c;
    if (c == last_seen.size()) {
      last_seen.push_back(0);
      counts.push_back(0);
    }
    colour[i] = static_cast<std::int32_t>(c);
    ++counts[c];
  }
  Colouring result;
  for (const std::int64_t count : counts) result.starts.push_back(result.starts.back() + count);
  result.vertices = Array<std::int32_t>(memory, S.rows);
  std::vector<std::int64_t> next = result.starts;
  for (std::int64_t i = 0; i < S.rows; ++i) result.vertices[next[static_cast<std::size_t>(colour[i])]++] = static_cast<std::int32_t>(i);
  return result;
}

template Colouring greedy_colouring<float>(CsrView<float>, const std::shared_ptr<Memory> &);
template Colouring greedy_colouring<double>(CsrView<double>, const std::shared_ptr<Memory> &);

}  // namespace manifact
