// One cluster for documents that are equal.
#pragma once

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Equal documents have equal rows of K, but not of a graph whose neighbor lists end among equally
// near documents: its edges can part them. Where labels differ within a group of equal rows, the
// most frequent one holds for all of them, the first of several, with the memberships of the first
// document that has it. Returns the number of documents that were changed.
template <class T>
Index unite_equal_documents(const DataView<T> &X, Array<std::int32_t> &labels, Dense<T> &V,
                            ExecutionContext &run);

}  // namespace manifact
