#include "distributed/duplicates.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "distributed/packet.hpp"
#include "graph/row_hash.hpp"

namespace manifact {

// Rows of different ranks are compared by 128 bits of their content. The rank that a row is sent to
// depends on its content alone.
template <class T>
Index duplicates_of_ranks(const DataView<T> &X, ExecutionContext &run) {
  using Print = std::pair<std::uint64_t, std::uint64_t>;
  const auto ranks = static_cast<std::uint64_t>(group_of(run).size());
  std::vector<Bytes> to(static_cast<std::size_t>(ranks));
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    if (is_zero(x)) continue;
    std::uint64_t print[2] = {1, 2};
    for (Index e = 0; e < x.size(); ++e) {
      if (x[e] == 0) continue;
      const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x[e]));
      for (std::uint64_t &half : print)
        half =
            mix(mix(half + 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(x.column(e))) ^ bits);
    }
    put(to[static_cast<std::size_t>(print[0] % ranks)], print, 2);
  }
  std::vector<Print> prints;
  for (const Bytes &packet : group_of(run).exchange(to))
    for (Unpack from(packet); !from.done();) {
      const auto first = from.one<std::uint64_t>(), second = from.one<std::uint64_t>();
      prints.emplace_back(first, second);
    }
  std::sort(prints.begin(), prints.end());
  const auto distinct = std::unique(prints.begin(), prints.end()) - prints.begin();
  return run.total(static_cast<Index>(std::ssize(prints) - distinct));
}

template Index duplicates_of_ranks(const DataView<float> &, ExecutionContext &);
template Index duplicates_of_ranks(const DataView<double> &, ExecutionContext &);

}  // namespace manifact
