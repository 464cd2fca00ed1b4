// Documents in batches, batches in tasks, and the counts of tasks as one matrix.
#pragma once

#include <vector>

#include "text/vectorizer.hpp"

namespace manifact {

// A batch bounds the memory of counting; a document is never divided.
inline constexpr std::int64_t batch_bytes = std::int64_t{1} << 23, batch_documents = std::int64_t{1} << 16;

// The documents from number `first` on that make the next batch: one at least.
Documents next_batch(const Documents &documents, std::int64_t first) noexcept;

std::vector<Counter> count_tasks(const Documents &batch, const TextRules &rules, const Terms &stop_words, Run &run);

// The counts of each task with numbers[task][term] for the term; negative: nobody asks for it.
std::vector<CountedBlock> renumbered(const std::vector<Counter> &counters, const std::vector<Array<std::int32_t>> &numbers, Run &run);

// Row by row; column_of[term] is the column, negative to leave the term out.
Csr<double> counts_matrix(const std::vector<CountedBlock> &blocks, std::int64_t rows, const Array<std::int32_t> &column_of, std::int64_t columns,
                          Run &run);

}  // namespace manifact
