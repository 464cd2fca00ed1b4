#include "linalg/ordering/weighted_graph.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr std::int32_t none = -1;

// Of few neighbors first: they have the least choice.
Array<std::int32_t> by_degree(const WeightedGraph &graph, ExecutionContext &run) {
  constexpr std::int32_t most = 255;
  const auto degree = [&](std::int32_t v) {
    return std::min(most, graph.start[v + 1] - graph.start[v]);
  };
  Array<std::int32_t> order(run.memory, graph.n), next(run.memory, most + 2);
  for (std::int32_t v = 0; v < graph.n; ++v) ++next[degree(v) + 1];
  for (std::int32_t d = 0; d < most; ++d) next[d + 1] += next[d];
  for (std::int32_t v = 0; v < graph.n; ++v) order[next[degree(v)]++] = v;
  return order;
}

// mate[v], v itself where it stays alone.
Array<std::int32_t> matched(const WeightedGraph &graph, std::int32_t most, ExecutionContext &run) {
  const Array<std::int32_t> order = by_degree(graph, run);
  Array<std::int32_t> mate(run.memory, graph.n), waiting(run.memory, graph.n);
  std::fill(mate.begin(), mate.end(), none);
  std::fill(waiting.begin(), waiting.end(), none);
  const auto join = [&](std::int32_t v, std::int32_t u) { mate[v] = u, mate[u] = v; };
  for (const std::int32_t v : order) {
    if (mate[v] != none) continue;
    std::int32_t best = none, heaviest = 0;
    for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
      const std::int32_t u = graph.joined[e];
      if (mate[u] != none || graph.weight[u] > most - graph.weight[v] || graph.edge[e] < heaviest)
        continue;
      if (graph.edge[e] == heaviest && graph.weight[u] >= graph.weight[best]) continue;
      best = u, heaviest = graph.edge[e];
    }
    if (best != none) join(v, best);
  }
  // Leaves of a hub have no free neighbor: two that share their closest.
  for (const std::int32_t v : order) {
    if (mate[v] != none) continue;
    mate[v] = v;
    std::int32_t closest = none, heaviest = 0;
    for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
      if (graph.edge[e] > heaviest) closest = graph.joined[e], heaviest = graph.edge[e];
    if (closest == none) continue;
    const std::int32_t u = waiting[closest];
    waiting[closest] = v;
    if (u == none || graph.weight[u] > most - graph.weight[v]) continue;
    join(v, u);
    waiting[closest] = none;
  }
  return mate;
}

}  // namespace

WeightedGraph graph_below(CsrView<double> A, ExecutionContext &run) {
  WeightedGraph graph;
  graph.n = static_cast<std::int32_t>(A.rows);
  graph.start = Array<std::int32_t>(run.memory, A.rows + 1);
  const auto each = [&](auto &&tell) {
    for (std::int32_t i = 0; i < graph.n; ++i)
      for (Index e = A.indptr[i]; e < A.indptr[i + 1] && A.indices[e] < i; ++e)
        tell(i, A.indices[e]);
  };
  each([&](std::int32_t i, std::int32_t j) { ++graph.start[i + 1], ++graph.start[j + 1]; });
  for (std::int32_t i = 0; i < graph.n; ++i) graph.start[i + 1] += graph.start[i];
  Array<std::int32_t> next = graph.start.copy();
  graph.joined = Array<std::int32_t>(run.memory, graph.start[graph.n]);
  each([&](std::int32_t i, std::int32_t j) {
    graph.joined[next[i]++] = j, graph.joined[next[j]++] = i;
  });
  graph.edge = Array<std::int32_t>(run.memory, graph.joined.size());
  std::fill(graph.edge.begin(), graph.edge.end(), 1);
  graph.weight = Array<std::int32_t>(run.memory, graph.n);
  std::fill(graph.weight.begin(), graph.weight.end(), 1);
  return graph;
}

WeightedGraph coarsened(const WeightedGraph &graph, std::int32_t most, Array<std::int32_t> &place,
                        ExecutionContext &run) {
  const Array<std::int32_t> mate = matched(graph, most, run);
  place = Array<std::int32_t>(run.memory, graph.n);
  WeightedGraph coarse;
  for (std::int32_t v = 0; v < graph.n; ++v) place[v] = mate[v] < v ? place[mate[v]] : coarse.n++;
  coarse.start = Array<std::int32_t>(run.memory, coarse.n + 1);
  coarse.weight = Array<std::int32_t>(run.memory, coarse.n);
  Array<std::int32_t> joined(run.memory, graph.joined.size()),
      edge(run.memory, graph.joined.size()), at(run.memory, coarse.n);
  std::fill(at.begin(), at.end(), none);
  std::int32_t to = 0;
  const auto add = [&](std::int32_t v, std::int32_t c) {  // the edges of v to those of c
    coarse.weight[c] += graph.weight[v];
    for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
      const std::int32_t d = place[graph.joined[e]];
      if (d == c) continue;
      if (at[d] < coarse.start[c]) at[d] = to, joined[to] = d, edge[to++] = 0;
      edge[at[d]] += graph.edge[e];
    }
  };
  for (std::int32_t v = 0; v < graph.n; ++v) {
    if (mate[v] < v) continue;
    const std::int32_t c = place[v];
    coarse.start[c] = to;
    add(v, c);
    if (mate[v] != v) add(mate[v], c);
    coarse.start[c + 1] = to;
  }
  coarse.joined = Array<std::int32_t>(run.memory, to);
  coarse.edge = Array<std::int32_t>(run.memory, to);
  std::copy_n(joined.data(), to, coarse.joined.data());
  std::copy_n(edge.data(), to, coarse.edge.data());
  return coarse;
}

std::vector<WeightedGraph> parts_of(const WeightedGraph &graph, const Array<std::int32_t> &part,
                                    std::int32_t count, Array<std::int32_t> &index,
                                    ExecutionContext &run) {
  std::vector<WeightedGraph> parts(static_cast<std::size_t>(count));
  std::vector<std::int32_t> entries(parts.size());
  for (std::int32_t v = 0; v < graph.n; ++v) {
    if (part[v] < 0) continue;
    const std::size_t p = static_cast<std::size_t>(part[v]);
    index[v] = parts[p].n++;
    for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
      entries[p] += part[graph.joined[e]] == part[v] ? 1 : 0;
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p].start = Array<std::int32_t>(run.memory, parts[p].n + 1);
    parts[p].joined = Array<std::int32_t>(run.memory, entries[p]);
    parts[p].edge = Array<std::int32_t>(run.memory, entries[p]);
    parts[p].weight = Array<std::int32_t>(run.memory, parts[p].n);
    entries[p] = 0;
  }
  for (std::int32_t v = 0; v < graph.n; ++v) {
    if (part[v] < 0) continue;
    const std::size_t p = static_cast<std::size_t>(part[v]);
    WeightedGraph &of = parts[p];
    of.weight[index[v]] = graph.weight[v];
    for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
      if (part[graph.joined[e]] != part[v]) continue;
      of.joined[entries[p]] = index[graph.joined[e]];
      of.edge[entries[p]++] = graph.edge[e];
    }
    of.start[index[v] + 1] = entries[p];
  }
  return parts;
}

}  // namespace manifact
