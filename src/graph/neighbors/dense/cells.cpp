#include "graph/neighbors/dense/cells.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/rng.hpp"

namespace manifact {
namespace {

constexpr Index sampled_per_center = 32;
constexpr int iterations = 2;

void pack(Centers &centers) {
  Array<float> &rows = centers.rows;
  std::vector<float> scratch(static_cast<std::size_t>(centers.columns));
  pack_rows<float, float>({centers.count, centers.columns, centers.columns, rows.data()}, nullptr,
                          0, centers.count, nullptr, centers.packed.data(), scratch.data());
}

// The cells of rows row_of(0) .. row_of(cell.size() - 1).
template <class RowOf>
void assign(const DenseUnitRows &X, const Centers &centers, const RowOf &row_of,
            Array<std::int32_t> &cell, const PartOfProgress &progress, ExecutionContext &run) {
  std::vector<CenterStrip> strips;
  for (Index t = 0; t < run.pool.threads(); ++t) strips.emplace_back(centers, run.memory);
  each_strip(cell.size(), centers, progress, run, [&](Index t, Index begin, Index used) {
    CenterStrip &strip = strips[static_cast<std::size_t>(t)];
    strip.measure(X, used, [&](Index r) { return row_of(begin + r); });
    for (Index r = 0; r < used; ++r)
      cell[begin + r] = static_cast<std::int32_t>(cell_of(strip.cosines(r), centers.count));
  });
}

// Each center becomes the mean of its rows; one without rows stays.
template <class RowOf>
void move_centers(const DenseUnitRows &X, const RowOf &row_of, const Array<std::int32_t> &cell,
                  Centers &centers, ExecutionContext &run) {
  const Index d = centers.columns;
  Array<double> sums(run.memory, centers.count * d), row(run.memory, d);
  for (Index k = 0; k < cell.size(); ++k) {
    double *const sum = sums.data() + cell[k] * d;
    copy_unit_row(X, row_of(k), row.data());
    for (Index c = 0; c < d; ++c) sum[c] += row[c];
  }
  for (Index m = 0; m < centers.count; ++m) {
    double square = 0;
    for (Index c = 0; c < d; ++c) square += sums[m * d + c] * sums[m * d + c];
    for (Index c = 0; c < d && square > 0; ++c)
      centers.rows[m * d + c] = static_cast<float>(sums[m * d + c] / std::sqrt(square));
  }
  run.monitor.check();
}

}  // namespace

CenterStrip::CenterStrip(const Centers &all, const std::shared_ptr<Memory> &memory)
    : centers(all),
      stride(left_stride<float>(all.columns)),
      left(memory, rows * stride),
      values(memory, rows * all.count),
      scratch(memory, packed_scratch<float>()) {}

Index cell_of(const float *cosines, Index count) noexcept {
  return std::max_element(cosines, cosines + count) - cosines;
}

Index rank_of(const float *cosines, Index count, Index cell) noexcept {
  Index rank = 0;
  for (Index c = 0; c < count; ++c)
    rank += cosines[c] > cosines[cell] || (cosines[c] == cosines[cell] && c < cell) ? 1 : 0;
  return rank;
}

Centers make_centers(const DenseUnitRows &X, const Array<std::int32_t> &rows, Index count,
                     std::uint64_t seed, const PartOfProgress &progress, ExecutionContext &run) {
  const Index d = X.columns(), n = rows.size();
  Centers centers{.count = count,
                  .columns = d,
                  .rows = Array<float>(run.memory, count * d),
                  .packed = Array<float>(run.memory, packed_width<float>(count) * d)};
  Rng rng(seed, 29);
  for (Index m = 0; m < count; ++m) {
    const Index begin = n * m / count, end = n * (m + 1) / count;
    copy_unit_row(X, rows[begin + rng.below(end - begin)], centers.rows.data() + m * d);
  }
  Array<std::int32_t> cell(run.memory, std::min(n, sampled_per_center * count));
  const auto row_of = [&](Index k) { return rows[n * k / cell.size()]; };
  for (int iteration = 0; iteration < iterations; ++iteration) {
    pack(centers);
    assign(X, centers, row_of, cell, progress, run);
    move_centers(X, row_of, cell, centers, run);
  }
  pack(centers);
  return centers;
}

}  // namespace manifact
