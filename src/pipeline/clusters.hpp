// The clusters of a fit: their means and numbers, one cluster for equal documents, and clusters of
// features.
#pragma once

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/dense/products.hpp"
#include "methods/method.hpp"
#include "model/model.hpp"
#include "readout/lloyd.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The mean of each cluster.

// A column for each cluster; 0 for an empty one.
template <class T>
Dense<T> cluster_means(const Points<T> &points, const Array<std::int32_t> &labels,
                       const Array<Index> &sizes, ExecutionContext &run) {
  Dense<T> means = points.sums(labels, {}, sizes.size(), run);
  Array<double> inverse(run.memory, sizes.size());
  for (Index c = 0; c < sizes.size(); ++c)
    inverse[c] = sizes[c] > 0 ? 1 / static_cast<double>(sizes[c]) : 0;
  scale_columns(means, inverse, run);
  return means;
}

// The mean silhouette, (b - a) / max(a, b), of the documents of unit length that have a cluster. a:
// one minus the mean cosine to the others of the cluster (0 if there are none); b: the same for the
// nearest other cluster.
template <class T>
double mean_silhouette(const Points<T> &points, const Array<std::int32_t> &labels, Index k,
                       ExecutionContext &run);

// One cluster for documents that are equal.

// Equal documents have equal rows of K, but not of a graph whose neighbor lists end among equally
// near documents: its edges can part them. Where labels differ within a group of equal rows, the
// most frequent one holds for all of them, the first of several, with the memberships of the first
// document that has it. Returns the number of documents that were changed.
template <class T>
Index unite_equal_documents(const DataView<T> &X, Array<std::int32_t> &labels, Dense<T> &V,
                            ExecutionContext &run);

// Cluster numbers that do not depend on random starts or on the order of the documents.

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

// The feature clusters of methods that have them.

// Sets the feature clusters of the model from G and S: labels by arg max over unit columns, -1 for
// a feature that occurs in no document; numbered by decreasing size unless `keep_numbers`; the sums
// of X over the blocks. The documents must be labeled.
template <class T>
void read_out_features(Model &model, Factors<T> &factors, const DataView<T> &X, bool keep_numbers,
                       ExecutionContext &run);

}  // namespace manifact
