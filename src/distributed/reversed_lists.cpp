#include "distributed/reversed_lists.hpp"

#include <algorithm>
#include <vector>

#include "distributed/documents.hpp"
#include "distributed/group.hpp"
#include "graph/neighbors/best_rows.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// For list `row` of the rank that it is sent to.
struct Reversed {
  std::int32_t row, id;
  double cosine;
};

// Lists are ordered as Scored; they keep the p nearest, in whatever order these arrive.
void insert(Neighbors &lists, const Reversed &near) noexcept {
  std::int32_t &count = lists.count[near.row];
  std::int32_t *const index = lists.index.data() + near.row * lists.p;
  double *const cosine = lists.cosine.data() + near.row * lists.p;
  if (std::find(index, index + count, near.id) != index + count) return;
  const Scored added{near.cosine, near.id};
  Index at = count;
  while (at > 0 && added < Scored{cosine[at - 1], index[at - 1]}) --at;
  if (at == lists.p) return;
  if (count < lists.p) ++count;
  std::copy_backward(index + at, index + count - 1, index + count);
  std::copy_backward(cosine + at, cosine + count - 1, cosine + count);
  index[at] = near.id;
  cosine[at] = near.cosine;
}

// The number of rows up to and including those of each rank.
std::vector<Index> ends_of_ranks(Index mine, ExecutionContext &run) {
  std::vector<Index> end(static_cast<std::size_t>(group_of(run).size()));
  std::fill(end.begin() + group_of(run).rank(), end.end(), mine);
  run.sum(end.data(), std::ssize(end));
  return end;
}

}  // namespace

void add_reversed(Neighbors &lists, const Array<std::int32_t> &ids, ExecutionContext &run) {
  const std::vector<Index> end = ends_of_ranks(lists.n, run);
  const Array<std::int32_t> number_of = numbers_of_ids(all_ids(ids, run), run);
  // body(the rank that searches for a neighbor, its list there, row i, entry k of the lists)
  const auto each_neighbor = [&](const auto &body) {
    for (Index i = 0; i < lists.n; ++i)
      for (Index k = i * lists.p; k < i * lists.p + lists.count[i]; ++k) {
        const Index number = number_of[lists.index[k]];
        const auto rank = static_cast<std::size_t>(
            std::upper_bound(end.begin(), end.end(), number) - end.begin());
        body(rank, number - (rank > 0 ? end[rank - 1] : 0), i, k);
      }
  };
  std::vector<Bytes> packets(end.size());
  std::vector<std::size_t> count(end.size());
  each_neighbor([&](std::size_t rank, Index, Index, Index) { ++count[rank]; });
  for (std::size_t r = 0; r < packets.size(); ++r) packets[r].reserve(count[r] * sizeof(Reversed));
  each_neighbor([&](std::size_t rank, Index row, Index i, Index k) {
    const Reversed near{static_cast<std::int32_t>(row), ids[i], lists.cosine[k]};
    put(packets[rank], &near, 1);
  });
  run.monitor.check();
  for (const Bytes &packet : group_of(run).exchange(packets))
    for (Unpack from(packet); !from.done();) insert(lists, from.one<Reversed>());
}

}  // namespace manifact
