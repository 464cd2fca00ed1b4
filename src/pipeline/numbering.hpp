// Numbers of clusters that do not depend on random starts or on the order of the documents.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Clusters by falling size, ties by the first document; before them, where there are labels
// (constraints may be null), those of the classes: cluster c is the one that shares most documents
// with class c, all classes weighed together. The labels follow, and with them the centers of the
// read-out, where there are some; else a cluster is a concept, and the columns of the factors and
// the rule for new documents follow.
template <class T>
void number_clusters(Array<std::int32_t> &labels, const Constraints *constraints,
                     Factors<T> &factors, Array<double> &readout_centers, ExecutionContext &run);

// The same for clusters of features: G and S follow.
template <class T>
void number_feature_clusters(Array<std::int32_t> &labels, Factors<T> &factors,
                             ExecutionContext &run);

// The cluster of each class: of its own number when clusters are numbered by classes, else the one
// it shares most documents with, -1 for none.
std::vector<Index> clusters_of_classes(const Constraints &constraints,
                                       const Array<std::int32_t> &labels, Index k, bool numbered);

}  // namespace manifact
