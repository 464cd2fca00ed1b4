// Candidates from blocks of the Gram matrix of unit rows (linalg/dense/blocked.hpp). The cosines
// are computed in the precision P, block by block, and compared with the limits of the lists while
// the block is in cache.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The candidates for the p nearest rows of each row, by rounded cosines.
//
// A list has a fixed capacity. When it is full, all candidates that are worse than the p-th best by
// more than `slack` are dropped, and `limit`, below which no candidate is added, rises accordingly.
//
//   slack > 0   bounds the error of the difference of two cosines: the p nearest rows are never
//               dropped. A list that is still full is closed.
//   slack = 0   the p best by (cosine descending, index ascending), regardless of the order in
//               which they were added; a candidate may be added more than once, with equal cosines
template <class P>
struct Candidate {
  P cosine;
  std::int32_t row;
  bool operator<(const Candidate &other) const noexcept {
    return cosine > other.cosine || (cosine == other.cosine && row < other.row);
  }
  bool operator==(const Candidate &) const = default;
};

template <class P>
class CandidateLists {
 public:
  static Index capacity_for(Index p) noexcept { return 2 * p + 32; }
  static double bytes(Index n, Index p) noexcept {
    return static_cast<double>(n) * (static_cast<double>(capacity_for(p)) * sizeof(Candidate<P>) +
                                     sizeof(P) + sizeof(std::int32_t));
  }

  // n empty lists; `lowest` is the first limit.
  CandidateLists(Index n, Index p, P lowest, P slack, const std::shared_ptr<Memory> &memory)
      : p_(p),
        capacity_(capacity_for(p)),
        slack_(slack),
        limit_(memory, n),
        count_(memory, n),
        list_(memory, n * capacity_) {
    std::fill(limit_.begin(), limit_.end(), lowest);
  }

  const P *limits() const noexcept { return limit_.data(); }
  P limit(Index i) const noexcept { return limit_[i]; }
  bool overflowed(Index i) const noexcept { return count_[i] < 0; }

  // Accepts no further candidates.
  void close(Index i) noexcept { limit_[i] = std::numeric_limits<P>::infinity(); }

  void put(Index i, P cosine, Index row) noexcept {
    if (!(cosine >= limit_[i])) return;
    if (count_[i] == capacity_) {
      reduce(i);
      if (!(cosine >= limit_[i])) return;
      if (count_[i] == capacity_) {
        count_[i] = -1;
        return close(i);
      }
    }
    list_[i * capacity_ + count_[i]++] = {cosine, static_cast<std::int32_t>(row)};
  }

  // The remaining candidates, in any order, and their number; not for a list that overflowed.
  const Candidate<P> *finish(Index i, Index &count) noexcept {
    reduce(i);
    count = count_[i];
    return list_.data() + i * capacity_;
  }

 private:
  void reduce(Index i) noexcept {
    Candidate<P> *const begin = list_.data() + i * capacity_;
    Candidate<P> *end = begin + count_[i];
    if (slack_ == 0) {
      std::sort(begin, end);
      end = std::unique(begin, end);
      count_[i] = static_cast<std::int32_t>(std::min<Index>(p_, end - begin));
      if (count_[i] == p_) limit_[i] = begin[p_ - 1].cosine;
      return;
    }
    if (count_[i] < p_) return;
    std::nth_element(begin, begin + p_ - 1, end);
    const P low = begin[p_ - 1].cosine - slack_;
    end = std::partition(begin, end, [&](const Candidate<P> &c) { return c.cosine >= low; });
    count_[i] = static_cast<std::int32_t>(end - begin);
    limit_[i] = std::max(limit_[i], low);
  }

  Index p_, capacity_;
  P slack_;
  Array<P> limit_;
  Array<std::int32_t> count_;  // -1 for a list that overflowed
  Array<Candidate<P>> list_;
};

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
