// What assign() and the views of a model assume of a file.
#pragma once

#include "io/archive.hpp"
#include "model/model.hpp"

namespace manifact {

// Refuses a model whose parts have the right sizes, but are not all that its facts ask for. The
// training documents may be missing: keep-data=no leaves them out, and assign() says so.
void check_parts(const ArchiveReader &archive, const Model &model);

}  // namespace manifact
