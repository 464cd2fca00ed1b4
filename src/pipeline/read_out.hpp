// From factors to the labels of all documents.
#pragma once

#include "pipeline/prepare.hpp"

namespace manifact {

// Sets the labels and the read-out of the model according to the option `readout`.
//
// For a spectral method V becomes n x k memberships, max(0, cosine) between the row of a document
// and the direction of a cluster, and U the mean directions of the clusters. Documents outside the
// core are labeled afterwards: a duplicate gets the label of the first occurrence, any other
// document that of the nearest cluster with which it shares a feature.
template <class T>
void read_out(Model &model, Factors<T> &factors, const FitState<T> &state, const Options &options,
              Report &report, ExecutionContext &run);

}  // namespace manifact
