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
#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/block_dots.hpp"
#include "kernels/kernel.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {
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

}  // namespace manifact
