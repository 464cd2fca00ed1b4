// K_ij = f(x_i, x_j) by blocks of 256 x 256 of the upper triangle. A block (s, u), s < u, is used
// on both sides:
//
//   out_s += K_su B_u       out_u += K_su' B_s
//
// and is read from memory once for both. Each pass over the blocks consists of rounds of pairs that
// share no block of rows (the circle method for tournaments), so that the pairs of a round may run
// on different threads while every row of `out` is accumulated in the same order. Blocks that do
// not fit in the budget are recomputed in every pass, with the same bits.
//
// Split (signed kernels): K+ = max(K, 0), K- = max(-K, 0), clipped block by block.
#include "kernels/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/kernel.hpp"
#include "linalg/data/row_reader.hpp"
#include "linalg/dense/blocked.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {
template <class T>
BlockDots<T>::BlockDots(const DataView<T> &Y, const std::shared_ptr<Memory> &memory)
    : Y_(Y), list_of_(memory, Y.columns) {
  if (Y.is_dense()) {
    values_ = Array<T>(memory, Y.columns * packed_width<T>(block_rows));
    copy_ = Array<T>(memory, rows_at_once<T>() * RowReader<T>::stride_for(Y.columns));
    scratch_ = Array<T>(memory, packed_scratch<T>());
    return;
  }
  const Index *const indptr = Y.sparse().indptr;
  Index most = 0;
  for (Index u = 0; u < block_count(Y.rows); ++u)
    most = std::max(most, indptr[block_end(u, Y.rows)] - indptr[block_begin(u)]);
  const Index lists = std::min(most, Y.columns);
  features_ = Array<std::int32_t>(memory, lists);
  starts_ = Array<Index>(memory, lists + 2);
  columns_ = Array<std::int32_t>(memory, most);
  values_ = Array<T>(memory, most);
}

template <class T>
void BlockDots<T>::open_dense(Index first, Index last) noexcept {
  std::fill(list_of_.begin(), list_of_.end(), 0);
  const RowReader<T> reader(Y_.dense());
  opened_ = last - first;
  for (Index k = 0; k < packed_width<T>(opened_); ++k) {
    const T *row = nullptr;
    if (k < opened_) row = reader.read(first + k, 1, 0, Y_.columns, copy_.data()).values;
    pack_row(row, k, opened_, Y_.columns, values_.data());
    for (Index e = 0; k < opened_ && e < Y_.columns; ++e)
      if (row[e] != 0) list_of_[e] = 1;
  }
}

template <class T>
void BlockDots<T>::open(Index u) noexcept {
  if (u == open_) return;
  if (Y_.is_dense()) {
    open_ = u;
    return open_dense(block_begin(u), block_end(u, Y_.rows));
  }
  const CsrView<T> &Y = Y_.sparse();
  for (Index l = 0; l < lists_; ++l) list_of_[features_[l]] = 0;
  lists_ = 0;
  open_ = u;
  const Index first = block_begin(u), last = block_end(u, Y_.rows);
  // starts_[l + 1] first counts list l, then is the position of its next entry, then its end.
  for (Index e = Y.indptr[first]; e < Y.indptr[last]; ++e) {
    std::int32_t &list = list_of_[Y.indices[e]];
    if (list == 0) {
      features_[lists_] = Y.indices[e];
      starts_[++lists_] = 0;
      list = static_cast<std::int32_t>(lists_);
    }
    ++starts_[list];
  }
  for (Index l = 0, sum = 0; l < lists_; ++l) {
    const Index count = starts_[l + 1];
    starts_[l + 1] = sum;
    sum += count;
  }
  starts_[0] = 0;
  for (Index j = first; j < last; ++j)
    for (Index e = Y.indptr[j]; e < Y.indptr[j + 1]; ++e) {
      const Index to = starts_[list_of_[Y.indices[e]]]++;
      columns_[to] = static_cast<std::int32_t>(j - first);
      values_[to] = Y.values[e];
    }
}

template <class T>
void BlockDots<T>::products(const DataView<T> &X, Index begin, Index end, T *D) noexcept {
  std::fill(D, D + block_size, T{0});
  if (X.is_dense()) {
    const RowReader<T> reader(X.dense());
    for (const Index step = rows_at_once<T>(); begin < end; begin += step, D += step * block_rows)
      multiply_packed(reader.read(begin, std::min(step, end - begin), 0, X.columns, copy_.data()),
                      values_.data(), opened_, D, block_rows, scratch_.data());
    return;
  }
  const CsrView<T> &S = X.sparse();
  for (Index i = begin; i < end; ++i, D += block_rows)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      const std::int32_t list = list_of_[S.indices[e]];
      if (list == 0) continue;
      const T x = S.values[e];
      for (Index q = starts_[list - 1]; q < starts_[list]; ++q) D[columns_[q]] += x * values_[q];
    }
}

template <class T>
bool BlockDots<T>::shares_feature(const DataView<T> &X, Index i) const noexcept {
  const DataRow<T> x = X.row(i);
  for (Index e = 0; e < x.size(); ++e)
    if (list_of_[x.column(e)] != 0 && (!x.dense() || x[e] != 0)) return true;
  return false;
}

template class BlockDots<float>;
template class BlockDots<double>;

namespace {

// The pairs of round r = 0 .. rounds(count) - 1: round 0 is the diagonal, the others are pairs
// s < u; each pair occurs once over all rounds.
Index rounds(Index count) { return count + count % 2; }

std::vector<std::pair<Index, Index>> pairs_of_round(Index r, Index count) {
  std::vector<std::pair<Index, Index>> pairs;
  if (r == 0) {
    for (Index s = 0; s < count; ++s) pairs.emplace_back(s, s);
    return pairs;
  }
  const Index circle = rounds(count) - 1;  // players on the circle; one more is in the center
  const auto add = [&](Index a, Index b) {
    if (std::max(a, b) < count) pairs.emplace_back(std::min(a, b), std::max(a, b));
  };
  add(circle, r - 1);
  for (Index i = 1; i <= (circle - 1) / 2; ++i)
    add((r - 1 + i) % circle, (r - 1 + circle - i) % circle);
  return pairs;
}

template <class T>
class Blocks final : public Kernel<T> {
 public:
  Blocks(const DataView<T> &X, const KernelSpec &spec, Index budget, ExecutionContext &run)
      : X_(X),
        f_(kernel_function<T>(spec)),
        squares_(row_squares(X, run.memory)),
        diagonal_(run.memory, X.rows),
        count_(block_count(X.rows)) {
    const Index all = count_ * (count_ + 1) / 2, bytes = block_size * static_cast<Index>(sizeof(T));
    kept_ = std::min(all, budget / bytes);
    store_ = Array<T>(run.memory, kept_ * block_size);
    for (Index i = 0; i < X.rows; ++i) {
      diagonal_[i] = squares_[i];
      f_->apply(&diagonal_[i], 1, squares_[i], &squares_[i]);
      if (!std::isfinite(diagonal_[i]))
        fail(Status::numerics, "the kernel value of row %lld with itself is not finite",
             static_cast<long long>(i));
    }
    non_negative_ = f_->non_negative(!has_negative(X));
    fill(run);
  }

  Index size() const override { return X_.rows; }
  double diagonal(Index i) const override { return static_cast<double>(diagonal_[i]); }
  bool non_negative() const override { return non_negative_; }
  KernelStore store() const override {
    return {.blocks = count_ * (count_ + 1) / 2,
            .kept = kept_,
            .block_bytes = block_size * static_cast<Index>(sizeof(T))};
  }

  void apply(const Dense<T> &B, Dense<T> &out, ExecutionContext &run) const override {
    pass(B, {{0, &out}}, run);
  }
  void split(const Dense<T> &B, Dense<T> &plus, Dense<T> &minus,
             ExecutionContext &run) const override {
    pass(B, {{1, &plus}, {-1, &minus}}, run);
  }

 private:
  struct Target {
    int sign;  // 0: K, 1: K+, -1: K-
    Dense<T> *out;
  };

  // The workspace of one thread.
  struct Workspace {
    BlockDots<T> dots;
    Array<T> block, clipped;
    Workspace(const DataView<T> &X, ExecutionContext &run)
        : dots(X, run.memory), block(run.memory, block_size), clipped(run.memory, block_size) {}
  };

  Index index(Index s, Index u) const noexcept { return u * (u + 1) / 2 + s; }

  std::vector<Workspace> workspaces(Index tasks, ExecutionContext &run) const {
    std::vector<Workspace> all;
    for (Index t = 0; t < std::min(tasks, run.pool.threads()); ++t) all.emplace_back(X_, run);
    return all;
  }

  // body(task, workspace) for all tasks, each thread with its own workspace.
  template <class Body>
  static void share(Index tasks, std::vector<Workspace> &workspaces, ExecutionContext &run,
                    Body &&body) {
    parallel_rows(run, std::ssize(workspaces), 0, tasks, 1, [&](Index t, Index task, Index) {
      body(task, workspaces[static_cast<std::size_t>(t)]);
    });
  }

  void compute(Index s, Index u, BlockDots<T> &dots, T *block) const noexcept {
    const Index first = block_begin(s), last = block_end(s, X_.rows), column = block_begin(u),
                width = block_end(u, X_.rows) - column;
    dots.open(u);
    dots.products(X_, first, last, block);
    for (Index i = first; i < last; ++i)
      f_->apply(block + (i - first) * block_rows, width, squares_[i], squares_.data() + column);
    if (s == u)
      for (Index i = first; i < last; ++i) block[(i - first) * (block_rows + 1)] = diagonal_[i];
  }

  // Computes the kept blocks and checks that all values are finite and whether none is negative; if
  // the function does not guarantee the latter, for all blocks.
  void fill(ExecutionContext &run) {
    std::atomic<bool> finite{true}, negative{false};
    const bool look = !non_negative_;
    std::vector<Workspace> all = workspaces(count_, run);
    for (Index u = 0; u < count_; ++u) {
      share(u + 1, all, run, [&](Index s, Workspace &workspace) {
        const bool keep = index(s, u) < kept_;
        if (!keep && !look) return;
        T *const block = keep ? store_.data() + index(s, u) * block_size : workspace.block.data();
        compute(s, u, workspace.dots, block);
        T least = 0, sum = 0;
        for (Index e = 0; e < block_size; ++e) {
          least = block[e] < least ? block[e] : least;
          sum += block[e] - block[e];  // 0, or NaN
        }
        if (!(sum == 0)) finite = false;
        if (least < 0) negative = true;
      });
    }
    if (!finite)
      fail(Status::numerics,
           "the kernel has values that are not finite: the data values are too large for it");
    if (look) non_negative_ = !negative;
  }

  void pass(const Dense<T> &B, const std::vector<Target> &targets, ExecutionContext &run) const {
    if (sums_.columns() != B.columns()) {
      sums_ = Dense<T>(run.memory, count_ * block_rows, B.columns());
      ones_ = Array<T>(run.memory, B.stride());
      std::fill(ones_.begin(), ones_.end(), T{1});
    }
    if (workspaces_.empty()) workspaces_ = workspaces(count_, run);
    for (const Target &target : targets)
      std::fill(target.out->data(), target.out->data() + target.out->size(), T{0});
    for (Index r = 0; r < rounds(count_); ++r) {
      const auto pairs = pairs_of_round(r, count_);
      share(static_cast<Index>(pairs.size()), workspaces_, run, [&](Index p, Workspace &workspace) {
        const auto [s, u] = pairs[static_cast<std::size_t>(p)];
        const bool kept = index(s, u) < kept_;
        if (!kept) compute(s, u, workspace.dots, workspace.block.data());
        const T *const block =
            kept ? store_.data() + index(s, u) * block_size : workspace.block.data();
        for (const Target &target : targets) {
          add(target.sign == 0 ? block : clipped(block, target.sign, workspace), s, u, B,
              *target.out);
        }
      });
    }
  }

  static const T *clipped(const T *block, int sign, Workspace &workspace) noexcept {
    T *const part = workspace.clipped.data();
    for (Index e = 0; e < block_size; ++e) {
      const T x = sign > 0 ? block[e] : -block[e];
      part[e] = x > 0 ? x : T{0};
    }
    return part;
  }

  void add(const T *block, Index s, Index u, const Dense<T> &B, Dense<T> &out) const noexcept {
    const Index width = B.stride(), first = block_begin(s), column = block_begin(u);
    const Index rows = block_end(s, X_.rows) - first, columns = block_end(u, X_.rows) - column;
    T *const sums = sums_.row(first);
    kernels<T>().times(block, block_rows, columns, B.row(column), width, rows, sums);
    kernels<T>().add_scaled(out.row(first), sums, ones_.data(), nullptr, rows, width);
    if (s == u) return;
    T *const other = sums_.row(column);
    kernels<T>().gram(block, block_rows, B.row(first), width, rows, other);
    kernels<T>().add_scaled(out.row(column), other, ones_.data(), nullptr, columns, width);
  }

  DataView<T> X_;
  std::unique_ptr<KernelFunction<T>> f_;
  Array<T> squares_, diagonal_;
  Index count_, kept_ = 0;
  Array<T> store_;
  bool non_negative_ = true;
  mutable Dense<T> sums_;  // workspaces; a kernel serves one fit
  mutable Array<T> ones_;
  mutable std::vector<Workspace> workspaces_;
};

}  // namespace

template <class T>
std::unique_ptr<Kernel<T>> block_kernel(const DataView<T> &X, const KernelSpec &spec, Index budget,
                                        ExecutionContext &run) {
  return std::make_unique<Blocks<T>>(X, spec, budget, run);
}

template std::unique_ptr<Kernel<float>> block_kernel<float>(const DataView<float> &,
                                                            const KernelSpec &, Index,
                                                            ExecutionContext &);
template std::unique_ptr<Kernel<double>> block_kernel<double>(const DataView<double> &,
                                                              const KernelSpec &, Index,
                                                              ExecutionContext &);

namespace {

// K(Y, X) B for new rows Y: blocks of inner products, the kernel function, and the product with B,
// block by block.

// The workspace of one thread.
struct Workspace {
  BlockDots<double> dots;
  Array<double> block, sums;
  Workspace(const DataView<double> &X, Index width, ExecutionContext &run)
      : dots(X, run.memory), block(run.memory, block_size), sums(run.memory, block_rows * width) {}
};

}  // namespace

CrossProducts cross_products(const DataView<double> &Y, const DataView<double> &X,
                             const KernelSpec &spec, const Dense<double> &B,
                             ExecutionContext &run) {
  const auto f = kernel_function<double>(spec);
  const Array<double> y = row_squares(Y, run.memory), x = row_squares(X, run.memory);
  const Index width = B.stride(), blocks = block_count(Y.rows);
  CrossProducts result{Dense<double>(run.memory, Y.rows, B.columns()),
                       Array<double>(run.memory, Y.rows), Array<bool>(run.memory, Y.rows)};
  Array<double> ones(run.memory, width);
  std::fill(ones.begin(), ones.end(), 1.0);
  std::vector<Workspace> workspaces;
  for (Index t = 0; t < std::min(blocks, run.pool.threads()); ++t)
    workspaces.emplace_back(X, width, run);
  parallel_rows(run, std::ssize(workspaces), 0, blocks, 1, [&](Index t, Index s, Index) {
    Workspace &workspace = workspaces[static_cast<std::size_t>(t)];
    const Index first = block_begin(s), last = block_end(s, Y.rows);
    for (Index i = first; i < last; ++i) {
      result.own[i] = y[i];
      f->apply(&result.own[i], 1, y[i], &y[i]);
    }
    for (Index u = 0; u < block_count(X.rows) && !run.monitor.cancelled(); ++u) {
      const Index column = block_begin(u), columns = block_end(u, X.rows) - column;
      workspace.dots.open(u);
      workspace.dots.products(Y, first, last, workspace.block.data());
      for (Index i = first; i < last; ++i) {
        result.known[i] = result.known[i] || workspace.dots.shares_feature(Y, i);
        f->apply(workspace.block.data() + (i - first) * block_rows, columns, y[i],
                 x.data() + column);
      }
      kernels<double>().times(workspace.block.data(), block_rows, columns, B.row(column), width,
                              last - first, workspace.sums.data());
      kernels<double>().add_scaled(result.KB.row(first), workspace.sums.data(), ones.data(),
                                   nullptr, last - first, width);
    }
  });
  return result;
}

}  // namespace manifact
