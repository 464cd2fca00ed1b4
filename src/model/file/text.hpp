// Conversion of a text model to sections of a model file (model/file/model_file.hpp) and back.
#pragma once

#include <memory>
#include <string_view>

#include "io/archive.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"
#include "text/text_model.hpp"

namespace manifact {

// The names of the sections of a text model.
struct TextSections {
  const char *rules, *terms, *term_keys, *stop_words;
};

// The text model of the features.
constexpr TextSections feature_text = {
    .rules = "text_rules", .terms = "terms", .term_keys = "term_keys", .stop_words = "stop_words"};

// The text model must not change until the archive is written.
void put_text(ArchiveWriter &writer, const TextSections &sections, const TextModel &text);

bool has_text(const ArchiveReader &archive, const TextSections &sections) noexcept;

// Refuses a section with bytes that are not well-formed UTF-8.
void check_utf8(const ArchiveReader &archive, const char *section, std::string_view bytes);

// Checks everything: there are m terms, and each is well-formed UTF-8. Throws Error(corrupt),
// (version).
std::shared_ptr<const TextModel> read_text(const ArchiveReader &archive,
                                           const TextSections &sections, Index m,
                                           const std::shared_ptr<Memory> &memory);

// The clusters in the terms of attached texts, in a model file.

// The model must not change until the archive is written.
void put_attached_texts(ArchiveWriter &writer, const Model &model);

bool has_attached_texts(const ArchiveReader &archive) noexcept;

// Checks everything. Throws Error(corrupt), (version).
AttachedTexts read_attached_texts(const FactReader &facts, Index k);

}  // namespace manifact
