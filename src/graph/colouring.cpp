#include "graph/colouring.hpp"

#include <algorithm>

namespace manifact {

template <class T>
Colouring greedy_colouring(CsrView<T> S, const std::shared_ptr<Memory> &memory, const Array<std::int32_t> *order) {
  const auto at = [order](std::int64_t r) { return order != nullptr ? std::int64_t{(*order)[r]} : r; };
  Array<std::int32_t> colour(memory, S.rows);
  std::fill(colour.begin(), colour.end(), -1);
  std::vector<std::int64_t> last_seen, counts;  // of each class: the last vertex that has a neighbour in it, plus one; its size
  for (std::int64_t r = 0; r < S.rows; ++r) {
    const std::int64_t i = at(r);
    for (std::int64_t e = S.indptr[i]; e < S.indptr[i + 1]; ++e)
      if (const std::int32_t c = colour[S.indices[e]]; c >= 0) last_seen[static_cast<std::size_t>(c)] = i + 1;
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
  for (std::int64_t r = 0; r < S.rows; ++r) {
    const std::int64_t i = at(r);
    result.vertices[next[static_cast<std::size_t>(colour[i])]++] = static_cast<std::int32_t>(i);
  }
  return result;
}

template Colouring greedy_colouring<float>(CsrView<float>, const std::shared_ptr<Memory> &, const Array<std::int32_t> *);
template Colouring greedy_colouring<double>(CsrView<double>, const std::shared_ptr<Memory> &, const Array<std::int32_t> *);

}  // namespace manifact
