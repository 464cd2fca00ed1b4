// Few vertices without which a graph falls into two parts of about the same weight (multilevel:
// Hendrickson, Rothberg 1998; Karypis, Kumar 1998):
//
//   coarsen   pairs of vertices become one, until some hundred are left
//   begin     there, with two sides and few edges between them
//   refine    on the way back, at every graph; from some thousand vertices on, the ends of those
//             edges on one side are the separator, and
//             moves out of it to one side draw the vertex's neighbors on the other side into it
#pragma once

#include "linalg/ordering/edge_cut.hpp"
#include "linalg/ordering/partition.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The room for graphs of up to `most` vertices, one after the other.
class SeparatorSearch {
 public:
  SeparatorSearch(std::int32_t most, ExecutionContext &run);

  // Of a connected graph of two vertices or more. False: there is no good one, or none is found.
  bool find(const WeightedGraph &graph);

  bool separates(std::int32_t v) const noexcept { return p_.side[v] == Partition::separator; }
  Index weight() const noexcept { return p_.weight[Partition::separator]; }

 private:
  void take_ends(const WeightedGraph &graph) noexcept;
  void refine(const WeightedGraph &graph);
  bool pass(const WeightedGraph &graph, int to);
  void offer(const WeightedGraph &graph, std::int32_t v) noexcept;
  void draw(const WeightedGraph &graph, std::int32_t v) noexcept;
  void move(const WeightedGraph &graph, std::int32_t v, int to) noexcept;

  ExecutionContext &run_;
  Partition p_;
  EdgeCut cut_;
};

}  // namespace manifact
