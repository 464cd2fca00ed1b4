#include "graph/near_points.hpp"

#include "graph/point_blocks.hpp"

namespace manifact {

PointBlocks point_blocks(const Dense<double> &Y, Array<std::int32_t> order, Run &run) {
  PointBlocks blocks{Y.rows(), Y.columns(), std::move(order), {}};
  const std::int64_t places = blocks.count() * lanes;
  if (blocks.order.empty()) {
    blocks.order = Array<std::int32_t>(run.memory, places);
    for (std::int64_t i = 0; i < places; ++i) blocks.order[i] = i < blocks.n ? static_cast<std::int32_t>(i) : -1;
  }
  blocks.values = Array<double>(run.memory, places * blocks.d);
  run.team.blocks(blocks.count(), 128, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t place = begin * lanes; place < end * lanes; ++place) {
      const std::int32_t i = blocks.order[place];
      double *const to = blocks.values.data() + place / lanes * blocks.d * lanes + place % lanes;
      for (std::int64_t c = 0; c < blocks.d; ++c) to[c * lanes] = i < 0 ? std::numeric_limits<double>::infinity() : Y(i, c);
    }
  });
  return blocks;
}

std::unique_ptr<PointSearch> point_search(const Dense<double> &Y, Run &run) {
  constexpr std::int64_t most_columns = 20;  // of a tree that pays
  return Y.columns() <= most_columns ? box_tree(Y, run) : all_pairs(Y, run);
}

Array<NearPoint> nearest_points(const Dense<double> &Y, std::int64_t q, Run &run) {
  Array<NearPoint> near(run.memory, Y.rows() * q);
  point_search(Y, run)->nearest(nullptr, Y.rows(), q, near.data(), run);
  return near;
}

}  // namespace manifact
