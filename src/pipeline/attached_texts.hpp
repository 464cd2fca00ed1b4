// The clusters of a finished model in the terms of texts that were attached to its documents.
#pragma once

#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "pipeline/report.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/weighting.hpp"

namespace manifact {

// Throws Error(mismatch), or (budget) if the vectors of k clusters need more than `budget` bytes.
void check_texts(const Matrix &counts, Index documents, Index k, Index budget);

// Sets the vectors of model.texts, not its terms.
void describe_texts(Model &model, const Matrix &counts, const WeightingRequest &request,
                    Report &report, ExecutionContext &run);

}  // namespace manifact
