#include "graph/neighbors/approximate/neighbor_join.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/neighbors/row_search.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The number of reverse neighbors per p: with p alone, a quarter more neighbors are missed.
constexpr Index reverse_each = 2;

// For each row i, the best of the rows whose lists contain it: count[i] from index[i * most] on.
struct ReverseNeighbors {
  Index most;
  Array<std::int32_t> index, count;
};

struct ReverseEntry {
  float cosine;
  std::int32_t from;
  bool operator<(const ReverseEntry &other) const noexcept {
    return cosine > other.cosine || (cosine == other.cosine && from < other.from);
  }
};

ReverseNeighbors reverse_neighbors_of(const Neighbors &found, ExecutionContext &run) {
  const Index n = found.n, p = found.p, most = reverse_each * p;
  Array<Index> begin(run.memory, n + 1);
  const auto each_entry = [&](auto &&take) {
    for (Index i = 0; i < n; ++i)
      for (Index q = i * p; q < i * p + found.count[i]; ++q)
        take(found.index[q], ReverseEntry{.cosine = static_cast<float>(found.cosine[q]),
                                          .from = static_cast<std::int32_t>(i)});
  };
  each_entry([&](std::int32_t to, const ReverseEntry &) { ++begin[to + 1]; });
  for (Index i = 0; i < n; ++i) begin[i + 1] += begin[i];
  run.monitor.check();
  Array<ReverseEntry> entries(run.memory, begin[n]);
  Array<Index> next = begin.copy();
  each_entry([&](std::int32_t to, const ReverseEntry &entry) { entries[next[to]++] = entry; });
  run.monitor.check();
  ReverseNeighbors reverse{.most = most,
                           .index = Array<std::int32_t>(run.memory, n * most),
                           .count = Array<std::int32_t>(run.memory, n)};
  run.pool.blocks(n, 4096, [&](Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      const Index count = std::min(most, begin[i + 1] - begin[i]);
      std::partial_sort(entries.begin() + begin[i], entries.begin() + begin[i] + count,
                        entries.begin() + begin[i + 1]);
      for (Index q = 0; q < count; ++q) reverse.index[i * most + q] = entries[begin[i] + q].from;
      reverse.count[i] = static_cast<std::int32_t>(count);
    }
  });
  return reverse;
}

// Workspace of one row at a time.
struct Workspace {
  BestFloatRows best;
  Array<std::int32_t> seen;    // by document: the last row, counted from 1, that has visited it
  Array<std::int32_t> others;  // to be scored

  Workspace(const FloatUnitRows &X, Index p, const std::shared_ptr<Memory> &memory)
      : best(X, p, memory), seen(memory, X.n), others(memory, joined(p)) {}

  bool is_new(std::int32_t d, Index i) noexcept {
    return std::exchange(seen[d], static_cast<std::int32_t>(i + 1)) != i + 1;
  }
};

// body(j) for the rows near i until it returns false: those of its own list first.
template <class Body>
bool each_near(const Neighbors &found, const ReverseNeighbors &reverse, Index i, const Body &body) {
  const Index p = found.p;
  for (Index q = i * p; q < i * p + found.count[i]; ++q)
    if (!body(found.index[q])) return false;
  for (Index q = i * reverse.most; q < i * reverse.most + reverse.count[i]; ++q)
    if (!body(reverse.index[q])) return false;
  return true;
}

void join_row(const Neighbors &found, const ReverseNeighbors &reverse, Index i,
              Workspace &workspace, Neighbors &better) noexcept {
  const Index p = found.p;
  workspace.best.load(i);
  workspace.is_new(static_cast<std::int32_t>(i), i);
  for (Index q = i * p; q < i * p + found.count[i]; ++q) {
    workspace.best.put({found.cosine[q], found.index[q]});
    workspace.is_new(found.index[q], i);
  }
  Index count = 0;
  const auto add = [&](std::int32_t d) {
    workspace.others[count] = d;
    count += workspace.is_new(d, i);
    return count < workspace.others.size();
  };
  each_near(found, reverse, i, add);
  each_near(found, reverse, i, [&](std::int32_t j) {
    return count < workspace.others.size() && each_near(found, reverse, j, add);
  });
  workspace.best.score(count, [&](Index k) { return workspace.others[k]; });
  workspace.best.unload(i);
  better.count[i] = workspace.best.write(better.index.data() + i * p, better.cosine.data() + i * p);
}

}  // namespace

void join_neighbors(const FloatUnitRows &X, Neighbors &found, Index rows_at_a_time, Pass &pass,
                    ExecutionContext &run) {
  const ReverseNeighbors reverse = reverse_neighbors_of(found, run);
  Neighbors better = no_neighbors(found.n, found.p, run);
  std::vector<Workspace> workspaces;
  for (Index t = 0; t < run.pool.threads(); ++t) workspaces.emplace_back(X, found.p, run.memory);
  for (Index begin = 0; begin < found.n; begin += rows_at_a_time) {
    const Index end = std::min(begin + rows_at_a_time, found.n);
    each_row(run, workspaces, begin, end, [&](Workspace &workspace, Index i) {
      join_row(found, reverse, i, workspace, better);
    });
    pass.report(end, found.n);
  }
  found.index.swap(better.index);
  found.cosine.swap(better.cosine);
  found.count.swap(better.count);
  pass.next();
}

}  // namespace manifact
