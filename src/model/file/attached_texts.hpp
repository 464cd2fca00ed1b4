// The clusters in the terms of attached texts, in a model file.
#pragma once

#include "model/fact_reader.hpp"
#include "model/model.hpp"

namespace manifact {

// The model must not change until the archive is written.
void put_attached_texts(ArchiveWriter &writer, const Model &model);

bool has_attached_texts(const ArchiveReader &archive) noexcept;

// Checks everything. Throws Error(corrupt), (version).
AttachedTexts read_attached_texts(const FactReader &facts, Index k);

}  // namespace manifact
