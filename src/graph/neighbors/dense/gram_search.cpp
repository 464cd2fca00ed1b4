#include "graph/neighbors/dense/gram_search.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "linalg/dense/blocked.hpp"
#include "linalg/simd/panels.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {
namespace {

// Rows of the left factor that are packed at a time, and the bytes that they may take.
constexpr Index left_rows = 1024, left_bytes = Index{16} << 20;

template <class P>
class GramSearch {
 public:
  GramSearch(const DenseUnitRows &Y, const Array<std::int32_t> *rows, const DenseUnitRows &X,
             bool same, CandidateLists<P> &lists, ExecutionContext &run)
      : Y_(Y),
        X_(X),
        rows_(rows),
        n_(rows != nullptr ? rows->size() : Y.rows()),
        same_(same),
        lists_(lists),
        run_(run),
        stride_(left_stride<P>(X.columns())),
        at_once_(std::clamp<Index>(left_bytes / static_cast<Index>(sizeof(P)) / stride_ /
                                       GramStrip<P>::columns * GramStrip<P>::columns,
                                   GramStrip<P>::columns, left_rows)),
        left_(run.memory, std::min(at_once_, n_) * stride_) {
    const Index blocks = (X.rows() + GramStrip<P>::columns - 1) / GramStrip<P>::columns;
    for (Index t = 0; t < std::min(run.pool.threads(), blocks); ++t)
      strips_.emplace_back(X, run.memory);
  }

  void search(const PartOfProgress &progress) {
    double all = 0, done = 0;
    for (Index i = 0; i < n_; i += at_once_) all += static_cast<double>(X_.rows() - first_of(i));
    for (begin_ = 0; begin_ < n_; begin_ += at_once_) {
      end_ = std::min(n_, begin_ + at_once_);
      run_.pool.each(end_ - begin_, [&](Index i) {
        copy_unit_row(Y_, row_of(begin_ + i), left_.data() + i * stride_);
      });
      const double products = static_cast<double>((end_ - begin_) * GramStrip<P>::columns) *
                              static_cast<double>(X_.columns() + 1);
      const Index batch = std::max<Index>(4 * run_.pool.threads(),
                                          static_cast<Index>(products_between_reports / products));
      const Index step = batch * GramStrip<P>::columns;
      for (Index j = first_of(begin_); j < X_.rows(); j += step) {
        const Index last = std::min(X_.rows(), j + step);
        search_columns(j, last);
        done += static_cast<double>(last - j);
        run_.monitor.report(progress.at(done / all), progress.total);
      }
    }
  }

 private:
  bool each_once() const noexcept { return same_ && rows_ == nullptr; }
  Index first_of(Index i) const noexcept { return each_once() ? i : 0; }
  Index row_of(Index i) const noexcept { return rows_ != nullptr ? (*rows_)[i] : i; }

  void search_columns(Index begin, Index end) {
    parallel_rows(run_, std::ssize(strips_), begin, end, GramStrip<P>::columns,
                  [&](Index t, Index j, Index last) {
                    search_block(strips_[static_cast<std::size_t>(t)], j, last);
                  });
  }

  // Compares the rows in `left_` with rows j .. last - 1 of X. No other thread uses the lists of
  // the latter, unless they are among the rows in `left_`.
  void search_block(GramStrip<P> &strip, Index j, Index last) noexcept {
    const Index count = last - j;
    const bool both = each_once() && j >= end_;
    strip.pack(X_, nullptr, j, count);
    for (Index i = begin_, s = 0; i < end_; i += GramStrip<P>::rows, ++s) {
      const Index here = std::min(GramStrip<P>::rows, end_ - i);
      multiply_packed<P>({.rows = here,
                          .columns = X_.columns(),
                          .stride = stride_,
                          .values = left_.data() + (i - begin_) * stride_},
                         strip.packed.data(), count, strip.values.data(), GramStrip<P>::columns,
                         strip.scratch.data());
      const std::lock_guard lock(mutexes_[s]);
      for (Index r = 0; r < here; ++r) offer(strip, i + r, r, j, count, both);
    }
  }

  void offer(GramStrip<P> &strip, Index i, Index r, Index j, Index count, bool both) noexcept {
    const P *const values = strip.values.data() + r * GramStrip<P>::columns;
    const Index found = panel_kernels<P>().reaching(
        values, count, lists_.limit(i), both ? lists_.limits() + j : nullptr, strip.found.data());
    const Index own = same_ ? row_of(i) : -1;
    for (Index k = 0; k < found; ++k) {
      const Index c = strip.found[k];
      if (j + c == own || X_.scale[j + c] == 0) continue;
      lists_.put(i, values[c], j + c);
      if (both) lists_.put(j + c, values[c], i);
    }
  }

  const DenseUnitRows &Y_, &X_;
  const Array<std::int32_t> *rows_;
  Index n_;
  bool same_;
  CandidateLists<P> &lists_;
  ExecutionContext &run_;
  Index stride_, at_once_;
  Array<P> left_;
  std::vector<GramStrip<P>> strips_;
  Index begin_ = 0, end_ = 0;  // the rows in left_
  std::mutex mutexes_[left_rows / GramStrip<P>::rows + 1];
};

}  // namespace

template <class P>
double cosine_error(Index columns) noexcept {
  const Index rounded = std::min(columns, longest_inner) + columns / longest_inner + 16;
  const double n =
      static_cast<double>(rounded) * static_cast<double>(std::numeric_limits<P>::epsilon()) / 2;
  return n < 0.1 ? n / (1 - n) : std::numeric_limits<double>::infinity();
}

template <class P>
Index left_stride(Index columns) noexcept {
  constexpr Index line = 64 / static_cast<Index>(sizeof(P));
  const Index lines = (columns + line - 1) / line;
  return (lines + (lines % 2 == 0 ? 1 : 0)) * line;
}

template <class P>
double GramStrip<P>::bytes(const DenseRows &X) noexcept {
  const Index packed_and_loaded = (is_plain(X) ? 1 : 2) * X.columns;
  return static_cast<double>(columns) * static_cast<double>(packed_and_loaded + rows) * sizeof(P);
}

template <class P>
GramStrip<P>::GramStrip(const DenseUnitRows &X, const std::shared_ptr<Memory> &memory)
    : packed(memory, packed_width<P>(columns) * X.columns()),
      scratch(memory, std::max(X.columns(), packed_scratch<P>())),
      values(memory, rows * columns),
      found(memory, columns),
      loaded(memory, X.is_plain() ? 0 : columns * X.columns()) {}

template <class P>
void GramStrip<P>::pack(const DenseUnitRows &X, const std::int32_t *listed, Index first,
                        Index count) noexcept {
  const DenseRows &unit = X.unit;
  if (!X.is_plain()) {
    for (Index k = 0; k < count; ++k)
      copy_unit_row(X, listed != nullptr ? listed[first + k] : first + k,
                    loaded.data() + k * unit.columns);
    return pack_rows<P, P>(
        {.rows = count, .columns = unit.columns, .stride = unit.columns, .values = loaded.data()},
        nullptr, 0, count, nullptr, packed.data(), scratch.data());
  }
  if (unit.singles != nullptr)
    pack_rows<float, P>(
        {.rows = unit.rows, .columns = unit.columns, .stride = unit.stride, .values = unit.singles},
        listed, first, count, X.scale.data(), packed.data(), scratch.data());
  else
    pack_rows<double, P>(
        {.rows = unit.rows, .columns = unit.columns, .stride = unit.stride, .values = unit.reals},
        listed, first, count, X.scale.data(), packed.data(), scratch.data());
}

template <class P>
void search_all_pairs(const DenseUnitRows &Y, const Array<std::int32_t> *rows,
                      const DenseUnitRows &X, bool same, CandidateLists<P> &lists,
                      const PartOfProgress &progress, ExecutionContext &run) {
  GramSearch<P>(Y, rows, X, same, lists, run).search(progress);
}

template struct GramStrip<float>;
template struct GramStrip<double>;
template double cosine_error<float>(Index) noexcept;
template double cosine_error<double>(Index) noexcept;
template Index left_stride<float>(Index) noexcept;
template Index left_stride<double>(Index) noexcept;

#define MANIFACT_SEARCH(P)                                                           \
  template void search_all_pairs(const DenseUnitRows &, const Array<std::int32_t> *, \
                                 const DenseUnitRows &, bool, CandidateLists<P> &,   \
                                 const PartOfProgress &, ExecutionContext &);
MANIFACT_SEARCH(float)
MANIFACT_SEARCH(double)
#undef MANIFACT_SEARCH

}  // namespace manifact
