#include "methods/blocks.hpp"

#include "methods/numbering.hpp"
#include "readout/readout.hpp"

namespace manifact {

template <class T>
void read_out_features(Model &model, Factors<T> &factors, const Csr<T> &X, bool keep_numbers, Run &run) {
  if (factors.G.empty()) return;
  FeatureClusters &features = model.features;
  const std::int64_t l = factors.G.columns(), k = model.k;
  features.l = l;
  features.labels = argmax_labels(factors.G, factors.feature_weights, run);
  Array<std::int64_t> df(run.memory, model.m);
  for (const std::int32_t j : X.indices) ++df[j];
  for (std::int64_t j = 0; j < model.m; ++j)
    if (df[j] == 0) features.labels[j] = -1;
  if (!keep_numbers) number_feature_clusters(features.labels, factors, run);
  features.sizes = Array<std::int64_t>(run.memory, l);
  for (const std::int32_t label : features.labels)
    if (label >= 0) ++features.sizes[label];
  features.mass = Array<double>(run.memory, k * l);
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1] && model.labels[i] >= 0; ++e)
      if (const std::int32_t b = features.labels[X.indices[e]]; b >= 0) features.mass[model.labels[i] * l + b] += static_cast<double>(X.values[e]);
  features.memberships = packed(factors.G, run.memory);
  features.core = Array<double>(run.memory, k * l);
  for (std::int64_t a = 0; a < k; ++a)
    for (std::int64_t b = 0; b < l; ++b) features.core[a * l + b] = static_cast<double>(factors.S(b, a));
}

std::vector<double> block_values(const Model &model, Block block) {
  const FeatureClusters &features = model.features;
  const std::int64_t l = features.l;
  std::vector<double> values(features.mass.begin(), features.mass.end());
  if (block == Block::mass) return values;
  double mass = 0, documents = 0, words = 0;
  for (const double x : values) mass += x;
  for (const std::int64_t size : model.sizes) documents += static_cast<double>(size);
  for (const std::int64_t size : features.sizes) words += static_cast<double>(size);
  const double mean = documents > 0 && words > 0 ? mass / documents / words : 0;
  for (std::int64_t a = 0; a < model.k; ++a)
    for (std::int64_t b = 0; b < l; ++b) {
      double &value = values[static_cast<std::size_t>(a * l + b)];
      const double cells = static_cast<double>(model.sizes[a]) * static_cast<double>(features.sizes[b]);
      value = cells > 0 ? value / cells : 0;
      if (block == Block::lift) value = mean != 0 ? value / mean : 0;
    }
  return values;
}

template void read_out_features<float>(Model &, Factors<float> &, const Csr<float> &, bool, Run &);
template void read_out_features<double>(Model &, Factors<double> &, const Csr<double> &, bool, Run &);

}  // namespace manifact
