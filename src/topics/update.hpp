// Adds documents to a finished model, without a new fit. They get the topics that assign() gives
// them; the documents of the model keep theirs. Means, sizes and cosines become those of all
// documents; the concepts, and the rule for new documents, stay those of the fit.
#pragma once

#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct AddedDocuments {
  const Matrix &X;               // in the units of the fit
  const Index *terms = nullptr;  // of each document, known or not; null: not counted
  DocumentColumns columns = {};
  const Matrix *vectors = nullptr;  // of the documents
};

// Throws Error(argument) if the model does not keep its documents.
std::unique_ptr<Model> updated(const std::shared_ptr<const Model> &model,
                               const AddedDocuments &added, ExecutionContext &run);

}  // namespace manifact
