// New fits of some of the documents of a model, with the weights of its fit: of one topic, to split
// it (topics/edit.hpp), or of a sample (topics/stability.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/edit.hpp"

namespace manifact {

// By the method and the options of the model, on some of its documents.
std::unique_ptr<Model> fit_again(const Model &model, const std::vector<std::int32_t> &rows, Index k,
                                 const FittedDocuments &documents, ExecutionContext &run);

// By the method and the options of the model, on the weighted documents of the topic; by `auto` if
// the method takes labels or pairs, as there are none; by k-means if a part would be empty.
std::unique_ptr<Model> fit_parts(const Model &model, Index topic, Index parts,
                                 const FittedDocuments &documents, ExecutionContext &run);

}  // namespace manifact
