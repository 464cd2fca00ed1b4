// A component belongs to the rank that owns its lowest vertex, the root. That rank counts its
// vertices and numbers it; the other ranks fetch both.
#include "distributed/core.hpp"

#include <algorithm>
#include <vector>

#include "distributed/graph.hpp"
#include "distributed/packet.hpp"

namespace manifact {
namespace {

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

}  // namespace manifact
