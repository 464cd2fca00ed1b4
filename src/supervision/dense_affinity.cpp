#include "supervision/dense_affinity.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "runtime/budget.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "supervision/affinity_row.hpp"

namespace manifact {

template <class T>
DenseAffinity<T>::DenseAffinity(const Affinity &F, Index budget, ExecutionContext &run) {
  const Index C = F.P.columns();
  std::vector<std::vector<std::int32_t>> pure(static_cast<std::size_t>(C)), impure(pure.size());
  for (Index i = 0; i < F.P.rows(); ++i)
    for (Index c = 0; c < C; ++c) {
      const double p = F.P(i, c);
      if (2 * p > F.s[i])
        (2 * p * p >= F.s[i] * F.s[i] ? pure : impure)[static_cast<std::size_t>(c)].push_back(
            static_cast<std::int32_t>(i));
    }
  double bytes = 0;
  for (std::size_t c = 0; c < pure.size(); ++c)
    bytes += static_cast<double>(impure[c].size()) *
             static_cast<double>(pure[c].size() + impure[c].size()) * sizeof(T);
  check_budget(bytes, budget,
               "propagation-top=exact stores rows of documents between classes, which need");
  for (std::size_t c = 0; c < pure.size(); ++c)
    blocks_.push_back(block_of(F, pure[c], impure[c], run));
}

template <class T>
typename DenseAffinity<T>::Block DenseAffinity<T>::block_of(const Affinity &F,
                                                            const std::vector<std::int32_t> &pure,
                                                            const std::vector<std::int32_t> &impure,
                                                            ExecutionContext &run) const {
  const Index n = static_cast<Index>(pure.size()), others = static_cast<Index>(impure.size()),
              C = F.P.columns();
  Block block{.pure = pure,
              .impure = impure,
              .left = Dense<T>(run.memory, n, C + 1),
              .right = Dense<T>(run.memory, n, C + 1),
              .diagonal = Array<T>(run.memory, n),
              .rows = Array<T>(run.memory, others * (n + others))};
  AffinityRow row(F, run);
  run.monitor.check();
  for (Index a = 0; a < n; ++a) {
    const Index i = pure[static_cast<std::size_t>(a)];
    for (Index c = 0; c < C; ++c) {
      block.left(a, c) = static_cast<T>(2 * F.scale * F.P(i, c));
      block.right(a, c) = static_cast<T>(F.P(i, c));
    }
    block.left(a, C) = static_cast<T>(-F.scale * F.s[i]);
    block.right(a, C) = static_cast<T>(F.s[i]);
    row.set(i);
    block.diagonal[a] = static_cast<T>(row.at(i));
  }
  for (Index a = 0; a < others; ++a) {
    if (a % 256 == 0) run.monitor.check();
    const std::int32_t i = impure[static_cast<std::size_t>(a)];
    row.set(i);
    T *const stored = block.rows.data() + a * (n + others);
    for (Index b = 0; b < n + others; ++b) {
      const std::int32_t j =
          b < n ? pure[static_cast<std::size_t>(b)] : impure[static_cast<std::size_t>(b - n)];
      stored[b] = j == i ? T{0} : static_cast<T>(std::fmax(row.at(j), 0));
    }
  }
  return block;
}

template <class T>
void DenseAffinity<T>::add(const Dense<T> &V, Dense<T> &out, ExecutionContext &run) const {
  for (const Block &block : blocks_)
    if (!block.pure.empty()) add_pure(block, V, out, run);
  run.pool.each(static_cast<Index>(blocks_.size()),
                [&](Index b) { add_impure(blocks_[static_cast<std::size_t>(b)], V, out); });
}

template <class T>
void DenseAffinity<T>::add_pure(const Block &block, const Dense<T> &V, Dense<T> &out,
                                ExecutionContext &run) const {
  const Index n = block.left.rows(), k = V.columns();
  Dense<T> rows(run.memory, n, k), sums(run.memory, n, k);
  constexpr Index step = 512;
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    for (Index a = begin; a < end; ++a)
      std::copy_n(V.row(block.pure[static_cast<std::size_t>(a)]), V.stride(), rows.row(a));
  });
  const Dense<T> both = gram(block.right, rows, run);  // [P, s]'V
  multiply(block.left, both, sums, run.pool);
  run.pool.blocks(n, step, [&](Index begin, Index end) {
    for (Index a = begin; a < end; ++a) {
      T *const to = out.row(block.pure[static_cast<std::size_t>(a)]);
      for (Index c = 0; c < k; ++c) to[c] += sums(a, c) - block.diagonal[a] * rows(a, c);
    }
  });
}

// A stored row is applied twice: as a row, and as a column to the pure documents.
template <class T>
void DenseAffinity<T>::add_impure(const Block &block, const Dense<T> &V,
                                  Dense<T> &out) const noexcept {
  const std::size_t n = block.pure.size(), all = n + block.impure.size();
  for (std::size_t a = 0; a < block.impure.size(); ++a) {
    const std::int32_t i = block.impure[a];
    const T *const row = block.rows.data() + a * all, *const v = V.row(i);
    T *const own = out.row(i);
    for (std::size_t b = 0; b < all; ++b) {
      if (row[b] == 0) continue;
      const std::int32_t j = b < n ? block.pure[b] : block.impure[b - n];
      const T *const w = V.row(j);
      T *const theirs = out.row(j);
      for (Index c = 0; c < V.columns(); ++c) own[c] += row[b] * w[c];
      for (Index c = 0; b < n && c < V.columns(); ++c) theirs[c] += row[b] * v[c];
    }
  }
}

template class DenseAffinity<float>;
template class DenseAffinity<double>;

}  // namespace manifact
