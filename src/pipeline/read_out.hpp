// From factors to the labels of all documents.
#pragma once

#include "pipeline/prepare.hpp"

namespace manifact {

// By the option `readout`, into the model's labels and its read-out.
//
// Of a spectral method V becomes n x k memberships: how far the row of each document points into
// the direction of each cluster, max(0, cosine); and U the mean directions of the clusters.
// Documents that were not cut then get their labels: a repeated one that of the first it equals,
// another one that of the nearest cluster, where any of its features is met there.
template <class T>
void read_out(Model &model, Factors<T> &factors, const FitState<T> &state, const Options &options,
              Report &report, ExecutionContext &run);

}  // namespace manifact
