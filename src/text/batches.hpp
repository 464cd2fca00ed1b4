// Divides documents into batches and tasks, and combines the counts of tasks into one matrix.
#pragma once

#include <exception>
#include <vector>

#include "linalg/sparse/packed_counts.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/documents.hpp"

namespace manifact {

// Tasks that may fail: an exception is rethrown on the calling thread, that of the first task if
// several failed.
template <class Body>
void each_task(Index count, ExecutionContext &run, Body &&body) {
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
  run.pool.each(count, [&](Index i) {
    try {
      run.monitor.check();
      body(i);
    } catch (...) {
      failures[static_cast<std::size_t>(i)] = std::current_exception();
    }
  });
  for (const std::exception_ptr &failure : failures)
    if (failure) std::rethrow_exception(failure);
}

// A batch bounds the memory of counting; a document is never split.
inline constexpr Index batch_bytes = Index{1} << 23, batch_documents = Index{1} << 16;

// The next batch of documents starting at number `first`: at least one.
Documents next_batch(const Documents &documents, Index first) noexcept;

std::vector<Counter> count_tasks(const Documents &batch, const TextRules &rules,
                                 const Terms &stop_words, ExecutionContext &run);

// The counts of each task, with numbers[task][term] for the term; those of negative ones are left
// out.
std::vector<CountedBlock> renumbered(const std::vector<Counter> &counters,
                                     const std::vector<Array<std::int32_t>> &numbers,
                                     ExecutionContext &run);

// column_of[term] is the column, negative to omit the term. The matrix shares the bytes of the
// blocks, which become rows one by one, so that the counts are not in memory twice. The blocks hold
// the same counts afterwards, and if this fails.
PackedCounts counts_matrix(std::vector<CountedBlock> &blocks, Index rows,
                           Array<std::int32_t> column_of, Index columns, ExecutionContext &run);

}  // namespace manifact
