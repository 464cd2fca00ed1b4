// The fit of the documents of one topic, to split it (model/edit).
#pragma once

#include <memory>

#include "model/edit/edit.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// By the method and the options of the model, on the weighted documents of the topic; by `auto` if
// the method takes labels or pairs, for there are none; by k-means if a part would be empty.
std::unique_ptr<Model> fit_parts(const Model &model, Index topic, Index parts,
                                 const FittedDocuments &documents, ExecutionContext &run);

}  // namespace manifact
