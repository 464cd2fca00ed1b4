// The constraints that the clusters of a model do not keep, in its file, see model_file.hpp.
#pragma once

#include <vector>

#include "io/archive.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

void put_violations(ArchiveWriter &writer, const Model &model);

// Of n documents, everything checked. Throws Error(corrupt).
std::vector<Pair> read_violations(const ArchiveReader &archive, Index n);

}  // namespace manifact
