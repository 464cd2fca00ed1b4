// The ranks of the job: failures that end all of them, and texts that the first one collects.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terminal/failure.hpp"

namespace cli {

// The rank of this process among all.
int own_rank();
int rank_count();

// Whether this rank failed is made known to all: every rank throws the Failure of the first one,
// with its rank. If the others do not come here in time, this rank ends them.
void agree(const Failure *failure);

// Runs body(), which is not collective, and throws on every rank if it throws on one.
template <class Body>
void together(const Body &body) {
  try {
    body();
  } catch (const Failure &failure) {
    agree(&failure);
  }
  agree(nullptr);
}

// On every rank the sum over all.
std::int64_t sum_of_ranks(std::int64_t own);

// The value of each rank, on every one.
std::vector<std::int64_t> of_ranks(std::int64_t own);

// What the first rank has, on every one.
void from_first(void *bytes, std::int64_t count);

// On the first rank the texts of all, in the order of the ranks; on the others nothing.
std::vector<std::string> collected(const std::string &own);

}  // namespace cli
