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

// Tells all ranks whether this one failed: every rank throws the Failure of the first one that did,
// with its rank. If the others do not get here in time, this rank ends them.
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

// Returns the sum over all ranks on every rank.
std::int64_t sum_of_ranks(std::int64_t own);

// Returns the values of all ranks on every rank.
std::vector<std::int64_t> of_ranks(std::int64_t own);

// Copies the bytes of the first rank to every rank.
void from_first(void *bytes, std::int64_t count);

// Returns the texts of all ranks, in their order, on the first rank; nothing on the others.
std::vector<std::string> collected(const std::string &own);

}  // namespace cli
