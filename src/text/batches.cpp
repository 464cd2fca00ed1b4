#include "text/batches.hpp"

#include <algorithm>
#include <optional>

#include "runtime/index.hpp"
#include "text/tasks.hpp"

namespace manifact {
namespace {

constexpr Index task_bytes = batch_bytes / 8, task_documents = batch_documents / 8;

// One past the last document of a piece that starts with `first`.
Index end_of_piece(const Documents &documents, Index first, Index most_bytes,
                   Index most_documents) noexcept {
  const Index last = std::min(documents.count, first + most_documents),
              begin = documents.offsets[first];
  Index end = first + 1;
  while (end < last && documents.offsets[end + 1] - begin <= most_bytes) ++end;
  return end;
}

}  // namespace

Documents next_batch(const Documents &documents, Index first) noexcept {
  return {documents.bytes, documents.offsets + first,
          end_of_piece(documents, first, batch_bytes, batch_documents) - first};
}

std::vector<Counter> count_tasks(const Documents &batch, const TextRules &rules,
                                 const Terms &stop_words, ExecutionContext &run) {
  std::vector<Index> firsts{0};
  while (firsts.back() < batch.count)
    firsts.push_back(end_of_piece(batch, firsts.back(), task_bytes, task_documents));
  std::vector<std::optional<Counter>> made(firsts.size() - 1);
  each_task(static_cast<Index>(made.size()), run, [&](Index task) {
    const auto t = static_cast<std::size_t>(task);
    Counter &counter = made[t].emplace(rules, stop_words, run.memory, run.monitor);
    counter.expect(batch.offsets[firsts[t + 1]] - batch.offsets[firsts[t]]);
    for (Index i = firsts[t]; i < firsts[t + 1]; ++i) counter.count(batch[i]);
  });
  std::vector<Counter> counters;
  counters.reserve(made.size());
  for (auto &counter : made) counters.push_back(std::move(*counter));
  return counters;
}

std::vector<CountedBlock> renumbered(const std::vector<Counter> &counters,
                                     const std::vector<Array<std::int32_t>> &numbers,
                                     ExecutionContext &run) {
  std::vector<CountedBlock> blocks(counters.size());
  each_task(static_cast<Index>(counters.size()), run, [&](Index task) {
    const auto t = static_cast<std::size_t>(task);
    blocks[t].counts = counters[t].counts.exact();
    blocks[t].ends = counters[t].ends.exact();
    for (TermCount &pair : blocks[t].counts) pair.term = numbers[t][pair.term];
  });
  return blocks;
}

Csr<double> counts_matrix(const std::vector<CountedBlock> &blocks, Index rows,
                          const Array<std::int32_t> &column_of, Index columns,
                          ExecutionContext &run) {
  const auto column = [&](const TermCount &pair) {
    return pair.term < 0 ? -1 : column_of[pair.term];
  };
  std::vector<Index> first_row;
  Index row = 0;
  for (const CountedBlock &block : blocks) {
    first_row.push_back(row);
    row += block.ends.size();
  }
  Array<Index> indptr(run.memory, rows + 1);
  each_task(static_cast<Index>(blocks.size()), run, [&](Index b) {
    const CountedBlock &block = blocks[static_cast<std::size_t>(b)];
    Index e = 0, i = first_row[static_cast<std::size_t>(b)];
    for (const Index end : block.ends)
      for (++i; e < end; ++e) indptr[i] += column(block.counts[e]) >= 0 ? 1 : 0;
  });
  for (Index i = 0; i < rows; ++i) indptr[i + 1] += indptr[i];
  Csr<double> X(run.memory, rows, columns, indptr[rows]);
  X.indptr = std::move(indptr);
  each_task(static_cast<Index>(blocks.size()), run, [&](Index b) {
    const CountedBlock &block = blocks[static_cast<std::size_t>(b)];
    std::vector<std::uint64_t> found;  // column and count as one number: faster to sort
    Index e = 0, i = first_row[static_cast<std::size_t>(b)];
    for (const Index end : block.ends) {
      found.clear();
      for (; e < end; ++e)
        if (const std::int32_t j = column(block.counts[e]); j >= 0)
          found.push_back(static_cast<std::uint64_t>(j) << 32 | block.counts[e].count);
      std::sort(found.begin(), found.end());
      Index to = X.indptr[i++];
      for (const std::uint64_t pair : found) {
        X.indices[to] = static_cast<std::int32_t>(pair >> 32);
        X.values[to++] = static_cast<double>(pair & 0xffffffff);
      }
    }
  });
  return X;
}

}  // namespace manifact
