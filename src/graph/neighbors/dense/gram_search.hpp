// Candidates from blocks of the Gram matrix of unit rows (linalg/dense/blocked.hpp). The cosines
// are computed in the precision P, block by block, and compared with the limits of the lists while
// the block is in cache.
#pragma once

#include <cstdint>

#include "graph/neighbors/dense/candidate_lists.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Products between two progress reports and two checks for cancellation: a fraction of a second.
inline constexpr double products_between_reports = 5e9;

// A bound on the error of a cosine of `columns` products in P: r u / (1 - r u) for the relative
// error u of one operation and the r operations of each term, from its factors to the sum of the
// blocks.
template <class P>
double cosine_error(Index columns) noexcept;

// Packed unit rows of a left factor, with a stride that spreads them over the sets of a cache.
template <class P>
Index left_stride(Index columns) noexcept;
template <class P>
void copy_unit_row(const DenseUnitRows &X, Index i, P *out) noexcept {
  load(X.unit, i, 0, X.columns(), out);
}

// The workspace of one thread: a strip of the Gram matrix.
template <class P>
struct GramStrip {
  static constexpr Index rows = 224, columns = 256;

  // Bytes of the workspace.
  static double bytes(const DenseRows &X) noexcept;
  GramStrip(const DenseUnitRows &X, const std::shared_ptr<Memory> &memory);

  // Rows first .. first + count - 1 of X, or listed[first] .., as the columns of the right factor.
  void pack(const DenseUnitRows &X, const std::int32_t *listed, Index first, Index count) noexcept;

  Array<P> packed, scratch, values;
  Array<std::int32_t> found;
  Array<P> loaded;  // rows that are transformed
};

// The progress of a part of a search: rows done of `total`, from `done` to `done + part`.
struct PartOfProgress {
  Index done, part, total;

  Index at(double share) const noexcept {
    return done + static_cast<Index>(static_cast<double>(part) * share);
  }
};

// All pairs: list i is of row i of Y, or of row rows[i] if `rows` is not null, among the rows of X.
// `same`: Y is X, and no row is its own candidate; if `rows` is null, too, each pair is computed
// once.
template <class P>
void search_all_pairs(const DenseUnitRows &Y, const Array<std::int32_t> *rows,
                      const DenseUnitRows &X, bool same, CandidateLists<P> &lists,
                      const PartOfProgress &progress, ExecutionContext &run);

}  // namespace manifact
