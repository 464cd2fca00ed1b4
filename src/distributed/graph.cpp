#include "distributed/graph.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "distributed/documents.hpp"
#include "distributed/group.hpp"
#include "graph/build.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The edges of the vertices of this rank, from its own lists and from those of other ranks; sorted;
// an edge that is in both lists occurs twice.
std::vector<DividedEdge> edges_of(const Neighbors &neighbors, const std::vector<Index> &begin,
                                  ExecutionContext &run) {
  Group &group = group_of(run);
  const Index first = begin[static_cast<std::size_t>(group.rank())], p = neighbors.p;
  std::vector<DividedEdge> edges;
  std::vector<Bytes> to(static_cast<std::size_t>(group.size()));
  for (Index i = 0; i < neighbors.n; ++i)
    for (Index q = 0; q < neighbors.count[i]; ++q) {
      const DividedEdge edge{static_cast<std::int32_t>(first + i), neighbors.index[i * p + q],
                             neighbors.cosine[i * p + q]};
      const DividedEdge back{edge.to, edge.from, edge.weight};
      edges.push_back(edge);
      put(to[owner_of(edge.to, begin)], &back, 1);
    }
  for (const Bytes &packet : group.exchange(to))
    for (Unpack from(packet); !from.done();) edges.push_back(from.one<DividedEdge>());
  std::sort(edges.begin(), edges.end(), [](const DividedEdge &a, const DividedEdge &b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  return edges;
}

// Each edge once; with GraphRule::mutual, only those that occur twice.
void merge(std::vector<DividedEdge> &edges, GraphRule rule) {
  std::size_t kept = 0;
  for (std::size_t e = 0; e < edges.size();) {
    const bool twice = e + 1 < edges.size() && edges[e + 1].from == edges[e].from &&
                       edges[e + 1].to == edges[e].to;
    if (twice || rule == GraphRule::either) edges[kept++] = edges[e];
    e += twice ? 2 : 1;
  }
  edges.resize(kept);
}

// The lowest vertex of the component of each vertex and ghost, as far as the edges on this rank
// determine it.
class Components {
 public:
  Components(const Csr<double> &S, ExecutionContext &run) : parent_(run.memory, S.columns) {
    for (Index i = 0; i < S.columns; ++i) parent_[i] = static_cast<std::int32_t>(i);
    for (Index i = 0; i < S.rows; ++i)
      for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) {
        const std::int32_t a = root(static_cast<std::int32_t>(i)), b = root(S.indices[e]);
        if (a != b) parent_[std::max(a, b)] = std::min(a, b);
      }
    for (Index i = 0; i < S.columns; ++i) root(static_cast<std::int32_t>(i));
  }

  std::int32_t root(std::int32_t i) noexcept {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

 private:
  Array<std::int32_t> parent_;
};

}  // namespace

std::vector<Index> first_of_ranks(Index mine, ExecutionContext &run) {
  std::vector<Index> begin{0};
  for (const Index count : group_of(run).all(mine)) begin.push_back(begin.back() + count);
  return begin;
}

// Every vertex takes the lowest number that reaches it.
Array<Index> lowest_vertices(const Graph &graph, ExecutionContext &run) {
  const Csr<double> &S = graph.S;
  const Index first = run.rows_before(S.rows);
  Components parts(S, run);
  Array<Index> lowest(run.memory, S.columns);
  for (Index i = 0; i < S.rows; ++i) lowest[i] = first + i;
  for (bool changed = true; changed;) {
    graph.ghosts->fetch(lowest.data(), sizeof(Index), lowest.data() + S.rows);
    changed = false;
    for (Index i = 0; i < S.columns; ++i) {
      const std::int32_t r = parts.root(static_cast<std::int32_t>(i));
      if (lowest[i] < lowest[r]) lowest[r] = lowest[i];
    }
    for (Index i = 0; i < S.rows; ++i) {
      const Index low = lowest[parts.root(static_cast<std::int32_t>(i))];
      changed = changed || low < lowest[i];
      lowest[i] = low;
    }
    changed = run.any(changed);
  }
  Array<Index> own(run.memory, S.rows);
  std::copy_n(lowest.begin(), S.rows, own.begin());
  return own;
}

namespace {

// A rank that needs at least four fifths of the rows of another one receives all of them:
// consecutive rows are sent in place, while selected ones are copied first. Copying a row of 160
// bytes takes 35 ns; sending an additional quarter of it takes 32 ns at 10 Gb/s, and less between
// ranks on one machine.
std::vector<Index> completed(const std::vector<Index> &wanted, const std::vector<Index> &begin) {
  std::vector<Index> all;
  auto from = wanted.begin();
  for (std::size_t r = 0; r + 1 < begin.size(); ++r) {
    const auto to = std::lower_bound(from, wanted.end(), begin[r + 1]);
    const Index rows = begin[r + 1] - begin[r];
    if (to > from && 5 * (to - from) >= 4 * rows)
      for (Index i = begin[r]; i < begin[r + 1]; ++i) all.push_back(i);
    else
      all.insert(all.end(), from, to);
    from = to;
  }
  return all;
}

}  // namespace

Graph graph_of_edges(const std::vector<DividedEdge> &edges, const std::vector<Index> &begin,
                     ExecutionContext &run) {
  const auto rank = static_cast<std::size_t>(group_of(run).rank());
  const Index first = begin[rank], end = begin[rank + 1], n = end - first;
  const auto is_own = [&](Index i) { return i >= first && i < end; };
  std::vector<Index> wanted;
  for (const DividedEdge &edge : edges)
    if (!is_own(edge.to)) wanted.push_back(edge.to);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  wanted = completed(wanted, begin);

  Graph graph;
  graph.ghosts = group_of(run).ghosts(begin, wanted);
  graph.S = Csr<double>(run.memory, n, n + static_cast<Index>(wanted.size()),
                        static_cast<Index>(edges.size()));
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const Index to = edges[e].to;
    const Index column =
        is_own(to) ? to - first
                   : n + (std::lower_bound(wanted.begin(), wanted.end(), to) - wanted.begin());
    ++graph.S.indptr[edges[e].from - first + 1];
    graph.S.indices[static_cast<Index>(e)] = static_cast<std::int32_t>(column);
    graph.S.values[static_cast<Index>(e)] = edges[e].weight;
  }
  for (Index i = 0; i < n; ++i) graph.S.indptr[i + 1] += graph.S.indptr[i];
  graph.all_vertices = begin.back();
  graph.all_entries = run.total(graph.S.entries());
  return graph;
}

Graph divided_graph(const Neighbors &neighbors, GraphRule rule, ExecutionContext &run) {
  const std::vector<Index> begin = first_of_ranks(neighbors.n, run);
  std::vector<DividedEdge> edges = edges_of(neighbors, begin, run);
  merge(edges, rule);
  Graph graph = graph_of_edges(edges, begin, run);
  graph.search = neighbors.search;
  return graph;
}

void measure_divided(Graph &graph, ExecutionContext &run) {
  const Csr<double> &S = graph.S;
  graph.degree = Array<double>(run.memory, S.rows);
  Index isolated = 0;
  double sum = 0;
  for (Index i = 0; i < S.rows; ++i) {
    isolated += S.indptr[i] == S.indptr[i + 1] ? 1 : 0;
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e) graph.degree[i] += S.values[e];
    sum += graph.degree[i];
  }
  graph.all_degrees = run.total(sum);
  graph.isolated = run.total(isolated);
  const Index first = run.rows_before(S.rows);
  const Array<Index> lowest = lowest_vertices(graph, run);
  Index roots = 0;
  for (Index i = 0; i < S.rows; ++i) roots += lowest[i] == first + i ? 1 : 0;
  graph.components = run.total(roots);
}

namespace {

// A component belongs to the rank that owns its lowest vertex, the root. That rank counts its
// vertices and numbers it; the other ranks fetch both.

// Values of the roots of all components that have vertices on this rank.
class Roots {
 public:
  Roots(const Array<Index> &root, const std::vector<Index> &begin, ExecutionContext &run)
      : first_(begin[static_cast<std::size_t>(group_of(run).rank())]),
        count_(root.size()),
        foreign_(root.begin(), root.end()) {
    std::sort(foreign_.begin(), foreign_.end());
    foreign_.erase(std::unique(foreign_.begin(), foreign_.end()), foreign_.end());
    std::erase_if(foreign_, [&](Index r) { return is_own(r); });
    ghosts_ = group_of(run).ghosts(begin, foreign_);
  }

  bool is_own(Index root) const noexcept { return root >= first_ && root < first_ + count_; }
  // The position of a root in an array of this rank's vertices followed by the foreign roots.
  Index place(Index root) const noexcept {
    if (is_own(root)) return root - first_;
    return count_ + (std::lower_bound(foreign_.begin(), foreign_.end(), root) - foreign_.begin());
  }
  // `values` of this rank's vertices, with those of the foreign roots appended.
  Array<Index> with_foreign(const Array<Index> &values, ExecutionContext &run) const {
    Array<Index> all(run.memory, count_ + ghosts_->count());
    std::copy(values.begin(), values.end(), all.begin());
    ghosts_->fetch(values.data(), sizeof(Index), all.data() + count_);
    return all;
  }

 private:
  Index first_, count_;
  std::vector<Index> foreign_;
  std::unique_ptr<GhostRows> ghosts_;
};

// The number of vertices of the component of each vertex that is a root; 0 for the others.
Array<Index> sizes_of_roots(const Array<Index> &root, const std::vector<Index> &begin,
                            ExecutionContext &run) {
  const Index first = begin[static_cast<std::size_t>(group_of(run).rank())];
  std::vector<Index> sorted(root.begin(), root.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<Bytes> to(static_cast<std::size_t>(group_of(run).size()));
  for (std::size_t a = 0, b = 0; a < sorted.size(); a = b) {
    while (b < sorted.size() && sorted[b] == sorted[a]) ++b;
    const Index part[2] = {sorted[a], static_cast<Index>(b - a)};
    const auto owner = std::upper_bound(begin.begin(), begin.end(), sorted[a]) - begin.begin() - 1;
    put(to[static_cast<std::size_t>(owner)], part, 2);
  }
  Array<Index> sizes(run.memory, root.size());
  for (const Bytes &packet : group_of(run).exchange(to))
    for (Unpack from(packet); !from.done();) {
      const auto vertex = from.one<Index>(), count = from.one<Index>();
      sizes[vertex - first] += count;
    }
  return sizes;
}

}  // namespace

Core divided_core(const Graph &graph, Index k, ExecutionContext &run) {
  const Index n = graph.S.rows;
  const std::vector<Index> begin = first_of_ranks(n, run);
  const Array<Index> root = lowest_vertices(graph, run);
  const Roots roots(root, begin, run);
  const Array<Index> own_sizes = sizes_of_roots(root, begin, run);
  const auto single = std::count(own_sizes.begin(), own_sizes.end(), Index{1});
  const Index joined = run.total(n - static_cast<Index>(single));
  double most = 0;
  for (const Index size : own_sizes) most = std::max(most, static_cast<double>(size));
  const double least = least_component(run.largest(most), joined, k);

  Core core;
  Array<Index> number_of(run.memory, n);
  Index staying = 0, small = 0;
  for (Index i = 0; i < n; ++i) {
    const bool stays = static_cast<double>(own_sizes[i]) >= least;
    number_of[i] = stays ? staying++ : -1;
    small += !stays && own_sizes[i] >= 2 ? 1 : 0;
  }
  const Index before = run.rows_before(staying);
  for (Index &number : number_of) number = number < 0 ? -1 : before + number;
  const Array<Index> numbers = roots.with_foreign(number_of, run);
  core.components = run.total(staying);
  core.small_components = run.total(small);

  Index inside = 0;
  for (Index i = 0; i < n; ++i) inside += numbers[roots.place(root[i])] >= 0 ? 1 : 0;
  core.small_vertices = joined - run.total(inside);
  core.vertices = Array<std::int32_t>(run.memory, inside);
  core.component = Array<std::int32_t>(run.memory, inside);
  core.place = Array<std::int32_t>(run.memory, n);
  Index to = 0;
  for (Index i = 0; i < n; ++i) {
    const Index component = numbers[roots.place(root[i])];
    core.place[i] = component < 0 ? -1 : static_cast<std::int32_t>(to);
    if (component < 0) continue;
    core.vertices[to] = static_cast<std::int32_t>(i);
    core.component[to++] = static_cast<std::int32_t>(component);
  }
  return core;
}

Graph divided_subgraph(const Graph &graph, const Core &core, ExecutionContext &run) {
  const Csr<double> &S = graph.S;
  const Index n = core.vertices.size();
  const std::vector<Index> begin = first_of_ranks(n, run);
  const Index first = begin[static_cast<std::size_t>(group_of(run).rank())];
  Array<Index> number_of(run.memory, S.columns);  // global number in the core
  for (Index i = 0; i < S.rows; ++i) number_of[i] = core.place[i] < 0 ? -1 : first + core.place[i];
  graph.ghosts->fetch(number_of.data(), sizeof(Index), number_of.data() + S.rows);
  // Vertices keep their order, and so do ghosts. An edge never leaves a component.
  Array<std::int32_t> column(run.memory, S.columns);
  std::copy(core.place.begin(), core.place.end(), column.begin());
  std::vector<Index> wanted;
  for (Index g = S.rows; g < S.columns; ++g) {
    if (number_of[g] < 0) continue;
    column[g] = static_cast<std::int32_t>(n + std::ssize(wanted));
    wanted.push_back(number_of[g]);
  }
  Index entries = 0;
  for (const std::int32_t i : core.vertices) entries += S.indptr[i + 1] - S.indptr[i];
  Graph part;
  part.S = Csr<double>(run.memory, n, n + std::ssize(wanted), entries);
  part.degree = Array<double>(run.memory, n);
  part.ghosts = group_of(run).ghosts(begin, wanted);
  part.components = core.components;
  part.all_vertices = begin.back();
  part.all_entries = run.total(entries);
  double degrees = 0;
  Index to = 0;
  for (Index a = 0; a < n; ++a) {
    const std::int32_t i = core.vertices[a];
    degrees += part.degree[a] = graph.degree[i];
    for (Index e = S.indptr[i]; e < S.indptr[i + 1]; ++e, ++to) {
      part.S.indices[to] = column[S.indices[e]];
      part.S.values[to] = S.values[e];
    }
    part.S.indptr[a + 1] = to;
  }
  part.all_degrees = run.total(degrees);
  return part;
}

namespace {

// A graph given by the user, whose rows are divided among ranks.

// An edge as stored in row i of this rank (s_ij) or in row j (s_ji).
struct GivenEnd {
  std::int32_t from, to;
  double there, back;

  bool operator<(const GivenEnd &other) const noexcept {
    return from != other.from ? from < other.from : to < other.to;
  }
  bool same_ends(const GivenEnd &other) const noexcept {
    return from == other.from && to == other.to;
  }
};

// The ends at vertices of this rank; two for an edge that is stored in both rows.
std::vector<GivenEnd> given_ends(const Matrix &rows, const Array<std::int32_t> &all,
                                 const std::vector<Index> &begin, ExecutionContext &run) {
  const Array<std::int32_t> number_of = numbers_of_ids(all, run);
  const Index first = begin[static_cast<std::size_t>(group_of(run).rank())];
  std::vector<GivenEnd> ends;
  std::vector<Bytes> to(static_cast<std::size_t>(group_of(run).size()));
  for (Index i = 0; i < rows.rows; ++i)
    rows.each(i, [&](std::int32_t id, double value) {
      const auto from = static_cast<std::int32_t>(first + i);
      const std::int32_t j = number_of[id];
      if (j == from) return;
      const GivenEnd back{j, from, 0, value};
      ends.push_back({from, j, value, 0});
      put(to[owner_of(j, begin)], &back, 1);
    });
  for (const Bytes &packet : group_of(run).exchange(to))
    for (Unpack from(packet); !from.done();) ends.push_back(from.one<GivenEnd>());
  std::sort(ends.begin(), ends.end());
  return ends;
}

std::vector<DividedEdge> joined_ends(const std::vector<GivenEnd> &ends,
                                     const Array<std::int32_t> &all, GraphRule rule,
                                     Averaged &averaged) {
  std::vector<DividedEdge> edges;
  for (std::size_t e = 0; e < ends.size(); ++e) {
    GivenEnd end = ends[e];
    if (e + 1 < ends.size() && ends[e + 1].same_ends(end)) {
      ++e;
      end.there += ends[e].there;
      end.back += ends[e].back;
    }
    const double weight =
        joined_weight(rule, all[end.from], all[end.to], end.there, end.back, 0, averaged);
    if (weight > 0) edges.push_back({end.from, end.to, weight});
  }
  return edges;
}

}  // namespace

Graph divided_graph_from_matrix(const Matrix &rows, const Index *ids, GraphRule rule,
                                ExecutionContext &run) {
  const std::vector<Index> begin = first_of_ranks(rows.rows, run);
  const Array<std::int32_t> own = ids_of(ids, rows.rows, run);
  run.together([&] {
    if (rows.columns != begin.back())
      fail(Status::structure, "a graph must be square, not %lld x %lld",
           static_cast<long long>(begin.back()), static_cast<long long>(rows.columns));
    check_weights(rows, own.data());
  });
  const Array<std::int32_t> all = all_ids(own, run);
  const std::vector<GivenEnd> ends = given_ends(rows, all, begin, run);
  std::vector<DividedEdge> edges;
  Averaged averaged;
  run.together([&] { edges = joined_ends(ends, all, rule, averaged); });
  Graph graph = graph_of_edges(edges, begin, run);
  graph.averaged = run.total(averaged.pairs) / 2;  // each pair has two ends
  graph.asymmetry = run.largest(averaged.difference);
  measure_divided(graph, run);
  run.together([&] { check_degrees(graph, own.data()); });
  return graph;
}

}  // namespace manifact
