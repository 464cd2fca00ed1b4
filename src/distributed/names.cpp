#include "distributed/names.hpp"

#include <vector>

#include "distributed/packet.hpp"

namespace manifact {

Array<std::int32_t> ids_of(const Index *ids, Index n, ExecutionContext &run) {
  Array<std::int32_t> own(run.memory, n);
  const Index first = run.rows_before(n);
  for (Index i = 0; i < n; ++i)
    own[i] = static_cast<std::int32_t>(ids != nullptr ? ids[i] : first + i);
  return own;
}

Array<std::int32_t> all_ids(const Array<std::int32_t> &ids, ExecutionContext &run) {
  Bytes own;
  put(own, ids.data(), ids.size());
  Array<std::int32_t> all(run.memory, run.total(ids.size()));
  Index next = 0;
  for (const Bytes &packet : group_of(run).exchange(
           std::vector<Bytes>(static_cast<std::size_t>(group_of(run).size()), own)))
    for (Unpack from(packet); !from.done();) all[next++] = from.one<std::int32_t>();
  return all;
}

Array<std::int32_t> numbers_of_ids(const Array<std::int32_t> &all, ExecutionContext &run) {
  Array<std::int32_t> number_of(run.memory, all.size());
  for (Index i = 0; i < all.size(); ++i) number_of[all[i]] = static_cast<std::int32_t>(i);
  return number_of;
}

}  // namespace manifact
