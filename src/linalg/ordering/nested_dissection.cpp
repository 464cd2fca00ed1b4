#include "linalg/ordering/nested_dissection.hpp"

#include <algorithm>

#include "linalg/ordering/separator.hpp"

namespace manifact {
namespace {

constexpr std::int32_t small = 200;  // vertices that are left to minimum degree

// Labels of vertices beside the number of a component.
constexpr std::int32_t taken = -1, unseen = -2;

// A connected part that is still to be dissected.
struct Part {
  WeightedGraph graph;
  Array<std::int32_t> vertices;  // which they are
  std::int32_t parent;           // node of the separator that cut it off
};

class Dissector {
 public:
  Dissector(std::int32_t n, double most_flops, ExecutionContext &run)
      : run_(run),
        search_(n, run),
        label_(run.memory, n),
        index_(run.memory, n),
        queue_(run.memory, n),
        flops_left_(most_flops) {
    found_.node = Array<std::int32_t>(run.memory, n);
  }

  Dissection dissect(WeightedGraph &&graph) {
    begin(std::move(graph));
    while (!parts_.empty()) {
      const Part part = std::move(parts_.back());
      parts_.pop_back();
      if (!cut(part)) return {};
    }
    const std::int32_t last =
        static_cast<std::int32_t>(found_.parent.size()) - 1;  // parents came first
    for (std::int32_t &node : found_.node) node = last - node;
    for (std::int32_t &parent : found_.parent) parent = parent < 0 ? -1 : last - parent;
    std::reverse(found_.parent.begin(), found_.parent.end());
    return std::move(found_);
  }

 private:
  void begin(WeightedGraph &&graph) {
    Array<std::int32_t> all(run_.memory, graph.n);
    for (std::int32_t v = 0; v < graph.n; ++v) all[v] = v;
    std::fill(label_.begin(), label_.end(), unseen);
    fall_apart({std::move(graph), std::move(all), -1}, -1);
  }

  std::int32_t new_node(std::int32_t parent) {
    found_.parent.push_back(parent);
    return static_cast<std::int32_t>(found_.parent.size()) - 1;
  }

  bool cut(const Part &part) {
    const WeightedGraph &graph = part.graph;
    const std::int32_t node = new_node(part.parent);
    const bool good = search_.find(graph);
    for (std::int32_t v = 0; v < graph.n; ++v) {
      const bool here = !good || search_.separates(v);
      if (here) found_.node[part.vertices[v]] = node;
      label_[v] = here ? taken : unseen;
    }
    if (!good) return true;
    const double width = static_cast<double>(search_.weight());
    flops_left_ -= width * width * width / 3;
    if (flops_left_ < 0) return false;
    fall_apart(part, node);
    return true;
  }

  // Into the connected components of what is unseen. Small ones share a node.
  void fall_apart(const Part &part, std::int32_t parent) {
    const WeightedGraph &graph = part.graph;
    std::int32_t count = 0, rest = -1;
    for (std::int32_t seed = 0; seed < graph.n; ++seed) {
      if (label_[seed] != unseen) continue;
      const std::int32_t size = reach(graph, seed, count);
      if (size > small) {
        ++count;
        continue;
      }
      if (rest < 0) rest = new_node(parent);
      for (std::int32_t at = 0; at < size; ++at) {
        label_[queue_[at]] = taken;
        found_.node[part.vertices[queue_[at]]] = rest;
      }
    }
    std::vector<WeightedGraph> graphs = parts_of(graph, label_, count, index_, run_);
    const std::size_t before = parts_.size();
    for (WeightedGraph &own : graphs) {
      Array<std::int32_t> vertices(run_.memory, own.n);
      parts_.push_back({std::move(own), std::move(vertices), parent});
    }
    for (std::int32_t v = 0; v < graph.n; ++v)
      if (label_[v] >= 0)
        parts_[before + static_cast<std::size_t>(label_[v])].vertices[index_[v]] = part.vertices[v];
  }

  // Labels what hangs together with `seed`, and lists it in queue_: how many.
  std::int32_t reach(const WeightedGraph &graph, std::int32_t seed, std::int32_t label) noexcept {
    std::int32_t end = 0;
    queue_[end++] = seed;
    label_[seed] = label;
    for (std::int32_t at = 0; at < end; ++at)
      for (std::int32_t e = graph.start[queue_[at]]; e < graph.start[queue_[at] + 1]; ++e) {
        const std::int32_t u = graph.joined[e];
        if (label_[u] != unseen) continue;
        label_[u] = label;
        queue_[end++] = u;
      }
    return end;
  }

  ExecutionContext &run_;
  SeparatorSearch search_;
  Array<std::int32_t> label_, index_, queue_;
  double flops_left_;
  Dissection found_;
  std::vector<Part> parts_;
};

}  // namespace

Dissection dissected(CsrView<double> A, double most_flops, ExecutionContext &run) {
  return Dissector(static_cast<std::int32_t>(A.rows), most_flops, run).dissect(graph_below(A, run));
}

}  // namespace manifact
