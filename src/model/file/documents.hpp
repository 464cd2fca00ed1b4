// The training documents in a model file.
#pragma once

#include "io/archive.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Of a release that must understand dense documents.
inline constexpr const char *dense_need = "dense-documents";

void put_documents(ArchiveWriter &writer, const TrainingData &training);
bool has_documents(const ArchiveReader &archive) noexcept;
// The weights must have been read.
void read_documents(const FactReader &facts, Index n, Index m, TrainingData &training,
                    ExecutionContext &run);

}  // namespace manifact
