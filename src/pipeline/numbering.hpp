// Cluster numbers that do not depend on random starts or on the order of the documents.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Numbers clusters by decreasing size, ties by first document. With labels (constraints may be
// null) the clusters of the classes come first: cluster c is matched with class c so that the total
// number of shared documents is largest. The labels are renumbered, and so are the centers of the
// read-out if there are any; otherwise a cluster is a concept, and the columns of the factors and
// the prediction rule are permuted. places: of the documents among those of the caller; null: in
// their order.
template <class T>
void number_clusters(Array<std::int32_t> &labels, const Constraints *constraints,
                     Factors<T> &factors, Array<double> &readout_centers, const Index *places,
                     ExecutionContext &run);

// The same for feature clusters, with G and S.
template <class T>
void number_feature_clusters(Array<std::int32_t> &labels, Factors<T> &factors,
                             ExecutionContext &run);

// The cluster of each class: the class number if clusters are numbered by classes, otherwise the
// matched cluster, -1 for none.
std::vector<Index> clusters_of_classes(const Constraints &constraints,
                                       const Array<std::int32_t> &labels, Index k, bool numbered);

}  // namespace manifact
