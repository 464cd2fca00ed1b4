// Initial clusterings, for every method that starts from one.
#pragma once

#include "methods/method.hpp"

namespace manifact {

// A cluster for each document, or -1 for none, by the option `start`:
//
//   kmeans   spherical k-means on the documents
//   lsi      k-means on the documents in the space of the largest singular values, smoothed over
//            the graph
//   merge    the same with three starts and min(3 k, n / 8) clusters, the closest of which are
//            merged (methods/start/merging.hpp)
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

// Whether the start needs the graph, even if the method does not.
bool start_needs_graph(const Options &options);

}  // namespace manifact
