// The recall of an approximate search, on samples of the rows, and how it is reported.
#pragma once

#include <cstdint>

#include "graph/graph.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Up to this number of rows every search is exact.
inline constexpr Index few_rows = 4096;

// Rows of each of two samples.
inline constexpr Index sample_rows = 512;

// Rows with known nearest neighbors: right[k] are those of rows[k].
struct Sample {
  Array<std::int32_t> rows;
  Neighbors right;
};
Sample empty_sample(Index rows, Index p, ExecutionContext &run);

// One row from each of several equal parts of the rows in this order; the parts of A and B
// alternate, in proportion to their sizes.
void draw_samples(const std::int32_t *order, Index rows, std::uint64_t seed, Array<std::int32_t> &A,
                  Array<std::int32_t> &B);

struct Recall {
  double mean = 1, error = 0;  // the standard error of the mean
};

// Accumulates the recall over rows, those of this process.
struct RecallSums {
  double rows = 0, sum = 0, squares = 0;

  void add(double recall) noexcept {
    ++rows;
    sum += recall;
    squares += recall * recall;
  }
  Recall recall() const noexcept;
};

// The recall of `found`: the share of the neighbors in `right` with a cosine at least that of the
// last correct one, up to rounding. List k of `right` is of row rows[k], or k if `rows` is null.
// Rows without neighbors are ignored.
Recall recall_of(const Neighbors &right, const Neighbors &found, const std::int32_t *rows,
                 double rounding);
RecallSums recall_sums(const Neighbors &right, const Neighbors &found, const std::int32_t *rows,
                       double rounding);

// The end of an approximate search: sets found.search, with the recall estimated on a sample and
// the `budget` of SearchTrace, completes the progress and notes the recall. Returns true.
bool accept(Neighbors &found, const Sample &sample, Index budget, ExecutionContext &run);
bool accept(Neighbors &found, double recall, Index sampled, Index budget, ExecutionContext &run);

// Called if the exact search is not slower: records and notes that the search was declined. Returns
// false.
bool decline(Neighbors &found, ExecutionContext &run);

}  // namespace manifact
