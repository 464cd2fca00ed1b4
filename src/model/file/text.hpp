// A text model as sections of a model file (model/file/model_file.hpp) and back.
#pragma once

#include <memory>

#include "io/archive.hpp"
#include "runtime/index.hpp"
#include "text/text_model.hpp"

namespace manifact {

// The text model must stay as it is until the archive is written.
void put_text(ArchiveWriter &writer, const TextModel &text);

bool has_text(const ArchiveReader &archive) noexcept;

// Everything is checked: there are m terms, each is well-formed UTF-8. Throws Error(corrupt),
// (version).
std::shared_ptr<const TextModel> read_text(const ArchiveReader &archive, Index m,
                                           const std::shared_ptr<Memory> &memory);

}  // namespace manifact
