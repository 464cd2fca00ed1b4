// Documents that are divided among ranks have two numbers: an id known to the caller, such as the
// row of a file, and a global number, consecutive across ranks.
#pragma once

#include <cstdint>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The ids of the documents of this rank: `ids`, or their global numbers if it is null.
Array<std::int32_t> ids_of(const Index *ids, Index n, ExecutionContext &run);

// The ids of all documents by global number, from those of this rank.
Array<std::int32_t> all_ids(const Array<std::int32_t> &ids, ExecutionContext &run);

// The global number of each id.
Array<std::int32_t> numbers_of_ids(const Array<std::int32_t> &all, ExecutionContext &run);

}  // namespace manifact
