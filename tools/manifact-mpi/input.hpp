// INPUT, divided among the ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "commands/solving.hpp"

namespace cli {

struct FreePlaces {
  void operator()(std::int64_t *places) const noexcept;
};
using Places = std::unique_ptr<std::int64_t, FreePlaces>;

struct DividedData {
  Matrix X;             // the documents of this rank,
  Places places;        // and the position of each of them in the input
  Documents documents;  // that this rank has read; those of all ranks follow each other
  std::vector<std::string> terms;
};

// Collective. Text and matrices; the solver receives the vocabulary.
DividedData read_divided(Session &session, const Solving &arguments, const GivenOptions &given,
                         manifact_solver *solver, std::uint64_t seed);

// Collective. The rows of a sparse matrix in a file of a format of the library.
DividedData read_rows(const Session &session, const std::string &path, std::uint64_t seed);

// Collective. On the first rank the documents of all ranks in their order, on the others none; with
// excerpts only up to a million documents, of which reports are made.
inline constexpr std::int64_t most_reported = 1'000'000;
Documents documents_of_all(const Documents &own);

}  // namespace cli
