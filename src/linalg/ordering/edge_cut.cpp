#include "linalg/ordering/edge_cut.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr int seeds = 8, passes = 8;

}  // namespace

void EdgeCut::begin(const WeightedGraph &graph) {
  const int tries = std::min<std::int32_t>(seeds, graph.n);
  Partition::Score best{};
  for (int t = 0; t < tries; ++t) {
    grow(graph, static_cast<std::int32_t>(Index{graph.n} * t / tries));
    refine(graph);
    if (t > 0 && !(p_.score(cut_) < best)) continue;
    best = p_.score(cut_);
    std::copy_n(p_.side.data(), graph.n, p_.other.data());
  }
  p_.side.swap(p_.other);
  std::fill_n(p_.weight, 3, 0);
  for (std::int32_t v = 0; v < graph.n; ++v) p_.weight[p_.side[v]] += graph.weight[v];
}

void EdgeCut::grow(const WeightedGraph &graph, std::int32_t seed) {
  p_.put_all(graph, 1);
  p_.start_pass(graph);
  offer(graph, seed);
  while (!p_.queue[0].empty() && p_.weight[0] < p_.weight[1]) move(graph, p_.queue[0].top());
  p_.clear_queues();
}

void EdgeCut::refine(const WeightedGraph &graph) {
  for (int round = 0; round < passes; ++round) {
    run_.monitor.check();
    if (!pass(graph)) return;
  }
}

bool EdgeCut::pass(const WeightedGraph &graph) {
  p_.start_pass(graph);
  cut_ = 0;
  for (std::int32_t v = 0; v < graph.n; ++v) {
    Index out = 0;
    for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
      out += p_.side[graph.joined[e]] != p_.side[v] ? graph.edge[e] : 0;
    if (out > 0) offer(graph, v);
    cut_ += out;
  }
  cut_ /= 2;
  return p_.climb(graph, cut_, [&] {
    const int to = p_.choice(graph, -1);
    if (to < 0) return false;
    cut_ -= p_.queue[to].key(p_.queue[to].top());
    move(graph, p_.queue[to].top());
    return true;
  });
}

// What the cut loses when v goes to the other side.
void EdgeCut::offer(const WeightedGraph &graph, std::int32_t v) noexcept {
  std::int32_t gain = 0;
  for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
    gain += p_.side[graph.joined[e]] != p_.side[v] ? graph.edge[e] : -graph.edge[e];
  p_.queue[1 - p_.side[v]].add(v, gain);
}

void EdgeCut::move(const WeightedGraph &graph, std::int32_t v) noexcept {
  const int from = p_.side[v], to = 1 - from;
  p_.queue[to].remove(v);
  p_.put(graph, v, to);
  p_.moved[v] = 1;
  for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
    const std::int32_t u = graph.joined[e];
    if (p_.moved[u] != 0) continue;
    if (p_.side[u] == to)
      p_.queue[from].change(u, -2 * graph.edge[e]);
    else if (p_.queue[to].has(u))
      p_.queue[to].change(u, 2 * graph.edge[e]);
    else
      offer(graph, u);
  }
}

}  // namespace manifact
