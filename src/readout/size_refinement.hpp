// Reassigns documents to mean directions, with a term for the sizes of the clusters: hard EM for a
// mixture of von Mises-Fisher distributions of one concentration (Banerjee, Dhillon, Ghosh, Sra
// 2005),
//
//   label_i = argmax_c  cos(x_i, m_c) + ln(n_c / n) / concentration
//
// m_c: mean direction of the documents of cluster c;  n_c: their number.
#pragma once

#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {

inline constexpr double size_concentration = 60;

template <class T>
struct SizeRefinement {
  Dense<T> directions;       // m_c of the last assignment, d x k; empty: no round was taken
  Array<double> log_shares;  // ln(n_c / n); of an empty cluster very small
  Dense<double> cosines;     // of the documents with the directions, n x k
  Index moved = 0;           // documents whose label changed
};

// Three rounds. A round that would empty a cluster is not taken, and ends the refinement. A
// document whose product with every direction is 0 keeps its label.
template <class T>
SizeRefinement<T> refine_by_sizes(const Points<T> &points, Array<std::int32_t> &labels, Index k,
                                  ExecutionContext &run);

}  // namespace manifact
