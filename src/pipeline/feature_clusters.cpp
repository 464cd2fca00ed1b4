#include "pipeline/feature_clusters.hpp"

#include "pipeline/numbering.hpp"
#include "readout/readout.hpp"
#include "runtime/index.hpp"

namespace manifact {

template <class T>
void read_out_features(Model &model, Factors<T> &factors, const DataView<T> &X, bool keep_numbers,
                       ExecutionContext &run) {
  if (factors.G.empty()) return;
  FeatureClusters &features = model.features;
  const Index l = factors.G.columns(), k = model.k;
  features.l = l;
  features.labels = argmax_labels(factors.G, factors.feature_weights, run);
  Array<Index> df(run.memory, model.m);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size(); ++e) df[x.column(e)] += !x.dense() || x[e] != 0 ? 1 : 0;
  }
  for (Index j = 0; j < model.m; ++j)
    if (df[j] == 0) features.labels[j] = -1;
  if (!keep_numbers) number_feature_clusters(features.labels, factors, run);
  features.sizes = Array<Index>(run.memory, l);
  for (const std::int32_t label : features.labels)
    if (label >= 0) ++features.sizes[label];
  features.mass = Array<double>(run.memory, k * l);
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    for (Index e = 0; e < x.size() && model.labels[i] >= 0; ++e)
      if (const std::int32_t b = features.labels[x.column(e)]; b >= 0)
        features.mass[model.labels[i] * l + b] += static_cast<double>(x[e]);
  }
  features.memberships = packed(factors.G, run.memory);
  features.core = Array<double>(run.memory, k * l);
  for (Index a = 0; a < k; ++a)
    for (Index b = 0; b < l; ++b) features.core[a * l + b] = static_cast<double>(factors.S(b, a));
}

template void read_out_features<float>(Model &, Factors<float> &, const DataView<float> &, bool,
                                       ExecutionContext &);
template void read_out_features<double>(Model &, Factors<double> &, const DataView<double> &, bool,
                                        ExecutionContext &);

}  // namespace manifact
