#include "supervision/positive_part.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/products.hpp"
#include "runtime/error.hpp"
#include "supervision/affinity_row.hpp"

namespace manifact {

template <class T>
PositivePart<T>::PositivePart(const Affinity &F, std::int64_t budget, Run &run) {
  const std::int64_t C = F.P.columns();
  std::vector<std::vector<std::int32_t>> pure(static_cast<std::size_t>(C)), impure(pure.size());
  for (std::int64_t i = 0; i < F.P.rows(); ++i)
    for (std::int64_t c = 0; c < C; ++c) {
      const double p = F.P(i, c);
      if (2 * p > F.s[i]) (2 * p * p >= F.s[i] * F.s[i] ? pure : impure)[static_cast<std::size_t>(c)].push_back(static_cast<std::int32_t>(i));
    }
  double bytes = 0;
  for (std::size_t c = 0; c < pure.size(); ++c)
    bytes += static_cast<double>(impure[c].size()) * static_cast<double>(pure[c].size() + impure[c].size()) * sizeof(T);
  if (bytes > static_cast<double>(budget))
    fail(Status::budget, "propagation-top=exact stores rows of documents between classes, which need %.0f bytes, more than the memory-budget of %lld", bytes,
         static_cast<long long>(budget));
  for (std::size_t c = 0; c < pure.size(); ++c) blocks_.push_back(block_of(F, pure[c], impure[c], run));
}

template <class T>
typename PositivePart<T>::Block PositivePart<T>::block_of(const Affinity &F, const std::vector<std::int32_t> &pure,
                                                          const std::vector<std::int32_t> &impure, Run &run) const {
  const std::int64_t n = static_cast<std::int64_t>(pure.size()), others = static_cast<std::int64_t>(impure.size()), C = F.P.columns();
  Block block{pure, impure, Dense<T>(run.memory, n, C + 1), Dense<T>(run.memory, n, C + 1), Array<T>(run.memory, n),
              Array<T>(run.memory, others * (n + others))};
  AffinityRow row(F, run);
  run.monitor.check();
  for (std::int64_t a = 0; a < n; ++a) {
    const std::int64_t i = pure[static_cast<std::size_t>(a)];
    for (std::int64_t c = 0; c < C; ++c) {
      block.left(a, c) = static_cast<T>(2 * F.scale * F.P(i, c));
      block.right(a, c) = static_cast<T>(F.P(i, c));
    }
    block.left(a, C) = static_cast<T>(-F.scale * F.s[i]);
    block.right(a, C) = static_cast<T>(F.s[i]);
    row.set(i);
    block.diagonal[a] = static_cast<T>(row.at(i));
  }
  for (std::int64_t a = 0; a < others; ++a) {
    if (a % 256 == 0) run.monitor.check();
    const std::int32_t i = impure[static_cast<std::size_t>(a)];
    row.set(i);
    T *const stored = block.rows.data() + a * (n + others);
    for (std::int64_t b = 0; b < n + others; ++b) {
      const std::int32_t j = b < n ? pure[static_cast<std::size_t>(b)] : impure[static_cast<std::size_t>(b - n)];
      stored[b] = j == i ? T{0} : static_cast<T>(std::fmax(row.at(j), 0));
    }
  }
  return block;
}

template <class T>
void PositivePart<T>::add(const Dense<T> &V, Dense<T> &out, Run &run) const {
  for (const Block &block : blocks_)
    if (!block.pure.empty()) add_pure(block, V, out, run);
  run.team.each(static_cast<std::int64_t>(blocks_.size()), [&](std::int64_t b) { add_impure(blocks_[static_cast<std::size_t>(b)], V, out); });
}

template <class T>
void PositivePart<T>::add_pure(const Block &block, const Dense<T> &V, Dense<T> &out, Run &run) const {
  const std::int64_t n = block.left.rows(), k = V.columns();
  Dense<T> rows(run.memory, n, k), sums(run.memory, n, k);
  constexpr std::int64_t step = 512;
  run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t a = begin; a < end; ++a) std::copy_n(V.row(block.pure[static_cast<std::size_t>(a)]), V.stride(), rows.row(a));
  });
  const Dense<T> both = gram(block.right, rows, run);  // [P, s]'V
  multiply(block.left, both, sums, run.team);
  run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t a = begin; a < end; ++a) {
      T *const to = out.row(block.pure[static_cast<std::size_t>(a)]);
      for (std::int64_t c = 0; c < k; ++c) to[c] += sums(a, c) - block.diagonal[a] * rows(a, c);
    }
  });
}

// A stored row acts both ways: on its own document, and through its column on the pure ones.
template <class T>
void PositivePart<T>::add_impure(const Block &block, const Dense<T> &V, Dense<T> &out) const noexcept {
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
      for (std::int64_t c = 0; c < V.columns(); ++c) own[c] += row[b] * w[c];
      for (std::int64_t c = 0; b < n && c < V.columns(); ++c) theirs[c] += row[b] * v[c];
    }
  }
}

template class PositivePart<float>;
template class PositivePart<double>;

}  // namespace manifact
