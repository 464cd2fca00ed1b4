// The constraints that the clusters of a model violate, in its file, see model_file.hpp.
#pragma once

#include <vector>

#include "io/archive.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

void put_violations(ArchiveWriter &writer, const Model &model);

// Pairs of n documents; checks everything. Throws Error(corrupt).
std::vector<Pair> read_violations(const ArchiveReader &archive, Index n);

}  // namespace manifact
