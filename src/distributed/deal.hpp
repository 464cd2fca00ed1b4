// Which rank has which row: all rows in the order of a permutation, in equal blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "distributed/shuffle.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

class Deal {
 public:
  Deal(Index rows, Index ranks, std::uint64_t seed) noexcept
      : each_(rows / ranks), more_(rows % ranks), shuffle_(rows, seed) {}

  // The position of a row in the shuffled order.
  Index place(Index row) const noexcept { return shuffle_(row); }
  Index row(Index place) const noexcept { return shuffle_.back(place); }
  // The first position of a rank.
  Index begin(Index rank) const noexcept { return each_ * rank + std::min(rank, more_); }
  Index owner(Index place) const noexcept {
    const Index longer = more_ * (each_ + 1);
    return place < longer ? place / (each_ + 1) : more_ + (place - longer) / each_;
  }
  Array<Index> rows_of(Index rank, const std::shared_ptr<Memory> &memory) const {
    const Index first = begin(rank);
    Array<Index> rows(memory, begin(rank + 1) - first);
    for (Index i = 0; i < rows.size(); ++i) rows[i] = row(first + i);
    return rows;
  }

 private:
  Index each_, more_;  // the first `more_` ranks have one more
  Shuffle shuffle_;
};

struct DividedMatrix {
  std::unique_ptr<Matrix> rows;  // of this rank
  Array<Index> places;           // the number of each row in the file
  Index all_rows = 0;
};

// Collective. The rows of all ranks, in the order of the ranks, are those of the file; they are
// dealt anew. X null: this rank has none. Throws Error(option) for dense data, Error(mismatch) if
// the ranks have different numbers of columns.
DividedMatrix deal_rows(const Matrix *X, std::uint64_t seed, ExecutionContext &run);

}  // namespace manifact
