#include "model/file/scaling.hpp"

#include <cmath>

#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr const char *power_of_two = "power-of-two", *exponent_section = "scaling_exponent";
constexpr int most = 1100;  // larger than the exponent of the smallest positive double

}  // namespace

std::vector<std::string> needs_of_scaling(const FeatureWeights &weights) {
  std::vector<std::string> names;
  if (!weights.shift.empty()) names.emplace_back(name_of(weights.scaling));
  if (weights.exponent != 0) names.emplace_back(power_of_two);
  return names;
}

void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights) {
  if (weights.exponent != 0) writer.numbers(exponent_section, &weights.exponent, 1);
  if (weights.shift.empty()) return;
  writer.numbers("scaling_shift", weights.shift.data(), weights.shift.size());
  writer.numbers("scaling_spread", weights.spread.data(), weights.spread.size());
}

bool read_scaling(const ArchiveReader &archive, std::string_view name, Index m,
                  FeatureWeights &weights, const std::shared_ptr<Memory> &memory) {
  if (name == power_of_two) {
    weights.exponent = archive.numbers<std::int32_t>(exponent_section, 1, 1, memory)[0];
    if (weights.exponent < -most || weights.exponent > most)
      archive.refuse("section '%s' is %d, outside %d .. %d", exponent_section, weights.exponent,
                     -most, most);
    return true;
  }
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score}) {
    if (name != name_of(scaling)) continue;
    weights.scaling = scaling;
    weights.shift = archive.numbers<double>("scaling_shift", m, 1, memory);
    weights.spread = archive.numbers<double>("scaling_spread", m, 1, memory);
    for (Index j = 0; j < m; ++j)
      if (!std::isfinite(weights.shift[j]) || !std::isfinite(weights.spread[j]) ||
          weights.spread[j] < 0)
        archive.refuse("the scaling of feature %lld is invalid", static_cast<long long>(j));
    return true;
  }
  return false;
}

}  // namespace manifact
