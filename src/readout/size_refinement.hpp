// Reassigns documents to mean directions, with a term for the sizes of the clusters: hard EM for a
// mixture of von Mises-Fisher distributions of one concentration (Banerjee, Dhillon, Ghosh, Sra
// 2005),
//
//   label_i = argmax_c  cos(x_i, m_c) + ln(n_c / n) / concentration
//
// m_c: mean direction of the documents of cluster c;  n_c: their number. Documents with vectors e_i
// beside their words: a product of two such mixtures,
//
//   label_i = argmax_c  p cos(x_i, m_c) + q (s / t) cos(e_i, u_c) + ln(n_c / n) / concentration
//   p = (1 - a) / max(a, 1 - a),  q = a / max(a, 1 - a)
//
// u_c: mean direction of the vectors of cluster c;  s, t: the mean difference between the cosine of
// a document to its own mean and to all means, of the words and of the vectors, in the first round.
#pragma once

#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {

inline constexpr double size_concentration = 60;

template <class T>
struct SizeRefinement {
  Dense<T> directions;         // m_c of the last assignment, d x k; empty: no round was taken
  Array<double> log_shares;    // ln(n_c / n); of an empty cluster very small
  Dense<double> cosines;       // of the documents with the directions, n x k
  Index moved = 0;             // documents whose label changed
  double word_factor = 1;      // p
  Dense<T> vector_directions;  // u_c, likewise; empty: there are no vectors
  double vector_factor = 0;    // q s / t
  Dense<double> vector_cosines;
};

// The vectors of the documents, and their share a.
template <class T>
struct PointVectors {
  const Points<T> &points;
  double share;
};

// Three rounds. A round that would empty a cluster is not taken, and ends the refinement. A
// document whose product with every direction is 0 keeps its label.
template <class T>
SizeRefinement<T> refine_by_sizes(const Points<T> &points, Array<std::int32_t> &labels, Index k,
                                  ExecutionContext &run, const PointVectors<T> *vectors = nullptr);

}  // namespace manifact
