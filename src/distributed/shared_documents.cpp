#include "distributed/shared_documents.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "distributed/group.hpp"
#include "distributed/ring_exchange.hpp"

namespace manifact {
namespace {

// Up to about 150 MB with the lists of features. With more entries on each rank, sharing would save
// little.
constexpr Index most_entries = Index{1} << 22;

template <class T>
Bytes packed(const UnitRows<T> &rows, const Array<std::int32_t> &ids) {
  Bytes packet = packed_rows(rows, static_cast<Index>(sizeof(std::int32_t)));
  put(packet, ids.data(), rows.X.rows);
  return packet;
}

}  // namespace

template <class T>
BlockPlan plan_blocks(CsrView<T> rows, Index documents, ExecutionContext &run) {
  BlockPlan plan{group_of(run).rank(), group_of(run).size(), group_of(run).size()};
  const Index all = run.total(documents > 0 ? rows.rows : rows.entries()),
              most = documents > 0 ? documents : most_entries;
  for (Index blocks = plan.ranks; blocks > 0; --blocks)
    if (plan.ranks % blocks == 0 && all <= most * blocks) plan.blocks = blocks;
  return plan;
}

template <class T>
SharedDocuments<T> share_documents(const UnitRows<T> &own, const Array<std::int32_t> &ids,
                                   const BlockPlan &plan, ExecutionContext &run) {
  std::vector<Bytes> packets(static_cast<std::size_t>(plan.ranks));
  for (Index r = plan.first_sharer(); r < plan.ranks; r += plan.blocks)
    packets[static_cast<std::size_t>(r)] = packed(own, ids);
  packets = group_of(run).exchange(packets);

  std::vector<Unpack> parts;
  std::vector<Index> entries;  // of each part
  SharedDocuments<T> shared;
  shared.begin.push_back(0);
  for (Index r = plan.first_sharer(); r < plan.ranks; r += plan.blocks) {
    Unpack &part = parts.emplace_back(packets[static_cast<std::size_t>(r)]);
    shared.begin.push_back(shared.begin.back() + part.one<Index>());
    entries.push_back(part.one<Index>());
  }
  const Index rows = shared.begin.back();
  shared.X = Csr<T>(run.memory, rows, own.X.columns,
                    std::accumulate(entries.begin(), entries.end(), Index{0}));
  Array<double> factor(run.memory, rows), square(run.memory, rows);
  shared.ids = Array<std::int32_t>(run.memory, rows);
  Index entry = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Index begin = shared.begin[k], n = shared.begin[k + 1] - begin;
    Index *const start = shared.X.indptr.data() + begin;
    parts[k].take(start, n + 1);
    for (Index i = 0; i <= n; ++i) start[i] += entry;
    parts[k].take(shared.X.indices.data() + entry, entries[k]);
    parts[k].take(shared.X.values.data() + entry, entries[k]);
    parts[k].take(factor.data() + begin, n);
    parts[k].take(square.data() + begin, n);
    parts[k].take(shared.ids.data() + begin, n);
    entry += entries[k];
  }
  shared.rows = {DataView<T>(shared.X), std::move(factor), std::move(square)};
  return shared;
}

void return_lists(const Neighbors &found, const std::int32_t *row, const std::vector<Index> &begin,
                  const BlockPlan &plan, Neighbors &lists, ExecutionContext &run) {
  const Index p = lists.p;
  std::vector<Bytes> to(static_cast<std::size_t>(plan.ranks));
  for (Index k = 0; k < found.n; ++k) {
    const auto part = std::upper_bound(begin.begin(), begin.end(), row[k]) - begin.begin() - 1;
    const Index i = row[k] - begin[static_cast<std::size_t>(part)];
    if (part == plan.part()) {
      copy_list(found, k, lists, i);
      continue;
    }
    Bytes &packet = to[static_cast<std::size_t>(plan.first_sharer() + part * plan.blocks)];
    put(packet, &i, 1);
    put(packet, &found.count[k], 1);
    put(packet, found.index.data() + k * p, p);
    put(packet, found.cosine.data() + k * p, p);
  }
  for (const Bytes &packet : group_of(run).exchange(to))
    for (Unpack from(packet); !from.done();) {
      const auto i = from.one<Index>();
      from.take(&lists.count[i], 1);
      from.take(lists.index.data() + i * p, p);
      from.take(lists.cosine.data() + i * p, p);
    }
}

template BlockPlan plan_blocks(CsrView<float>, Index, ExecutionContext &);
template BlockPlan plan_blocks(CsrView<double>, Index, ExecutionContext &);
template SharedDocuments<float> share_documents(const UnitRows<float> &,
                                                const Array<std::int32_t> &, const BlockPlan &,
                                                ExecutionContext &);
template SharedDocuments<double> share_documents(const UnitRows<double> &,
                                                 const Array<std::int32_t> &, const BlockPlan &,
                                                 ExecutionContext &);

}  // namespace manifact
