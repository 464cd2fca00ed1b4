#include "graph/neighbors/euclidean/near_points.hpp"

#include "graph/neighbors/euclidean/point_blocks.hpp"
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

}  // namespace manifact
