// Equal rows of documents that are divided among ranks.
#pragma once

#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The number of rows that repeat another one, on any rank; rows of zeros do not. Collective.
template <class T>
Index duplicates_of_ranks(const DataView<T> &X, ExecutionContext &run);

}  // namespace manifact
