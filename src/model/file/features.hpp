// The feature clusters in a model file, see model_file.hpp.
#pragma once

#include "io/archive.hpp"
#include "model/model.hpp"

namespace manifact {

void put_features(ArchiveWriter &writer, const Model &model);
bool has_features(const ArchiveReader &archive) noexcept;

// Checks everything. Throws Error(corrupt).
FeatureClusters read_features(const ArchiveReader &archive, const Model &model,
                              const std::shared_ptr<Memory> &memory);

}  // namespace manifact
