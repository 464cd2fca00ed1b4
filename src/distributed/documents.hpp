// Documents that are divided among ranks: their numbers, their canonical order, and equal ones.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Documents that are divided among ranks have two numbers: an id known to the caller, such as the
// row of a file, and a global number, consecutive across ranks.

// The ids of the documents of this rank: `ids`, or their global numbers if it is null.
Array<std::int32_t> ids_of(const Index *ids, Index n, ExecutionContext &run);

// The ids of all documents by global number, from those of this rank.
Array<std::int32_t> all_ids(const Array<std::int32_t> &ids, ExecutionContext &run);

// The global number of each id.
Array<std::int32_t> numbers_of_ids(const Array<std::int32_t> &all, ExecutionContext &run);

// The canonical order of documents that are divided among ranks.

// For each of these rows of this rank, its position in the canonical order (graph/build.hpp) of the
// rows given by all ranks. Equal rows are ordered by `places`, their positions among the documents
// of all ranks; null: by rank. Collective.
template <class T>
Array<Index> canonical_places(const DataView<T> &X, const std::vector<std::int32_t> &rows,
                              const Index *places, ExecutionContext &run);

// Equal rows of documents that are divided among ranks.

// The number of rows that repeat another one, on any rank; rows of zeros do not. Collective.
template <class T>
Index duplicates_of_ranks(const DataView<T> &X, ExecutionContext &run);

}  // namespace manifact
