// The graph adjusted to constraints: W~ with the largest entries of max(F, 0) of each row.
#include "supervision/adjusted_graph.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/components.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/memory.hpp"
#include "supervision/affinity.hpp"

namespace manifact {
namespace {

// One row of F: the terms that its entries share are computed once.

// t = Q_i R is computed once for many columns.
class AffinityRow {
 public:
  explicit AffinityRow(const Affinity &F, ExecutionContext &run)
      : F_(F), t_(run.memory, F.R.rows) {}

  void set(Index i) noexcept {
    i_ = i;
    if (F_.R.rows == 0) return;
    std::fill(t_.begin(), t_.end(), 0.0);
    for (Index e = F_.Q.indptr[i]; e < F_.Q.indptr[i + 1]; ++e)
      for (Index r = F_.R.indptr[F_.Q.indices[e]]; r < F_.R.indptr[F_.Q.indices[e] + 1]; ++r)
        t_[F_.R.indices[r]] += F_.Q.values[e] * F_.R.values[r];
  }

  double at(Index j) const noexcept {
    double value = 0;
    if (!F_.P.empty()) {
      double both = 0;
      for (Index c = 0; c < F_.P.columns(); ++c) both += F_.P(i_, c) * F_.P(j, c);
      value = 2 * both - F_.s[i_] * F_.s[j];
    }
    for (Index e = F_.R.rows > 0 ? F_.Q.indptr[j] : 0; e < (F_.R.rows > 0 ? F_.Q.indptr[j + 1] : 0);
         ++e)
      value += t_[F_.Q.indices[e]] * F_.Q.values[e];
    return F_.scale * value;
  }

  // (Q_i R)_g
  double part(Index g) const noexcept { return t_[g]; }

 private:
  const Affinity &F_;
  Index i_ = 0;
  Array<double> t_;
};

}  // namespace

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

namespace {

// Collects the `top` largest entries of a row; ties to the lower column.
class LargestEntries {
 public:
  // all: there are at most `top` columns.
  LargestEntries(Index top, bool all, ExecutionContext &run)
      : top_(top), all_(all), value_(run.memory, top), column_(run.memory, top) {}

  void clear() noexcept { count_ = 0; }
  bool full() const noexcept { return count_ == top_ && !all_; }
  double least() const noexcept { return value_[count_ - 1]; }
  Index count() const noexcept { return count_; }
  std::int32_t column(Index e) const noexcept { return column_[e]; }

  void take(double value, std::int32_t column) noexcept {
    if (all_) {  // in any order
      value_[count_] = value;
      column_[count_++] = column;
      return;
    }
    const auto better = [&](Index e) {
      return value > value_[e] || (value == value_[e] && column < column_[e]);
    };
    if (full() && !better(count_ - 1)) return;
    Index e = full() ? count_ - 1 : count_++;
    for (; e > 0 && better(e - 1); --e) {
      value_[e] = value_[e - 1];
      column_[e] = column_[e - 1];
    }
    value_[e] = value;
    column_[e] = column;
  }

 private:
  Index top_, count_ = 0;
  bool all_;
  Array<double> value_;
  Array<std::int32_t> column_;
};

// With labels alone, F_ij > 0 requires q_i.q_j > 1/2 for the proportions q = p / s, so both have
// most of their mass on the same class. Documents are grouped by that class and sorted by
// decreasing p: F_ij <= (2 p_ic - s_i) p_jc then bounds all that follow.
struct Blocks {
  std::vector<std::vector<std::int32_t>> members;  // C
  Array<std::int32_t> own;                         // n: the class with more than half of s, or -1

  Blocks(const Affinity &F, ExecutionContext &run)
      : members(static_cast<std::size_t>(F.P.columns())), own(run.memory, F.P.rows()) {
    for (Index i = 0; i < F.P.rows(); ++i) {
      own[i] = -1;
      for (Index c = 0; c < F.P.columns(); ++c)
        if (2 * F.P(i, c) > F.s[i]) own[i] = static_cast<std::int32_t>(c);
      if (own[i] >= 0)
        members[static_cast<std::size_t>(own[i])].push_back(static_cast<std::int32_t>(i));
    }
    for (std::size_t c = 0; c < members.size(); ++c)
      std::stable_sort(members[c].begin(), members[c].end(), [&](std::int32_t i, std::int32_t j) {
        return F.P(i, static_cast<Index>(c)) > F.P(j, static_cast<Index>(c));
      });
  }
};

// `seen`: columns that have been examined.
void best_of_labels(const Affinity &F, const Blocks &blocks, Index i, const AffinityRow &row,
                    const Array<bool> &seen, LargestEntries &best) noexcept {
  const std::int32_t c = F.P.empty() ? -1 : blocks.own[i];
  if (c < 0) return;
  const double slope = F.scale * (2 * F.P(i, c) - F.s[i]) * (1 + 1e-12);
  for (const std::int32_t j : blocks.members[static_cast<std::size_t>(c)]) {
    if (best.full() && slope * F.P(j, c) < best.least()) return;
    const double value = j == i || (!seen.empty() && seen[j]) ? 0 : row.at(j);
    if (value > 0) best.take(value, j);
  }
}

// Entries that involve pairs, each column once. For large sets negligible terms are skipped.
void best_of_pairs(const Affinity &F, Index i, const AffinityRow &row, double least,
                   Array<bool> &seen, std::vector<std::int32_t> &columns,
                   LargestEntries &best) noexcept {
  columns.clear();
  for (Index g = 0; g < F.R.rows; ++g)
    for (Index e = F.by_group.indptr[g]; e < F.by_group.indptr[g + 1]; ++e) {
      if (!(std::fabs(row.part(g)) * F.by_group.values[e] > least)) break;  // sorted decreasing
      const std::int32_t j = F.by_group.indices[e];
      if (seen[j]) continue;
      seen[j] = true;
      columns.push_back(j);
    }
  for (const std::int32_t j : columns) {
    const double value = j == i ? 0 : row.at(j);
    if (value > 0) best.take(value, j);
  }
}

// The largest entries of max(F, 0): row i has count[i] columns.
struct Top {
  Index width = 0;
  Array<std::int32_t> column, count;
};

Top top_entries(const Affinity &F, Index n, Index top, ExecutionContext &run) {
  Top found{top, Array<std::int32_t>(run.memory, n * top), Array<std::int32_t>(run.memory, n)};
  if (top == 0 || (F.P.empty() && F.R.rows == 0)) return found;
  constexpr Index large = 4096, batch = 512;  // documents
  const bool pairs = F.R.rows > 0;
  const double least = n > large ? 1e-7 : 0;
  const Blocks blocks(F, run);
  const Index threads = run.pool.threads();
  std::vector<AffinityRow> rows;
  std::vector<LargestEntries> bests;
  std::vector<Array<bool>> seen;
  std::vector<std::vector<std::int32_t>> columns(static_cast<std::size_t>(threads));
  for (Index t = 0; t < threads; ++t) {
    rows.emplace_back(F, run);
    bests.emplace_back(top, top >= n - 1, run);
    seen.emplace_back(run.memory, pairs ? n : 0);
    columns[static_cast<std::size_t>(t)].reserve(
        static_cast<std::size_t>(pairs ? n : 0));  // tasks must not allocate
  }
  for (Index first = 0; first < n; first += batch) {
    const Index last = std::min(n, first + batch);
    parallel_rows(run, threads, first, last, 1, [&](Index thread, Index i, Index) {
      const auto t = static_cast<std::size_t>(thread);
      bests[t].clear();
      rows[t].set(i);
      if (pairs) best_of_pairs(F, i, rows[t], least, seen[t], columns[t], bests[t]);
      best_of_labels(F, blocks, i, rows[t], seen[t], bests[t]);
      for (const std::int32_t j : columns[t]) seen[t][j] = false;
      found.count[i] = static_cast<std::int32_t>(bests[t].count());
      for (Index e = 0; e < bests[t].count(); ++e) found.column[i * top + e] = bests[t].column(e);
    });
  }
  return found;
}

// The sparsity pattern of W~: that of W, the top entries of each row, and their transposes.
Csr<double> pattern(const Csr<double> &W, const Top &top, ExecutionContext &run) {
  const Index n = W.rows;
  Array<Index> start(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    start[i + 1] += W.indptr[i + 1] - W.indptr[i] + top.count[i];
    for (Index e = 0; e < top.count[i]; ++e) ++start[top.column[i * top.width + e] + 1];
  }
  for (Index i = 0; i < n; ++i) start[i + 1] += start[i];
  Array<std::int32_t> columns(run.memory, start[n]);
  Array<Index> next = start.copy();
  for (Index i = 0; i < n; ++i) {
    for (Index e = W.indptr[i]; e < W.indptr[i + 1]; ++e) columns[next[i]++] = W.indices[e];
    for (Index e = 0; e < top.count[i]; ++e) {
      const std::int32_t j = top.column[i * top.width + e];
      columns[next[i]++] = j;
      columns[next[j]++] = static_cast<std::int32_t>(i);
    }
  }
  Array<Index> indptr(run.memory, n + 1);
  for (Index i = 0; i < n; ++i) {
    std::int32_t *const begin = columns.data() + start[i], *const end =
                                                               columns.data() + start[i + 1];
    std::sort(begin, end);
    const Index unique = std::unique(begin, end) - begin;
    std::copy_n(begin, unique, columns.data() + indptr[i]);
    indptr[i + 1] = indptr[i] + unique;
  }
  Csr<double> pattern(run.memory, n, n, indptr[n]);
  std::copy_n(columns.data(), indptr[n], pattern.indices.data());
  pattern.indptr = std::move(indptr);
  return pattern;
}

// The upper triangle is computed and copied to the lower one, so that W~ is exactly symmetric.
void fill_values(Csr<double> &Wt, const Csr<double> &W, const Affinity &F, bool add,
                 ExecutionContext &run) {
  const Index threads = run.pool.threads();
  std::vector<AffinityRow> rows;
  for (Index t = 0; t < threads; ++t) rows.emplace_back(F, run);
  parallel_rows(run, threads, 0, Wt.rows, 1, [&](Index t, Index i, Index) {
    AffinityRow &row = rows[static_cast<std::size_t>(t)];
    row.set(i);
    for (Index e = Wt.indptr[i]; e < Wt.indptr[i + 1]; ++e) {
      if (Wt.indices[e] <= i) continue;
      const double f = row.at(Wt.indices[e]), w = std::min(value_at(W, i, Wt.indices[e]), 1.0);
      Wt.values[e] = w * (1 - std::fabs(f)) + (add ? std::fmax(f, 0) : 0);
    }
  });
  run.pool.blocks(Wt.rows, 1024, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index e = Wt.indptr[i]; e < Wt.indptr[i + 1] && Wt.indices[e] < i; ++e)
        Wt.values[e] = value_at(Wt, Wt.indices[e], i);
  });
}

// Removes edges whose weight has become zero.
void drop_zeros(Csr<double> &A) {
  Index to = 0;
  for (Index i = 0, from = 0; i < A.rows; ++i) {
    const Index end = A.indptr[i + 1];
    for (; from < end; ++from)
      if (A.values[from] > 0) {
        A.indices[to] = A.indices[from];
        A.values[to++] = A.values[from];
      }
    A.indptr[i + 1] = to;
  }
}

Graph graph_of(const Graph &graph, const Affinity &F, const Top &best, bool add,
               ExecutionContext &run) {
  Graph adjusted;
  adjusted.S = pattern(graph.S, best, run);
  fill_values(adjusted.S, graph.S, F, add, run);
  drop_zeros(adjusted.S);
  adjusted.bandwidth = graph.bandwidth;
  measure(adjusted, run);
  return adjusted;
}

}  // namespace

Graph adjusted_graph(const Graph &graph, const Affinity &F, Index top, Index budget,
                     ExecutionContext &run) {
  const Index n = graph.S.rows, width = std::min(top, n - 1);
  const double bytes = static_cast<double>(n) * static_cast<double>(width) * 3 *
                       sizeof(std::int32_t);  // the lists, and their symmetric copy
  check_budget(bytes, budget, "%lld edges for each of %lld documents need", number(width),
               number(n));
  return graph_of(graph, F, top_entries(F, n, width, run), true, run);
}

Graph weakened_graph(const Graph &graph, const Affinity &F, ExecutionContext &run) {
  return graph_of(graph, F, top_entries(F, graph.S.rows, 0, run), false, run);
}

}  // namespace manifact
