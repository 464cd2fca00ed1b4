#include "graph/components.hpp"

#include <algorithm>
#include <vector>

#include "graph/collective_graphs.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The root of i's tree, with path halving.
std::int32_t root(Array<std::int32_t> &parent, std::int32_t i) noexcept {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// For each vertex: the lowest vertex of its component.
Array<std::int32_t> first_vertices(const Csr<double> &S, ExecutionContext &run) {
  Array<std::int32_t> parent(run.memory, S.rows);
  for (Index i = 0; i < S.rows; ++i) parent[i] = static_cast<std::int32_t>(i);
  for (Index i = 0; i < S.rows; ++i)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      const std::int32_t a = root(parent, static_cast<std::int32_t>(i)),
                         b = root(parent, S.indices[e]);
      if (a != b) parent[a < b ? b : a] = a < b ? a : b;
    }
  for (Index i = 0; i < S.rows; ++i) parent[i] = root(parent, static_cast<std::int32_t>(i));
  return parent;
}

}  // namespace

void measure(Graph &graph, ExecutionContext &run) {
  const Csr<double> &S = graph.S;
  graph.degree = Array<double>(run.memory, S.rows);
  graph.isolated = 0;
  graph.components = 0;
  const Array<std::int32_t> first = first_vertices(S, run);
  for (Index i = 0; i < S.rows; ++i) {
    graph.isolated += S.indptr[i] == S.indptr[i + 1] ? 1 : 0;
    graph.components += first[i] == i ? 1 : 0;
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) graph.degree[i] += S.values[e];
  }
}

Array<std::int32_t> components_of(const Graph &graph, ExecutionContext &run) {
  Array<std::int32_t> component = first_vertices(graph.S, run);
  std::int32_t count = 0;
  for (Index i = 0; i < component.size(); ++i)
    component[i] = component[i] == i ? count++ : component[component[i]];
  return component;
}

namespace {

bool is_loose(const Csr<double> &S, Index i, Index least) noexcept {
  const Index edges = S.indptr[i + 1] - S.indptr[i];
  return edges > 0 && edges < least;
}

}  // namespace

Index loose_vertices(const Graph &graph, Index least) noexcept {
  Index count = 0;
  for (Index i = 0; i < graph.S.rows; ++i) count += is_loose(graph.S, i, least) ? 1 : 0;
  return count;
}

Graph without_edges_of_loose(const Graph &graph, Index least, ExecutionContext &run) {
  const Csr<double> &S = graph.S;
  const auto stays = [&](Index i, Index e) {
    return !is_loose(S, i, least) && !is_loose(S, S.indices[e], least);
  };
  Index entries = 0;
  for (Index i = 0; i < S.rows; ++i)
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) entries += stays(i, e) ? 1 : 0;
  Graph rest;
  rest.S = Csr<double>(run.memory, S.rows, S.columns, entries);
  rest.metric = graph.metric;
  Index to = 0;
  for (Index i = 0; i < S.rows; ++i) {
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
      if (!stays(i, e)) continue;
      rest.S.indices[to] = S.indices[e];
      rest.S.values[to++] = S.values[e];
    }
    rest.S.indptr[i + 1] = to;
  }
  measure(rest, run);
  return rest;
}

double least_component(double most, Index joined, Index k) noexcept {
  const double share = 0.1 * static_cast<double>(joined) / static_cast<double>(k);
  // All components are small, so none of them is dropped.
  return most < share ? 2 : std::max(2.0, share);
}

Core core_of(const Graph &graph, Index k, ExecutionContext &run) {
  if (graph.ghosts) return run.collective->graphs()->core(graph, k, run);
  const Index n = graph.S.rows;
  const Array<std::int32_t> first = first_vertices(graph.S, run);
  std::vector<Index> sizes(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) ++sizes[static_cast<std::size_t>(first[i])];
  const Index joined = n - std::count(sizes.begin(), sizes.end(), 1);
  const Index most = n == 0 ? 0 : *std::max_element(sizes.begin(), sizes.end());
  const double least = least_component(static_cast<double>(most), joined, k);

  Core core;
  std::vector<std::int32_t> number(static_cast<std::size_t>(n), -1);
  Index inside = 0;
  for (Index i = 0; i < n; ++i) {
    const Index size = sizes[static_cast<std::size_t>(first[i])];
    const bool stays = static_cast<double>(size) >= least;
    inside += stays ? 1 : 0;
    if (first[i] != i || size < 2) continue;
    if (stays)
      number[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(core.components++);
    else
      ++core.small_components;
  }
  core.small_vertices = joined - inside;
  core.vertices = Array<std::int32_t>(run.memory, inside);
  core.component = Array<std::int32_t>(run.memory, inside);
  core.place = Array<std::int32_t>(run.memory, n);
  Index to = 0;
  for (Index i = 0; i < n; ++i) {
    const std::int32_t component = number[static_cast<std::size_t>(first[i])];
    core.place[i] = component < 0 ? -1 : static_cast<std::int32_t>(to);
    if (component < 0) continue;
    core.vertices[to] = static_cast<std::int32_t>(i);
    core.component[to++] = component;
  }
  return core;
}

namespace {

// place: for each vertex, -1 if it is not in the core.
Array<std::int32_t> places_in_order(const Array<std::int32_t> &place, Index count,
                                    const Array<std::int32_t> *order, ExecutionContext &run) {
  Array<std::int32_t> inner(run.memory, count);
  Index to = 0;
  for (Index a = 0; a < place.size(); ++a)
    if (const std::int32_t p = place[order != nullptr ? (*order)[a] : a]; p >= 0) inner[to++] = p;
  return inner;
}

}  // namespace

Array<std::int32_t> core_order(const Core &core, const Array<std::int32_t> *order,
                               ExecutionContext &run) {
  return places_in_order(core.place, core.vertices.size(), order, run);
}

Array<std::int32_t> order_among(const Array<std::int32_t> &vertices, Index n,
                                const Array<std::int32_t> *order, ExecutionContext &run) {
  Array<std::int32_t> place(run.memory, n);
  for (std::int32_t &p : place) p = -1;
  for (Index a = 0; a < vertices.size(); ++a) place[vertices[a]] = static_cast<std::int32_t>(a);
  return places_in_order(place, vertices.size(), order, run);
}

Graph subgraph(const Graph &graph, const Core &core, ExecutionContext &run) {
  if (graph.ghosts) return run.collective->graphs()->subgraph(graph, core, run);
  const Index n = core.vertices.size();
  Index entries = 0;
  for (const std::int32_t i : core.vertices) entries += graph.S.indptr[i + 1] - graph.S.indptr[i];
  Graph part;
  part.S = Csr<double>(run.memory, n, n, entries);
  part.degree = Array<double>(run.memory, n);
  part.components = core.components;
  Index to = 0;
  for (Index a = 0; a < n; ++a) {
    const std::int32_t i = core.vertices[a];
    part.degree[a] = graph.degree[i];
    for (Index e = graph.S.indptr[i]; e < graph.S.indptr[i + 1];
         ++e, ++to) {  // edges never leave a component
      part.S.indices[to] = core.place[graph.S.indices[e]];
      part.S.values[to] = graph.S.values[e];
    }
    part.S.indptr[a + 1] = to;
  }
  return part;
}

template <class T>
Coloring greedy_coloring(CsrView<T> S, const std::shared_ptr<Memory> &memory,
                         const Array<std::int32_t> *order) {
  const auto at = [order](Index r) { return order != nullptr ? Index{(*order)[r]} : r; };
  Array<std::int32_t> color(memory, S.rows);
  std::fill(color.begin(), color.end(), -1);
  // For each class: the last vertex that has a neighbor in it, plus one; and its size.
  std::vector<Index> last_seen, counts;
  for (Index r = 0; r < S.rows; ++r) {
    const Index i = at(r);
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e)
      if (const std::int32_t c = color[S.indices[e]]; c >= 0)
        last_seen[static_cast<std::size_t>(c)] = i + 1;
    std::size_t c = 0;
    while (c < last_seen.size() && last_seen[c] == i + 1) ++c;
    if (c == last_seen.size()) {
      last_seen.push_back(0);
      counts.push_back(0);
    }
    color[i] = static_cast<std::int32_t>(c);
    ++counts[c];
  }
  Coloring result;
  for (const Index count : counts) result.starts.push_back(result.starts.back() + count);
  result.vertices = Array<std::int32_t>(memory, S.rows);
  std::vector<Index> next = result.starts;
  for (Index r = 0; r < S.rows; ++r) {
    const Index i = at(r);
    result.vertices[next[static_cast<std::size_t>(color[i])]++] = static_cast<std::int32_t>(i);
  }
  return result;
}

template Coloring greedy_coloring<float>(CsrView<float>, const std::shared_ptr<Memory> &,
                                         const Array<std::int32_t> *);
template Coloring greedy_coloring<double>(CsrView<double>, const std::shared_ptr<Memory> &,
                                          const Array<std::int32_t> *);

}  // namespace manifact
