// The training documents in a model file.
#pragma once

#include <memory>

#include "io/archive.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Marks files whose reader must understand dense documents.
inline constexpr const char *dense_need = "dense-documents";

// The rows from number `first` on; `matrix`: the values of dense rows, before weighting.
void put_rows(ArchiveWriter &writer, const WeightedData<double> &X, const Matrix *matrix,
              Index first);
bool has_documents(const ArchiveReader &archive) noexcept;
// The weights must have been read.
void read_documents(const FactReader &facts, Index n, Index m, TrainingData &training,
                    ExecutionContext &run);
// All documents of a model whose file has rows that were added to those of its fit.
std::shared_ptr<const GrownDocuments> read_added_rows(const FactReader &facts, const Model &model,
                                                      Index added, ExecutionContext &run);

}  // namespace manifact
