// The feature scaling and the power of two in a model file.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/archive.hpp"
#include "runtime/index.hpp"
#include "text/weighting.hpp"

namespace manifact {

// The words for the fact `needs` of either scaling.
std::vector<std::string> needs_of_scaling(const FeatureWeights &weights);

// Writes nothing if there is no scaling.
void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights);

// Reads the scaling with that name, for m features. Returns false if there is none with the name.
bool read_scaling(const ArchiveReader &archive, std::string_view name, Index m,
                  FeatureWeights &weights, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
