#include "linalg/ordering/separator.hpp"

#include <algorithm>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr std::int32_t coarsest = 100, separable = 2000;  // vertices
constexpr int passes = 8;
constexpr double
    larger = 0.6,
    useless =
        // share of the weight that a side may have, and that it has where cutting goes on forever
    0.8;
constexpr int separator = Partition::separator;

}  // namespace

SeparatorSearch::SeparatorSearch(std::int32_t most, ExecutionContext &run)
    : run_(run), p_(most, run), cut_(p_, run) {}

bool SeparatorSearch::find(const WeightedGraph &graph) {
  std::vector<WeightedGraph> coarse;
  std::vector<Array<std::int32_t>> place;
  Index total = 0;
  for (const std::int32_t w : graph.weight) total += w;
  p_.limit = static_cast<Index>(larger * static_cast<double>(total));
  const std::int32_t heaviest =
      static_cast<std::int32_t>(std::max<Index>(2, 3 * total / (2 * coarsest)));
  const WeightedGraph *last = &graph;
  while (last->n > coarsest) {
    run_.monitor.check();
    Array<std::int32_t> to;
    WeightedGraph next = coarsened(*last, heaviest, to, run_);
    if (next.n > last->n - last->n / 20) break;
    coarse.push_back(std::move(next));
    place.push_back(std::move(to));
    last = &coarse.back();
  }
  cut_.begin(*last);
  bool cut = true;
  for (std::size_t level = coarse.size() + 1; level-- > 0;) {
    const WeightedGraph &here = level > 0 ? coarse[level - 1] : graph;
    if (level < coarse.size()) p_.project(here, place[level]);
    if (cut && level < coarse.size()) cut_.refine(here);
    if (cut && (level == 0 || here.n >= separable)) {
      take_ends(here);
      cut = false;
      if (2 * weight() > total) return false;
    }
    if (!cut) refine(here);
  }
  const auto [light, heavy] = std::minmax(p_.weight[0], p_.weight[1]);
  return 3 * weight() <= total && light > 0 &&
         static_cast<double>(heavy) <= useless * static_cast<double>(total);
}

// The ends of the edges between the sides: of the side where they weigh less.
void SeparatorSearch::take_ends(const WeightedGraph &graph) noexcept {
  Index ends[2] = {0, 0};
  for (std::int32_t v = 0; v < graph.n; ++v) {
    const std::int32_t *const begin = graph.joined.data() + graph.start[v],
                              *const end = graph.joined.data() + graph.start[v + 1];
    p_.other[v] =
        std::any_of(begin, end, [&](std::int32_t u) { return p_.side[u] != p_.side[v]; }) ? 1 : 0;
    if (p_.other[v] != 0) ends[p_.side[v]] += graph.weight[v];
  }
  const int from = ends[0] < ends[1] ? 0 : 1;
  p_.logged = 0;
  for (std::int32_t v = 0; v < graph.n; ++v)
    if (p_.other[v] != 0 && p_.side[v] == from) p_.put(graph, v, separator);
}

// To one side only in a pass: a separator travels farther than where moves to either side undo each
// other (on a grid a fifth less fill).
void SeparatorSearch::refine(const WeightedGraph &graph) {
  int to = p_.weight[0] <= p_.weight[1] ? 0 : 1;
  for (int round = 0, failed = 0; round < passes && failed < 2; ++round, to = 1 - to) {
    run_.monitor.check();
    failed = pass(graph, to) ? 0 : failed + 1;
  }
}

bool SeparatorSearch::pass(const WeightedGraph &graph, int to) {
  p_.start_pass(graph);
  for (std::int32_t v = 0; v < graph.n; ++v)
    if (separates(v)) offer(graph, v);
  return p_.climb(graph, p_.weight[separator], [&] {
    if (p_.choice(graph, to) < 0) return false;
    move(graph, p_.queue[to].top(), to);
    return true;
  });
}

// What the separator loses when v, in it, goes to a side.
void SeparatorSearch::offer(const WeightedGraph &graph, std::int32_t v) noexcept {
  std::int32_t beside[3] = {0, 0, 0};
  for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
    beside[p_.side[graph.joined[e]]] += graph.weight[graph.joined[e]];
  for (const int to : {0, 1}) p_.queue[to].add(v, graph.weight[v] - beside[1 - to]);
}

// v comes into the separator from its side: its neighbors there draw it no more.
void SeparatorSearch::draw(const WeightedGraph &graph, std::int32_t v) noexcept {
  const int from = p_.side[v];
  p_.put(graph, v, separator);
  for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
    p_.queue[1 - from].change(graph.joined[e], graph.weight[v]);
  if (p_.moved[v] == 0) offer(graph, v);
}

void SeparatorSearch::move(const WeightedGraph &graph, std::int32_t v, int to) noexcept {
  for (VertexQueue &queue : p_.queue) queue.remove(v);
  p_.put(graph, v, to);
  p_.moved[v] = 1;
  for (std::int32_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
    const std::int32_t u = graph.joined[e];
    if (separates(u))
      p_.queue[1 - to].change(u, -graph.weight[v]);
    else if (p_.side[u] != to)
      draw(graph, u);
  }
}

}  // namespace manifact
