#include "distributed/gather.hpp"

#include <utility>
#include <vector>

#include "distributed/packet.hpp"

namespace manifact {
namespace {

// `width` values per document, those of all ranks, each at its place; empty unless this is the
// root.
template <class T>
Array<T> gathered(const Array<T> &own, Index width, const std::vector<Index> &places,
                  const std::vector<Index> &counts, Index n, Index root, MpiGroup &group,
                  ExecutionContext &run) {
  std::vector<Bytes> to(static_cast<std::size_t>(group.size()));
  put(to[static_cast<std::size_t>(root)], own.data(), own.size());
  const std::vector<Bytes> packets = group.exchange(to);
  if (group.rank() != root) return {};
  Array<T> all(run.memory, n * width);
  std::size_t at = 0;
  for (std::size_t r = 0; r < packets.size(); ++r) {
    Unpack from(packets[r]);
    for (Index i = 0; i < counts[r]; ++i) from.take(all.data() + places[at++] * width, width);
  }
  return all;
}

}  // namespace

void gather(Model &model, const Index *places, Index root, MpiGroup &group, ExecutionContext &run) {
  const std::vector<Index> counts = group.all(model.n);
  Index n = 0;
  for (const Index count : counts) n += count;
  std::vector<Bytes> to(static_cast<std::size_t>(group.size()));
  put(to[static_cast<std::size_t>(root)], places, model.n);
  std::vector<Index> all_places;
  for (const Bytes &packet : group.exchange(to))
    for (Unpack from(packet); !from.done();) all_places.push_back(from.one<Index>());
  const auto take = [&](auto &own, Index width) {
    const Index full = run.any(own.size() > 0) ? width : 0;
    auto all = gathered(own, full, all_places, counts, n, root, group, run);
    if (group.rank() == root) own = std::move(all);
  };
  take(model.labels, 1);
  take(model.cosines, 1);
  take(model.V, model.k);
  take(model.W, model.k);
  take(model.training.local_scales, 1);
  if (group.rank() == root) model.n = n;
}

}  // namespace manifact
