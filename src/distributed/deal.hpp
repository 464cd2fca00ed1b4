// Which rank has which row: all rows in the order of a permutation, in equal blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// A permutation of 0 .. n-1, determined by a seed and computed without memory: a Feistel network on
// the numbers below a power of 4, repeated until the result is below n (Black and Rogaway 2002).
class Shuffle {
 public:
  Shuffle(Index n, std::uint64_t seed) noexcept : n_(static_cast<std::uint64_t>(n)), seed_(seed) {
    while ((std::uint64_t{1} << (2 * bits_)) < n_) ++bits_;
    mask_ = (std::uint64_t{1} << bits_) - 1;
  }

  Index operator()(Index i) const noexcept {
    auto x = static_cast<std::uint64_t>(i);
    do x = encrypt(x);
    while (x >= n_);
    return static_cast<Index>(x);
  }

  // The inverse.
  Index back(Index i) const noexcept {
    auto x = static_cast<std::uint64_t>(i);
    do x = decrypt(x);
    while (x >= n_);
    return static_cast<Index>(x);
  }

 private:
  static constexpr int rounds = 6;

  std::uint64_t round(std::uint64_t half, int r) const noexcept {
    std::uint64_t x = half + seed_ * 0x9e3779b97f4a7c15ULL +
                      static_cast<std::uint64_t>(r) * 0x632be59bd9b4e019ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return (x ^ (x >> 31)) & mask_;
  }
  std::uint64_t encrypt(std::uint64_t x) const noexcept {
    std::uint64_t left = x >> bits_, right = x & mask_;
    for (int r = 0; r < rounds; ++r) {
      const std::uint64_t next = left ^ round(right, r);
      left = right;
      right = next;
    }
    return left << bits_ | right;
  }
  std::uint64_t decrypt(std::uint64_t x) const noexcept {
    std::uint64_t left = x >> bits_, right = x & mask_;
    for (int r = rounds - 1; r >= 0; --r) {
      const std::uint64_t before = right ^ round(left, r);
      right = left;
      left = before;
    }
    return left << bits_ | right;
  }

  std::uint64_t n_, seed_, mask_ = 0;
  int bits_ = 1;
};

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
