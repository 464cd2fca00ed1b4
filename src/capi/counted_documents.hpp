// The documents in which the terms of topics are counted.
#pragma once

#include <memory>

#include "capi/handles.hpp"
#include "topics/numbers.hpp"

namespace manifact {

// Those given, or those that the model keeps if its terms are their features. None, if they are
// dense.
TermDocuments counted_documents(const Model &model, const Matrix *X);

// The documents that a caller gives to count terms in; null if X is.
std::shared_ptr<const Matrix> documents_to_count(const Model &model, const manifact_matrix *X,
                                                 ExecutionContext &run);

}  // namespace manifact
