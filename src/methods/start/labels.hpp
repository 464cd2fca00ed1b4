// Initial clusterings, for every method that starts from one.
#pragma once

#include "linalg/dense/dense.hpp"
#include "methods/method.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Agglomeration of many small clusters to k: a k-means start splits large classes and joins small
// ones, and merging undoes the splits.

// Merges the pair of clusters of least
//
//   (a b / (a + b))^exponent |mu_a - mu_b|^2        a, b: sizes;  mu: means of the points
//
// until k non-empty clusters are left; ties to the lower numbers. Exponent 1 is Ward's criterion
// (Ward 1963), 0 is centroid linkage. `means` is d x K, a column per cluster. Relabels in place:
// the clusters are numbered 0 .. k-1 in the order of their lowest old number, -1 stays.
template <class T>
void merge_clusters(Array<std::int32_t> &labels, const Dense<T> &means, Index k, double exponent,
                    ExecutionContext &run);

// A cluster for each document, or -1 for none, by the option `start`:
//
//   kmeans   spherical k-means on the documents
//   lsi      k-means on the documents in the space of the largest singular values, smoothed over
//            the graph
//   merge    the same with three starts and min(3 k, n / 8) clusters, the closest of which are
//            merged
//   ncut     k-means on the unit rows of the k largest eigenvectors of D^-1/2 S D^-1/2: the
//            normalized cut
template <class T>
Array<std::int32_t> first_labels(const Problem<T> &problem, Rng rng);

// The smoothed coordinates used by `lsi` and `merge`, with unit rows:
//
//   X ~ U diag(sigma) P' of rank svd-rank;  Z = U diag(sigma), rows to unit length;
//   `smoothing` times  Z <- (Z + D^-1 S Z) / 2
template <class T>
Dense<T> smoothed_coordinates(const Problem<T> &problem, Rng rng);

// The clustering of these coordinates by `lsi` or `merge`.
template <class T>
Array<std::int32_t> content_labels(const Dense<T> &Z, const Problem<T> &problem, Rng rng);

// The unit rows of the eigenvectors used by `ncut`. An isolated document has a row of zeros.
template <class T>
Dense<T> cut_coordinates(const Problem<T> &problem, Rng rng);

// Whether the start is computed from the smoothed coordinates.
bool starts_from_content(const Options &options);

// Whether the start needs the graph, even if the method does not; or the penalty lambda does.
bool start_needs_graph(const Options &options);
bool penalty_or_start_needs_graph(const Options &options);

// Initial clusters by adaptive neighbors: the components of the graph that `can` learns
// (embedding/adaptive_cut.hpp), or, if their number differs from the number of clusters, k-means on
// its eigenvectors.

// -1 for documents of zeros if rows have unit length. If fewer than 3 documents are left, each is a
// cluster. Always local, with 15 neighbors and at most 30 rounds, regardless of the options of the
// method. Throws Error(budget) if the documents are too large as dense points.
template <class T>
Array<std::int32_t> can_labels(const Problem<T> &problem, Rng rng, Findings &findings);

}  // namespace manifact
