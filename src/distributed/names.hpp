// Documents that are divided among ranks have two numbers: a name known to the caller, such as the
// row of a file, and a global number, consecutive across ranks.
#pragma once

#include <cstdint>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The names of the documents of this rank: `names`, or their global numbers if it is null.
Array<std::int32_t> names_of(const Index *names, Index n, ExecutionContext &run);

// The names of all documents by global number, from those of this rank.
Array<std::int32_t> all_names(const Array<std::int32_t> &names, ExecutionContext &run);

// The global number of each name.
Array<std::int32_t> numbers_of_names(const Array<std::int32_t> &all, ExecutionContext &run);

}  // namespace manifact
