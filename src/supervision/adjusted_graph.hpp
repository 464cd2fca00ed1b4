// max(F, 0) V for labels, without forming max(F, 0). RCF paper, eq. 11, the added part.
//
// F_ij = s_i s_j (2 q_i.q_j - 1) > 0 only if i and j have most of their proportions q on one class.
// A document is pure if that proportion is at least 1/sqrt(2). Between pure documents of one class
// F is positive, so there max(F, 0) V = 2 P (P'V) - s (s'V). Rows of the few other documents are
// stored.
#pragma once

#include <vector>

#include "runtime/index.hpp"
#include "supervision/affinity.hpp"

namespace manifact {

template <class T>
class DenseAffinity {
 public:
  // For labels alone (F.R has no rows). Throws Error(budget) if the stored rows need more than
  // `budget` bytes.
  DenseAffinity(const Affinity &F, Index budget, ExecutionContext &run);

  // out += max(F, 0) V, without the diagonal.
  void add(const Dense<T> &V, Dense<T> &out, ExecutionContext &run) const;

 private:
  struct Block {
    std::vector<std::int32_t> pure, impure;  // documents
    Dense<T> left, right;                    // pure x (C + 1): [2 P, -s] scaled, [P, s]
    Array<T> diagonal;                       // pure: F_ii
    Array<T> rows;                           // impure x (pure + impure): max(F, 0)
  };

  Block block_of(const Affinity &F, const std::vector<std::int32_t> &pure,
                 const std::vector<std::int32_t> &impure, ExecutionContext &run) const;
  void add_pure(const Block &block, const Dense<T> &V, Dense<T> &out, ExecutionContext &run) const;
  void add_impure(const Block &block, const Dense<T> &V, Dense<T> &out) const noexcept;

  std::vector<Block> blocks_;
};

}  // namespace manifact
