// New documents by the terms of old ones, and vocabularies that are given.
#pragma once

#include <memory>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "text/documents.hpp"
#include "text/text_model.hpp"

namespace manifact {

// The terms of new documents, counted by the rules of the old ones.
Csr<double> count_known_terms(const TextModel &text, const Documents &documents,
                              ExecutionContext &run);

// A vocabulary given as it is: term i is column i. A text has the term where the words of the term
// follow one another in it. Throws Error(value) for a term with a NUL in it.
std::unique_ptr<TextModel> fixed_vocabulary(const Documents &terms,
                                            const std::shared_ptr<Memory> &memory);

}  // namespace manifact
