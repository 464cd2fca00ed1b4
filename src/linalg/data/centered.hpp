// Dense rows minus a center, without a copy. Distances by |x|^2 - 2 <x, c> + |c|^2 lose all digits
// where the rows are far from the origin compared with their spread; around their mean they do not.
#pragma once

#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct CenteredRows {
  Array<double> center;         // m; empty: the rows as they were given
  Array<double> shift, spread;  // those of `rows`
  DenseRows rows;               // valid as long as the others
};

// The mean row over the rows of all processes, and the mean square of the distances to it.
struct MeanRow {
  Array<double> mean;
  double around = 0;
};

MeanRow mean_row(const DenseRows &X, ExecutionContext &run);

// Whether such a distance, computed in T, may be wrong by 1e-5 of the mean square around the mean.
template <class T>
bool is_far_from_origin(double square_of_mean, double mean_square) noexcept;

CenteredRows minus(const DenseRows &X, Array<double> center, ExecutionContext &run);

// X minus its mean, over the rows of all processes, if it is far from the origin. Rows with a
// factor or a part stay as they are.
template <class T>
CenteredRows centered_rows(const DenseRows &X, ExecutionContext &run);

}  // namespace manifact
