// Counts of new documents with an existing vocabulary, and vocabularies given by the user.
#pragma once

#include <memory>

#include "linalg/sparse/packed_counts.hpp"
#include "runtime/execution_context.hpp"
#include "text/documents.hpp"
#include "text/text_model.hpp"

namespace manifact {

// The terms of new documents, counted by the rules of the model. terms: for each document, the
// number of its terms, known or not; or null.
PackedCounts count_known_terms(const TextModel &text, const Documents &documents,
                               ExecutionContext &run, Index *terms = nullptr);

// A given vocabulary: term i is column i. A text contains the term if the words of the term occur
// consecutively in it. Throws Error(value) for a term that contains a NUL.
std::unique_ptr<TextModel> fixed_vocabulary(const Documents &terms,
                                            const std::shared_ptr<Memory> &memory);

}  // namespace manifact
