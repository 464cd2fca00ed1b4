// What a model states besides the fit: the names of its features, texts of its documents, and the
// titles that are made of them.
#pragma once

#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "text/text_model.hpp"

namespace manifact {

struct Description {
  std::shared_ptr<const TextModel> text;           // of the features; null: they have no names
  std::shared_ptr<const TextModel> texts;          // of the terms of attached texts; null: none
  std::shared_ptr<const DocumentColumns> columns;  // null: none
};

// Throws Error(mismatch) if the description is not one of these documents and features.
void check_description(const Description &given, const Matrix &X);

// Adds it to a model that was just fitted. The columns stay in the model if keep_columns.
void describe(Model &model, const Description &given, bool keep_columns, ExecutionContext &run);

}  // namespace manifact
