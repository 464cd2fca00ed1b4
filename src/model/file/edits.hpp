// The edits of a model, the names of its topics and features, and the texts that accompany its
// documents. The fit of an edited model is a whole archive in a section of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/archive.hpp"
#include "model/fact_reader.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// The prediction rule of edited models.
inline constexpr const char *edited_rule = "edited";

using WriteModel = std::function<ArchiveWriter(const Model &)>;
using ParseModel = std::function<std::unique_ptr<Model>(std::string_view bytes)>;

void put_edits(ArchiveWriter &writer, const Model &model, const WriteModel &written);
void put_names(ArchiveWriter &writer, const Model &model);
void put_feature_names(ArchiveWriter &writer, const Model &model);
void put_columns(ArchiveWriter &writer, const Model &model);

// Throw Error(corrupt).
void read_edits(const ArchiveReader &archive, Model &model, const ParseModel &parse,
                const std::shared_ptr<Memory> &memory);
// The documents that were added, and the texts of all, once the edits are read.
void read_grown(const FactReader &facts, Model &model, ExecutionContext &run);
void read_names(const ArchiveReader &archive, Model &model);
void read_feature_names(const ArchiveReader &archive, Model &model);
void read_columns(const ArchiveReader &archive, Model &model,
                  const std::shared_ptr<Memory> &memory);

}  // namespace manifact
