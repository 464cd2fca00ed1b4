// A graph given by the user, whose rows are divided among ranks.
#include <algorithm>
#include <utility>
#include <vector>

#include "distributed/graph.hpp"
#include "distributed/names.hpp"
#include "distributed/packet.hpp"
#include "graph/user_graph.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

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
