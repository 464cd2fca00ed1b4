#include "graph/neighbors/euclidean/point_blocks.hpp"

namespace manifact {

PointBlocks point_blocks(const PointView &Y, Array<std::int32_t> order, ExecutionContext &run) {
  PointBlocks blocks{.n = Y.rows(), .d = Y.columns(), .order = std::move(order), .values = {}};
  const Index slots = blocks.count() * lanes;
  if (blocks.order.empty()) {
    blocks.order = Array<std::int32_t>(run.memory, slots);
    for (Index i = 0; i < slots; ++i)
      blocks.order[i] = i < blocks.n ? static_cast<std::int32_t>(i) : -1;
  }
  blocks.values = Array<double>(run.memory, slots * blocks.d);
  run.pool.blocks(blocks.count(), 128, [&](Index begin, Index end) {
    for (Index place = begin * lanes; place < end * lanes; ++place) {
      const std::int32_t i = blocks.order[place];
      double *const to = blocks.values.data() + place / lanes * blocks.d * lanes + place % lanes;
      for (Index c = 0; c < blocks.d; ++c)
        to[c * lanes] = i < 0 ? std::numeric_limits<double>::infinity() : Y(i, c);
    }
  });
  return blocks;
}

}  // namespace manifact
