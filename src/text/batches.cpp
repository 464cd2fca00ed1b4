#include "text/batches.hpp"

#include <algorithm>
#include <optional>

#include "text/tasks.hpp"

namespace manifact {
namespace {

constexpr std::int64_t task_bytes = batch_bytes / 8, task_documents = batch_documents / 8;

// One past the last document of a piece that begins with `first`.
std::int64_t end_of_piece(const Documents &documents, std::int64_t first, std::int64_t most_bytes, std::int64_t most_documents) noexcept {
  const std::int64_t last = std::min(documents.count, first + most_documents), begin = documents.offsets[first];
  std::int64_t end = first + 1;
  while (end < last && documents.offsets[end + 1] - begin <= most_bytes) ++end;
  return end;
}

}  // namespace

Documents next_batch(const Documents &documents, std::int64_t first) noexcept {
  return {documents.bytes, documents.offsets + first, end_of_piece(documents, first, batch_bytes, batch_documents) - first};
}

std::vector<Counter> count_tasks(const Documents &batch, const TextRules &rules, const Terms &stop_words, Run &run) {
  std::vector<std::int64_t> firsts{0};
  while (firsts.back() < batch.count) firsts.push_back(end_of_piece(batch, firsts.back(), task_bytes, task_documents));
  std::vector<std::optional<Counter>> made(firsts.size() - 1);
  each_task(static_cast<std::int64_t>(made.size()), run, [&](std::int64_t task) {
    const auto t = static_cast<std::size_t>(task);
    Counter &counter = made[t].emplace(rules, stop_words, run.memory, run.monitor);
    counter.expect(batch.offsets[firsts[t + 1]] - batch.offsets[firsts[t]]);
    for (std::int64_t i = firsts[t]; i < firsts[t + 1]; ++i) counter.count(batch[i]);
  });
  std::vector<Counter> counters;
  counters.reserve(made.size());
  for (auto &counter : made) counters.push_back(std::move(*counter));
  return counters;
}

std::vector<CountedBlock> renumbered(const std::vector<Counter> &counters, const std::vector<Array<std::int32_t>> &numbers, Run &run) {
  std::vector<CountedBlock> blocks(counters.size());
  each_task(static_cast<std::int64_t>(counters.size()), run, [&](std::int64_t task) {
    const auto t = static_cast<std::size_t>(task);
    blocks[t].counts = counters[t].counts.exact();
    blocks[t].ends = counters[t].ends.exact();
    for (TermCount &pair : blocks[t].counts) pair.term = numbers[t][pair.term];
  });
  return blocks;
}

Csr<double> counts_matrix(const std::vector<CountedBlock> &blocks, std::int64_t rows, const Array<std::int32_t> &column_of, std::int64_t columns,
                          Run &run) {
  const auto column = [&](const TermCount &pair) { return pair.term < 0 ? -1 : column_of[pair.term]; };
  std::vector<std::int64_t> first_row;
  std::int64_t row = 0;
  for (const CountedBlock &block : blocks) {
    first_row.push_back(row);
    row += block.ends.size();
  }
  Array<std::int64_t> indptr(run.memory, rows + 1);
  each_task(static_cast<std::int64_t>(blocks.size()), run, [&](std::int64_t b) {
    const CountedBlock &block = blocks[static_cast<std::size_t>(b)];
    std::int64_t e = 0, i = first_row[static_cast<std::size_t>(b)];
    for (const std::int64_t end : block.ends)
      for (++i; e < end; ++e) indptr[i] += column(block.counts[e]) >= 0 ? 1 : 0;
  });
  for (std::int64_t i = 0; i < rows; ++i) indptr[i + 1] += indptr[i];
  Csr<double> X(run.memory, rows, columns, indptr[rows]);
  X.indptr = std::move(indptr);
  each_task(static_cast<std::int64_t>(blocks.size()), run, [&](std::int64_t b) {
    const CountedBlock &block = blocks[static_cast<std::size_t>(b)];
    std::vector<std::uint64_t> found;  // column and count as one number: quicker to sort
    std::int64_t e = 0, i = first_row[static_cast<std::size_t>(b)];
    for (const std::int64_t end : block.ends) {
      found.clear();
      for (; e < end; ++e)
        if (const std::int32_t j = column(block.counts[e]); j >= 0) found.push_back(static_cast<std::uint64_t>(j) << 32 | block.counts[e].count);
      std::sort(found.begin(), found.end());
      std::int64_t to = X.indptr[i++];
      for (const std::uint64_t pair : found) {
        X.indices[to] = static_cast<std::int32_t>(pair >> 32);
        X.values[to++] = static_cast<double>(pair & 0xffffffff);
      }
    }
  });
  return X;
}

}  // namespace manifact
