#include "model/blocks.hpp"

#include "runtime/index.hpp"

namespace manifact {

std::vector<double> block_values(const Model &model, Block block) {
  const FeatureClusters &features = model.features;
  const Index l = features.l;
  std::vector<double> values(features.mass.begin(), features.mass.end());
  if (block == Block::mass) return values;
  double mass = 0, documents = 0, words = 0;
  for (const double x : values) mass += x;
  for (const Index size : model.sizes) documents += static_cast<double>(size);
  for (const Index size : features.sizes) words += static_cast<double>(size);
  const double mean = documents > 0 && words > 0 ? mass / documents / words : 0;
  for (Index a = 0; a < model.k; ++a)
    for (Index b = 0; b < l; ++b) {
      double &value = values[static_cast<std::size_t>(a * l + b)];
      const double cells =
          static_cast<double>(model.sizes[a]) * static_cast<double>(features.sizes[b]);
      value = cells > 0 ? value / cells : 0;
      if (block == Block::lift) value = mean != 0 ? value / mean : 0;
    }
  return values;
}

}  // namespace manifact
