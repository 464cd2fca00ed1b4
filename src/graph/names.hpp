// The numbers of documents that are divided among ranks: their names, by which they are known
// outside, for example their rows in a file, and their numbers through all ranks.
#pragma once

#include <cstdint>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Of the documents of this rank: `names`, or their numbers if it is null.
Array<std::int32_t> names_of(const Index *names, Index n, ExecutionContext &run);

// The names of all documents by number, from those of this rank.
Array<std::int32_t> all_names(const Array<std::int32_t> &names, ExecutionContext &run);

// The number of each name.
Array<std::int32_t> numbers_of_names(const Array<std::int32_t> &all, ExecutionContext &run);

}  // namespace manifact
