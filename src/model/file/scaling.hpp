// The scaling of features, and the power of two, in a model file.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/archive.hpp"
#include "runtime/index.hpp"
#include "text/weighting.hpp"

namespace manifact {

// By what name a reader must know of either.
std::vector<std::string> needs_of_scaling(const FeatureWeights &weights);

// Nothing where there is none.
void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights);

// The one of that name, for m features. False: there is none.
bool read_scaling(const ArchiveReader &archive, std::string_view name, Index m,
                  FeatureWeights &weights, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
