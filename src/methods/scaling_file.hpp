// The scaling of features in a model file.
#pragma once

#include <memory>
#include <string_view>

#include "io/archive.hpp"
#include "text/weighting.hpp"

namespace manifact {

void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights);  // nothing where the features are not scaled

// That of m features by its name. False: it is none of features.
bool read_scaling(const ArchiveReader &archive, std::string_view name, std::int64_t m, FeatureWeights &weights, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
