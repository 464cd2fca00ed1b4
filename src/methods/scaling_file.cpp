#include "methods/scaling_file.hpp"

#include <cmath>

namespace manifact {

void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights) {
  if (weights.shift.empty()) return;
  writer.numbers("scaling_shift", weights.shift.data(), weights.shift.size());
  writer.numbers("scaling_spread", weights.spread.data(), weights.spread.size());
}

bool read_scaling(const ArchiveReader &archive, std::string_view name, std::int64_t m, FeatureWeights &weights, const std::shared_ptr<Memory> &memory) {
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score}) {
    if (name != name_of(scaling)) continue;
    weights.scaling = scaling;
    weights.shift = archive.numbers<double>("scaling_shift", m, 1, memory);
    weights.spread = archive.numbers<double>("scaling_spread", m, 1, memory);
    for (std::int64_t j = 0; j < m; ++j)
      if (!std::isfinite(weights.shift[j]) || !std::isfinite(weights.spread[j]) || weights.spread[j] < 0)
        archive.refuse("the scaling of feature %lld is not one", static_cast<long long>(j));
    return true;
  }
  return false;
}

}  // namespace manifact
