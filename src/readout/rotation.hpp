// Rotation of a relaxed indicator to a partition (Yu, Shi 2003):
//
//   max |Z R - H|, over orthogonal R and one-hot H
//   Z n x k, rows of length 1: any basis of the eigenvectors
//
//   start   R_1 = z_f';  R_j = z_i' for the i with the smallest sum of |z_i R_l| over l < j
//   repeat  H: arg max of each row of Z R;  E = H'Z = U s V';  R = V U'
//           sum(s) never decreases
//
// The best of several rows f: one start may end in a local optimum. Rows of zeros are ignored.
#pragma once

#include <functional>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

struct Rotation {
  Array<std::int32_t> labels;  // arg max of Z R, ties to the lower column; -1 for a row of zeros
  Dense<double> R;             // k x k; column c is the direction of cluster c
  double objective = 0;        // sum(s)
  Index start = 0;             // the index of the best start
};

// For each of the given rows, its position among those given by all processes. Collective.
using PlacesOfRows = std::function<Array<Index>(const std::vector<std::int32_t> &rows)>;

// The rows f are drawn along `order` (null: row order), which also breaks ties between rows; of
// several processes, along `places`, and sums are over the rows of all.
template <class T>
Rotation rotate_to_partition(const Dense<T> &Z, Index starts, Rng rng, ExecutionContext &run,
                             const Array<std::int32_t> *order = nullptr,
                             const PlacesOfRows &places = nullptr);

}  // namespace manifact
