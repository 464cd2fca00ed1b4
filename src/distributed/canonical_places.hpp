// The canonical order of documents that are divided among ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// For each of these rows of this rank, its position in the canonical order (graph/build.hpp) of the
// rows given by all ranks. Equal rows are ordered by `places`, their positions among the documents
// of all ranks; null: by rank. Collective.
template <class T>
Array<Index> canonical_places(const DataView<T> &X, const std::vector<std::int32_t> &rows,
                              const Index *places, ExecutionContext &run);

}  // namespace manifact
