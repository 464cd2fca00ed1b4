// A partition in two sides that cuts light edges: the way to begin, on a coarse graph, where a
// vertex stands for so many that no separator of some of them is small.
#pragma once

#include "linalg/ordering/partition.hpp"
#include "runtime/index.hpp"

namespace manifact {

class EdgeCut {
 public:
  EdgeCut(Partition &partition, ExecutionContext &run) : p_(partition), run_(run) {}

  // From several vertices: a side grows until it has half the weight, and is refined. The best of
  // them.
  void begin(const WeightedGraph &graph);
  void refine(const WeightedGraph &graph);

 private:
  void grow(const WeightedGraph &graph, std::int32_t seed);
  bool pass(const WeightedGraph &graph);
  void offer(const WeightedGraph &graph, std::int32_t v) noexcept;
  void move(const WeightedGraph &graph, std::int32_t v) noexcept;

  Partition &p_;
  ExecutionContext &run_;
  Index cut_ = 0;  // the weight of the edges between the sides
};

}  // namespace manifact
