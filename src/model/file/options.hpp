// The options of a fit in a model file: their values in force in the section "options", and since
// release 0.2 their origins in the section "origins".
#pragma once

#include "io/archive.hpp"
#include "model/model.hpp"

namespace manifact {

void put_options(ArchiveWriter &writer, const Model &model);

// Without origins, those of all options are unknown. Throws if an origin is none.
void read_options(const ArchiveReader &archive, Model &model);

}  // namespace manifact
