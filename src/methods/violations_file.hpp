// The constraints that the clusters of a model do not keep, in its file, see model_file.hpp.
#pragma once

#include <vector>

#include "io/archive.hpp"
#include "methods/model.hpp"

namespace manifact {

void put_violations(ArchiveWriter &writer, const Model &model);

// Of n documents, everything checked. Throws Error(corrupt).
std::vector<Pair> read_violations(const ArchiveReader &archive, std::int64_t n);

}  // namespace manifact
