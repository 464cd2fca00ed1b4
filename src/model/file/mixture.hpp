// A Gaussian mixture in a model file, see methods/model_file.hpp.
#pragma once

#include "io/archive.hpp"
#include "model/model.hpp"

namespace manifact {

void put_mixture(ArchiveWriter &writer, const Posterior &mixture);

// Everything checked. Throws Error(corrupt).
Posterior read_mixture(const ArchiveReader &archive, const Model &model,
                       const std::shared_ptr<Memory> &memory);

}  // namespace manifact
