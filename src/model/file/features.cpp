#include "model/file/features.hpp"

#include "model/finite_section.hpp"
#include "runtime/index.hpp"

namespace manifact {

void put_features(ArchiveWriter &writer, const Model &model) {
  const FeatureClusters &features = model.features;
  if (features.l == 0) return;
  writer.numbers("G", features.memberships.data(), model.m, features.l);
  writer.numbers("core", features.core.data(), model.k, features.l);
  writer.numbers("block_mass", features.mass.data(), model.k, features.l);
  writer.numbers("feature_labels", features.labels.data(), model.m);
}

bool has_features(const ArchiveReader &archive) noexcept {
  return archive.has("G") || archive.has("core") || archive.has("block_mass") ||
         archive.has("feature_labels");
}

FeatureClusters read_features(const ArchiveReader &archive, const Model &model,
                              const std::shared_ptr<Memory> &memory) {
  FeatureClusters features;
  features.l = archive.columns("G");
  if (features.l < 1 || features.l > model.m)
    archive.refuse("section 'G' has %lld columns for %lld features",
                   static_cast<long long>(features.l), static_cast<long long>(model.m));
  features.memberships = finite_section(archive, "G", model.m, features.l, memory);
  features.core = finite_section(archive, "core", model.k, features.l, memory);
  features.mass = finite_section(archive, "block_mass", model.k, features.l, memory);
  features.labels = archive.numbers<std::int32_t>("feature_labels", model.m, 1, memory);
  features.sizes = Array<Index>(memory, features.l);
  for (Index j = 0; j < model.m; ++j) {
    if (features.labels[j] < -1 || features.labels[j] >= features.l)
      archive.refuse("feature label %lld is out of range", static_cast<long long>(j));
    if (features.labels[j] >= 0) ++features.sizes[features.labels[j]];
  }
  return features;
}

}  // namespace manifact
