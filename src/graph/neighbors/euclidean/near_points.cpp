#include "graph/neighbors/euclidean/near_points.hpp"

#include <array>
#include <cmath>

#include "linalg/dense/range.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {

Array<NearPoint> nearest_points(const PointView &Y, Index q, ExecutionContext &run,
                                const std::int32_t *before) {
  const Index n = Y.rows(), d = Y.columns();
  Array<NearPoint> near(run.memory, n * q);
  Array<double> limits(run.memory, before != nullptr ? n : 0);
  run.pool.blocks(limits.size(), 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (Index h = 0; h < q; ++h) {
        double distance = 0;
        for (Index c = 0; c < d; ++c) {
          const double off = Y(i, c) - Y(before[i * q + h], c);
          distance += off * off;
        }
        limits[i] = std::max(limits[i], distance);
      }
      limits[i] *= 1 + 1e-12;  // products and sums may be fused here
    }
  });
  point_search(Y, q, run)->nearest(nullptr, n, q, near.data(), run,
                                   before != nullptr ? limits.data() : nullptr);
  return near;
}

Csr<double> packed_rows(const Array<NearPoint *> &rows, const Array<Index> &count,
                        ExecutionContext &run) {
  const Index n = count.size();
  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) indptr[i + 1] = indptr[i] + count[i];
  Csr<double> A(run.memory, n, n, indptr[n]);
  A.indptr = std::move(indptr);
  run.pool.blocks(n, 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      NearPoint *const row = rows[i];
      std::sort(row, row + count[i],
                [](const NearPoint &a, const NearPoint &b) { return a.index < b.index; });
      for (Index e = 0; e < count[i]; ++e) {
        A.indices[A.indptr[i] + e] = row[e].index;
        A.values[A.indptr[i] + e] = row[e].distance;
      }
    }
  });
  return A;
}

PointBlocks point_blocks(const PointView &Y, Array<std::int32_t> order, ExecutionContext &run) {
  PointBlocks blocks{.n = Y.rows(), .d = Y.columns(), .order = std::move(order), .values = {}};
  const Index slots = blocks.count() * lanes;
  if (blocks.order.empty()) {
    blocks.order = Array<std::int32_t>(run.memory, slots);
    for (Index i = 0; i < slots; ++i)
      blocks.order[i] = i < blocks.n ? static_cast<std::int32_t>(i) : -1;
  }
  blocks.values = Array<double>(run.memory, slots * blocks.d);
  run.monitor.check();
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

namespace {

// All pairs in float; pairs that this cannot decide are measured exactly, eight at a time. With f_i
// the centered point in float and s_i = |f_i|^2,
//
//   d_ij >= s_i + s_j - 2 <f_i, f_j> - slack (s_i + s_j),   slack = (columns + 24) 2^-23
//
// since a dot product of this length in any order and the rounding of y to f have smaller errors.
// Pairs above the q-th exact distance so far are discarded.

constexpr Index queries = 16, tile = 256;  // points per task, and points per tile

class AllPairs final : public PointSearch {
 public:
  AllPairs(const PointView &Y, ExecutionContext &run)
      : Y_(Y),
        points_(point_blocks(Y, {}, run)),
        F_(run.memory, Y.rows(), Y.columns()),
        tiles_(run.memory, (Y.rows() + tile - 1) / tile * tile * Y.columns()),
        low_(run.memory, (Y.rows() + tile - 1) / tile * tile) {
    center(run);
    const float slack = static_cast<float>(Y.columns() + 24) * 0x1p-23F;
    for (Index j = 0; j < low_.size(); ++j) {
      if (j % tile == 0) run.monitor.check();
      float square = 0;
      for (Index c = 0; j < Y.rows() && c < Y.columns(); ++c) {
        square += F_(j, c) * F_(j, c);
        tiles_[(j / tile * Y.columns() + c) * tile + j % tile] = F_(j, c);
      }
      low_[j] =
          j < Y.rows() ? square * (1 - slack) - 0x1p-100F : std::numeric_limits<float>::infinity();
    }
  }

  void nearest(const std::int32_t *rows, Index count, Index q, NearPoint *near,
               ExecutionContext &run, const double *limits) const override {
    Dense<float> some(run.memory, rows != nullptr ? count : 0, F_.columns());
    for (Index r = 0; r < some.rows(); ++r) std::copy_n(F_.row(rows[r]), F_.stride(), some.row(r));
    const Dense<float> &F = rows != nullptr ? some : F_;
    each_task(count, queries, queries * Y_.columns(), run,
              [&](Index begin, Index end, double *scratch) {
                std::array<std::int32_t, queries> which;
                for (Index r = begin; r < end; ++r)
                  which[static_cast<std::size_t>(r - begin)] =
                      rows != nullptr ? rows[r] : static_cast<std::int32_t>(r);
                search(which.data(), F.row(begin), end - begin, q, near + begin * q,
                       limits != nullptr ? limits + begin : nullptr, scratch);
              });
  }

 private:
  // F: the centered points times the power of two that scales the largest entry to about 1.
  void center(ExecutionContext &run) {
    const Index n = Y_.rows(), d = Y_.columns();
    Array<double> mean(run.memory, d);
    double most = 0;
    for (Index i = 0; i < n; ++i) {
      if (i % tile == 0) run.monitor.check();
      for (Index c = 0; c < d; ++c) mean[c] += Y_(i, c) / static_cast<double>(n);
    }
    for (Index i = 0; i < n; ++i) {
      if (i % tile == 0) run.monitor.check();
      for (Index c = 0; c < d; ++c) most = std::max(most, std::fabs(Y_(i, c) - mean[c]));
    }
    scale_ = std::ldexp(1.0, exponent_to_one(most));
    for (Index i = 0; i < n; ++i)
      for (Index c = 0; c < d; ++c) F_(i, c) = static_cast<float>((Y_(i, c) - mean[c]) * scale_);
  }

  // The upper bound of low_j - 2 <f_i, f_j> for points whose exact distance may qualify.
  float doubt(double limit, float low) const noexcept {
    return static_cast<float>(limit * scale_ * scale_ * (1 + 0x1p-20)) - low;
  }

  // For `count` points, with their rows of F.
  void search(const std::int32_t *which, const float *F, Index count, Index q, NearPoint *near,
              const double *limits, double *scratch) const noexcept {
    std::array<float, queries * tile> products;
    std::array<Nearest, queries> best;
    std::array<const double *, queries> y;
    for (Index r = 0; r < count; ++r) {
      best[static_cast<std::size_t>(r)] = Nearest(near + r * q, q, which[r], limit_of(limits, r));
      y[static_cast<std::size_t>(r)] = Y_.row(which[r], scratch + r * Y_.columns());
    }
    for (Index first = 0; first < low_.size(); first += tile) {
      kernels<float>().times(F, F_.stride(), F_.columns(), tiles_.data() + first * F_.columns(),
                             tile, count, products.data());
      for (Index r = 0; r < count; ++r)
        look(which[r], y[static_cast<std::size_t>(r)], first, products.data() + r * tile,
             best[static_cast<std::size_t>(r)]);
    }
    for (Index r = 0; r < count; ++r) best[static_cast<std::size_t>(r)].sort();
  }

  // Point i, at y, against the points of one tile.
  void look(Index i, const double *y, Index first, const float *products,
            Nearest &best) const noexcept {
    std::array<double, lanes> distance;
    float most = doubt(best.limit(), low_[i]);
    for (Index l = 0; l < tile && first + l < points_.n; l += lanes) {
      float least = std::numeric_limits<float>::infinity();
      for (Index e = l; e < l + lanes; ++e) {
        const float at_least = low_[first + e] - 2 * products[e];
        least = at_least < least ? at_least : least;
      }
      if (!(least <= most)) continue;
      const Index b = (first + l) / lanes;
      distance_kernels().points(points_.block(b), points_.d, y, best.limit(), distance.data());
      for (std::size_t e = 0; e < lanes; ++e)
        if (distance[e] <= best.limit())
          best.offer(distance[e], points_.order[b * lanes + static_cast<Index>(e)]);
      most = doubt(best.limit(), low_[i]);
    }
  }

  PointView Y_;
  PointBlocks points_;
  Dense<float> F_;
  Array<float> tiles_, low_;  // f by tile, d x 256 each; (1 - slack) s_j
  double scale_ = 1;
};

}  // namespace

std::unique_ptr<PointSearch> all_pairs(const PointView &Y, ExecutionContext &run) {
  return std::make_unique<AllPairs>(Y, run);
}

}  // namespace manifact
