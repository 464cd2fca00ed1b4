#include "text/batches.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index task_bytes = batch_bytes / 8, task_documents = batch_documents / 8;
constexpr Index longest_pair = 10;  // bytes of a packed term with its count

// Without the terms whose number is negative.
CountedBlock packed(const Counter &counter, const Array<std::int32_t> &numbers,
                    ExecutionContext &run) {
  CountedBlock block;
  block.ends = Array<Index>(run.memory, counter.ends.size());
  Array<unsigned char> longest(run.memory, longest_pair * counter.counts.size());
  unsigned char *const begin = longest.data(), *to = begin;
  Index e = 0;
  for (Index i = 0; i < counter.ends.size(); ++i) {
    for (; e < counter.ends[i]; ++e) {
      const TermCount &pair = counter.counts[e];
      const std::int32_t term = numbers[pair.term];
      if (term < 0) continue;
      to = write_leb128(to, 2 * static_cast<std::uint64_t>(term) + (pair.count == 1 ? 0 : 1));
      if (pair.count != 1) to = write_leb128(to, pair.count);
    }
    block.ends[i] = to - begin;
  }
  Array<unsigned char> exact(run.memory, to - begin);
  std::copy(begin, to, exact.data());
  block.packed = std::make_shared<const Array<unsigned char>>(std::move(exact));
  return block;
}

// The inverse of column_of; -1 for a column without a term. Terms without a column get the columns
// after the others.
std::shared_ptr<const Array<std::int32_t>> complete(Array<std::int32_t> &column_of, Index columns,
                                                    ExecutionContext &run) {
  const Index omitted = std::count_if(column_of.begin(), column_of.end(),
                                      [](std::int32_t column) { return column < 0; });
  Array<std::int32_t> term_of(run.memory, columns + omitted);
  std::fill(term_of.begin(), term_of.end(), -1);
  auto next = static_cast<std::int32_t>(columns);
  for (Index t = 0; t < column_of.size(); ++t) {
    if (column_of[t] < 0) column_of[t] = next++;
    term_of[column_of[t]] = static_cast<std::int32_t>(t);
  }
  return std::make_shared<const Array<std::int32_t>>(std::move(term_of));
}

// Replaces the documents of a block by rows with all of their terms: the matrix does not visit the
// entries beyond its own columns. Gives the number of entries of each row.
void make_rows(CountedBlock &block, const Array<std::int32_t> &column_of,
               const std::shared_ptr<const Array<std::int32_t>> &term_of, Index columns,
               Index *entries, ExecutionContext &run) {
  List<unsigned char> bytes(run.memory);
  Array<Index> ends(run.memory, block.ends.size());
  std::vector<std::uint64_t> found;  // column and count as one number: faster to sort
  const std::uint64_t first_omitted = static_cast<std::uint64_t>(columns) << 32;
  for (Index i = 0; i < ends.size(); ++i) {
    found.clear();
    block.each(i, [&](std::int32_t term, std::uint32_t count) {
      found.push_back(static_cast<std::uint64_t>(column_of[term]) << 32 | count);
    });
    std::sort(found.begin(), found.end());
    entries[i] = std::lower_bound(found.begin(), found.end(), first_omitted) - found.begin();
    bytes.reserve(CountPacker::longest_entry * static_cast<Index>(found.size()));
    CountPacker packer(bytes.data() + bytes.size());
    for (const std::uint64_t pair : found)
      packer.add(static_cast<std::int32_t>(pair >> 32), static_cast<std::uint32_t>(pair));
    if (!found.empty()) bytes.lengthen(packer.end() - bytes.data());
    ends[i] = bytes.size();
  }
  block.packed = std::make_shared<const Array<unsigned char>>(bytes.exact());
  block.ends = std::move(ends);
  block.term_of = term_of;
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

PackedCounts counts_matrix(std::vector<CountedBlock> &blocks, Index rows,
                           Array<std::int32_t> column_of, Index columns, ExecutionContext &run) {
  PackedCounts X;
  X.rows = rows;
  X.columns = columns;
  X.indptr = Array<Index>(run.memory, rows + 1);
  X.starts = Array<const unsigned char *>(run.memory, rows);
  X.storage.resize(blocks.size());
  std::vector<Index> first_row;
  Index row = 0;
  for (const CountedBlock &block : blocks) {
    first_row.push_back(row);
    row += block.ends.size();
  }
  const auto term_of = complete(column_of, columns, run);
  each_task(static_cast<Index>(blocks.size()), run, [&](Index task) {
    const auto b = static_cast<std::size_t>(task);
    CountedBlock &block = blocks[b];
    make_rows(block, column_of, term_of, columns, X.indptr.data() + first_row[b] + 1, run);
    for (Index i = 0; i < block.ends.size(); ++i)
      X.starts[first_row[b] + i] = block.packed->data() + (i > 0 ? block.ends[i - 1] : 0);
    X.storage[b] = block.packed;
  });
  for (Index i = 0; i < rows; ++i) X.indptr[i + 1] += X.indptr[i];
  return X;
}

}  // namespace manifact
