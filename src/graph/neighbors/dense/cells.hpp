// Cells of dense rows around centers of length 1: a row belongs to the center with the largest
// cosine, ties to the first. Centers are the means of a sample of the rows, by spherical k-means.
// Cosines are in float and sums in the order of the rows, so that the cells are the same for any
// number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "linalg/dense/blocked.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Centers {
  Index count = 0, columns = 0;
  Array<float> rows;    // count x columns
  Array<float> packed;  // as a right factor
};

// The workspace of one thread: the cosines of up to `rows` rows with all centers.
struct CenterStrip {
  static constexpr Index rows = GramStrip<float>::rows;

  CenterStrip(const Centers &all, const std::shared_ptr<Memory> &memory);

  // The cosines of X's rows row_of(0) .. row_of(used - 1): row r of `values`.
  template <class RowOf>
  void measure(const DenseUnitRows &X, Index used, const RowOf &row_of) noexcept {
    for (Index r = 0; r < used; ++r) copy_unit_row(X, row_of(r), left.data() + r * stride);
    multiply_packed<float>(
        {.rows = used, .columns = centers.columns, .stride = stride, .values = left.data()},
        centers.packed.data(), centers.count, values.data(), centers.count, scratch.data());
  }
  const float *cosines(Index r) const noexcept { return values.data() + r * centers.count; }

  const Centers &centers;
  Index stride;
  Array<float> left, values, scratch;
};

// body(t, begin, used) on thread t for rows begin .. begin + used - 1 of n, at most
// CenterStrip::rows, whose cosines with all centers take most of the time. Several times a second,
// it reports `progress`, which does not advance, and can be cancelled.
template <class Body>
void each_strip(Index n, const Centers &centers, const PartOfProgress &progress,
                ExecutionContext &run, const Body &body) {
  const double products =
      static_cast<double>(CenterStrip::rows) * static_cast<double>(centers.count * centers.columns);
  const Index batch =
      std::max<Index>(16, static_cast<Index>(products_between_reports / (products + 1))) *
      CenterStrip::rows;
  for (Index first = 0; first < n; first += batch) {
    const Index last = std::min(n, first + batch);
    parallel_rows(run, run.pool.threads(), first, last, CenterStrip::rows,
                  [&](Index t, Index begin, Index end) { body(t, begin, end - begin); });
    run.monitor.report(progress.done, progress.total);
  }
}

// The cell of a row with these cosines.
Index cell_of(const float *cosines, Index count) noexcept;

// The rank of a cell when all are ordered by (cosine descending, index ascending).
Index rank_of(const float *cosines, Index count, Index cell) noexcept;

// Centers of these rows, none of them zero.
Centers make_centers(const DenseUnitRows &X, const Array<std::int32_t> &rows, Index count,
                     std::uint64_t seed, const PartOfProgress &progress, ExecutionContext &run);

// Compares each row with the rows of the t cells whose centers are nearest to it.

// For each cell its rows and the rows that are compared with them, both ascending.
struct Probes {
  Array<Index> member_begin, probe_begin;
  Array<std::int32_t> members, probes;

  static double bytes(Index n, Index t) noexcept {
    return static_cast<double>(n) * (static_cast<double>(t) * 6 + 8);
  }
  double products() const noexcept;
};

Probes make_probes(const DenseUnitRows &X, const Array<std::int32_t> &rows, const Centers &centers,
                   Index t, const PartOfProgress &progress, ExecutionContext &run);

// Adds the candidates of both rows of each pair.
void search_probes(const DenseUnitRows &X, const Probes &probes, CandidateLists<float> &lists,
                   const PartOfProgress &progress, ExecutionContext &run);

}  // namespace manifact
