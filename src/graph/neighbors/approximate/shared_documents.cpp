#include "graph/neighbors/approximate/shared_documents.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/neighbors/traveling_rows.hpp"
#include "runtime/packet.hpp"

namespace manifact {
namespace {

// Up to about 150 MB with the lists of features. With more entries on each rank, sharing would save
// little.
constexpr Index most_entries = Index{1} << 22;

}  // namespace

template <class T>
BlockPlan plan_blocks(CsrView<T> rows, Index documents, ExecutionContext &run) {
  BlockPlan plan{run.group->rank(), run.group->size(), run.group->size()};
  const Index all = total_over_ranks(run, documents > 0 ? rows.rows : rows.entries()),
              most = documents > 0 ? documents : most_entries;
  for (Index blocks = plan.ranks; blocks > 0; --blocks)
    if (plan.ranks % blocks == 0 && all <= most * blocks) plan.blocks = blocks;
  return plan;
}

template <class T>
SharedDocuments<T> share_documents(const UnitRows<T> &own, const Array<std::int32_t> &names,
                                   const BlockPlan &plan, ExecutionContext &run) {
  Bytes packet =
      packed_rows(own, no_neighbors(own.X.rows, 0, run), static_cast<Index>(sizeof(std::int32_t)));
  put(packet, names.data(), names.size());
  std::vector<Bytes> to(static_cast<std::size_t>(plan.ranks));
  for (Index r = plan.rank % plan.blocks; r < plan.ranks; r += plan.blocks)
    to[static_cast<std::size_t>(r)] = packet;
  packet = Bytes();
  const std::vector<Bytes> packets = run.group->exchange(to);
  to.clear();

  std::vector<Csr<T>> parts;
  std::vector<Array<std::int32_t>> part_names;
  SharedDocuments<T> shared;
  Index rows = 0, entries = 0;
  for (Index r = plan.rank % plan.blocks; r < plan.ranks; r += plan.blocks) {
    Unpack from(packets[static_cast<std::size_t>(r)]);
    if (r == plan.rank) shared.begin = rows;
    parts.push_back(unpacked_rows<T>(from, own.X.columns, 0, run).X);
    part_names.push_back(from.array<std::int32_t>(run.memory, parts.back().rows));
    rows += parts.back().rows;
    entries += parts.back().entries();
  }
  shared.X = joined_rows(parts, rows, own.X.columns, entries, run);
  shared.names = Array<std::int32_t>(run.memory, rows);
  std::int32_t *to_names = shared.names.data();
  for (const Array<std::int32_t> &some : part_names)
    to_names = std::copy(some.begin(), some.end(), to_names);
  shared.rows = unit_rows(DataView<T>(shared.X), run);
  return shared;
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
