#include "text/batches.hpp"

#include <algorithm>
#include <optional>

#include "runtime/index.hpp"
#include "text/tasks.hpp"

namespace manifact {
namespace {

constexpr Index task_bytes = batch_bytes / 8, task_documents = batch_documents / 8;

constexpr Index longest_pair = 10;  // bytes of a packed term with its count

unsigned char *write_number(unsigned char *to, std::uint64_t value) noexcept {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<unsigned char>(value | 0x80);
  *to++ = static_cast<unsigned char>(value);
  return to;
}

// Without the terms whose number is negative.
CountedBlock packed(const Counter &counter, const Array<std::int32_t> &numbers,
                    ExecutionContext &run) {
  CountedBlock block{{}, Array<Index>(run.memory, counter.ends.size())};
  Array<unsigned char> longest(run.memory, longest_pair * counter.counts.size());
  unsigned char *const begin = longest.data(), *to = begin;
  Index e = 0;
  for (Index i = 0; i < counter.ends.size(); ++i) {
    for (; e < counter.ends[i]; ++e) {
      const TermCount &pair = counter.counts[e];
      const std::int32_t term = numbers[pair.term];
      if (term < 0) continue;
      to = write_number(to, 2 * static_cast<std::uint64_t>(term) + (pair.count == 1 ? 0 : 1));
      if (pair.count != 1) to = write_number(to, pair.count);
    }
    block.ends[i] = to - begin;
  }
  block.packed = Array<unsigned char>(run.memory, to - begin);
  std::copy(begin, to, block.packed.data());
  return block;
}

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
    blocks[t] = packed(counters[t], numbers[t], run);
  });
  return blocks;
}

Csr<double> counts_matrix(const std::vector<CountedBlock> &blocks, Index rows,
                          const Array<std::int32_t> &column_of, Index columns,
                          ExecutionContext &run) {
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
    for (const Index end : block.ends) {
      Index &entries = indptr[++i];
      each_count(block.packed, e, end, [&](std::int32_t term, std::uint32_t) {
        entries += column_of[term] >= 0 ? 1 : 0;
      });
      e = end;
    }
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
      each_count(block.packed, e, end, [&](std::int32_t term, std::uint32_t count) {
        if (const std::int32_t j = column_of[term]; j >= 0)
          found.push_back(static_cast<std::uint64_t>(j) << 32 | count);
      });
      e = end;
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
