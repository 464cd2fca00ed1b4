// What refinements of a partition share: sides of the vertices, moves in the order of what they
// gain, and the way back to the best that was seen (Fiduccia, Mattheyses 1982).
#pragma once

#include "linalg/ordering/weighted_graph.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Vertices by (key descending, index ascending).
class VertexQueue {
 public:
  VertexQueue(std::int32_t most, ExecutionContext &run);

  bool empty() const noexcept { return size_ == 0; }
  bool has(std::int32_t v) const noexcept { return place_[v] >= 0; }
  std::int32_t top() const noexcept { return heap_[0]; }
  std::int32_t key(std::int32_t v) const noexcept { return key_[v]; }
  void add(std::int32_t v, std::int32_t key) noexcept;
  void change(std::int32_t v, std::int32_t by) noexcept;  // nothing where v is not in it
  void remove(std::int32_t v) noexcept;                   // likewise
  void clear() noexcept;

 private:
  bool before(std::int32_t a, std::int32_t b) const noexcept {
    return key_[a] > key_[b] || (key_[a] == key_[b] && a < b);
  }
  void put(std::int32_t at, std::int32_t v) noexcept { place_[heap_[at] = v] = at; }
  void up(std::int32_t at, std::int32_t v) noexcept;
  void down(std::int32_t at, std::int32_t v) noexcept;

  Array<std::int32_t> heap_, key_, place_;
  std::int32_t size_ = 0;
};

// Of one graph of up to `most` vertices at a time.
struct Partition {
  static constexpr int separator = 2;            // beside the sides 0 and 1
  static constexpr std::int32_t patience = 100;  // moves in a row that bring nothing better

  Partition(std::int32_t most, ExecutionContext &run);

  void put_all(const WeightedGraph &graph, int on) noexcept;
  void put(const WeightedGraph &graph, std::int32_t v,
           int on) noexcept;  // and remembers where it was
  void project(const WeightedGraph &fine,
               const Array<std::int32_t> &place) noexcept;  // from the coarser graph
  void start_pass(const WeightedGraph &graph) noexcept;

  // The side that the next vertex goes to; -1: none may. `only`: to this one, or -1.
  int choice(const WeightedGraph &graph, int only) const noexcept;

  // First within the balance, then small, then even.
  struct Score {
    Index excess, size, difference;
    bool operator<(const Score &other) const noexcept;
  };
  Score score(Index size) const noexcept;

  // Moves on, by step(), while something better may come, and goes back to the best; `size` is what
  // is to be small. False: nothing better came.
  template <class Step>
  bool climb(const WeightedGraph &graph, Index &size, Step &&step) {
    const Score before = score(size);
    Score best = before;
    Index best_logged = 0;
    for (std::int32_t idle = 0; idle < patience && step(); ++idle) {
      if (!(score(size) < best)) continue;
      best = score(size);
      best_logged = logged;
      idle = -1;
    }
    undo(graph, best_logged);
    size = best.size;
    clear_queues();
    return best < before;
  }
  void undo(const WeightedGraph &graph, Index to) noexcept;
  void clear_queues() noexcept;

  Array<signed char> side, other, moved;  // by vertex; moved: in this pass
  VertexQueue queue[2];                   // what may go to a side, by what that gains
  Array<std::int32_t> log;                // of this pass: 4 v + where it was
  Index logged = 0;
  Index weight[3] = {0, 0, 0};  // of the sides and the separator
  Index limit = 0;              // that the weight of a side may have
};

}  // namespace manifact
