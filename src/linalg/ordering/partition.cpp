#include "linalg/ordering/partition.hpp"

#include <algorithm>
#include <tuple>

#include "runtime/index.hpp"

namespace manifact {

VertexQueue::VertexQueue(std::int32_t most, ExecutionContext &run)
    : heap_(run.memory, most), key_(run.memory, most), place_(run.memory, most) {
  std::fill(place_.begin(), place_.end(), -1);
}

void VertexQueue::up(std::int32_t at, std::int32_t v) noexcept {
  for (; at > 0 && before(v, heap_[(at - 1) / 2]); at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
  put(at, v);
}

void VertexQueue::down(std::int32_t at, std::int32_t v) noexcept {
  for (std::int32_t child = 2 * at + 1; child < size_; child = 2 * at + 1) {
    if (child + 1 < size_ && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], v)) break;
    put(at, heap_[child]);
    at = child;
  }
  put(at, v);
}

void VertexQueue::add(std::int32_t v, std::int32_t key) noexcept {
  key_[v] = key;
  up(size_++, v);
}

void VertexQueue::change(std::int32_t v, std::int32_t by) noexcept {
  if (!has(v)) return;
  key_[v] += by;
  by > 0 ? up(place_[v], v) : down(place_[v], v);
}

void VertexQueue::remove(std::int32_t v) noexcept {
  if (!has(v)) return;
  const std::int32_t at = place_[v], last = heap_[--size_];
  place_[v] = -1;
  if (last != v) before(last, v) ? up(at, last) : down(at, last);
}

void VertexQueue::clear() noexcept {
  for (std::int32_t at = 0; at < size_; ++at) place_[heap_[at]] = -1;
  size_ = 0;
}

Partition::Partition(std::int32_t most, ExecutionContext &run)
    : side(run.memory, most),
      other(run.memory, most),
      moved(run.memory, most),
      queue{{most, run}, {most, run}},
      log(run.memory, Index{3} * most) {
}  // a vertex comes into the separator, leaves it, and is drawn in again

bool Partition::Score::operator<(const Score &b) const noexcept {
  return std::tie(excess, size, difference) < std::tie(b.excess, b.size, b.difference);
}

Partition::Score Partition::score(Index size) const noexcept {
  const Index heavy = std::max(weight[0], weight[1]), light = std::min(weight[0], weight[1]);
  return {std::max<Index>(0, heavy - limit), size, heavy - light};
}

void Partition::put_all(const WeightedGraph &graph, int on) noexcept {
  std::fill_n(side.begin(), graph.n, static_cast<signed char>(on));
  std::fill_n(weight, 3, 0);
  for (const std::int32_t w : graph.weight) weight[on] += w;
}

void Partition::put(const WeightedGraph &graph, std::int32_t v, int on) noexcept {
  log[logged++] = 4 * v + side[v];
  weight[side[v]] -= graph.weight[v];
  weight[on] += graph.weight[v];
  side[v] = static_cast<signed char>(on);
}

void Partition::undo(const WeightedGraph &graph, Index to) noexcept {
  for (; logged > to; --logged) {
    const std::int32_t v = log[logged - 1] / 4, w = graph.weight[v];
    weight[side[v]] -= w;
    side[v] = static_cast<signed char>(log[logged - 1] % 4);
    weight[side[v]] += w;
  }
}

void Partition::project(const WeightedGraph &fine, const Array<std::int32_t> &place) noexcept {
  for (std::int32_t v = 0; v < fine.n; ++v) other[v] = side[place[v]];
  side.swap(other);
}

void Partition::start_pass(const WeightedGraph &graph) noexcept {
  std::fill_n(moved.begin(), graph.n, static_cast<signed char>(0));
  logged = 0;
}

void Partition::clear_queues() noexcept {
  queue[0].clear();
  queue[1].clear();
}

int Partition::choice(const WeightedGraph &graph, int only) const noexcept {
  bool may[2];
  for (const int to : {0, 1})
    may[to] = only != 1 - to && weight[to] <= limit && !queue[to].empty() &&
              weight[to] + graph.weight[queue[to].top()] <= std::max(limit, weight[1 - to] - 1);
  if (!may[0] || !may[1]) return may[0] ? 0 : may[1] ? 1 : -1;
  const std::int32_t gain[2] = {queue[0].key(queue[0].top()), queue[1].key(queue[1].top())};
  if (gain[0] != gain[1]) return gain[0] > gain[1] ? 0 : 1;
  return weight[0] <= weight[1] ? 0 : 1;
}

}  // namespace manifact
