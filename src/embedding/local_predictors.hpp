// Local predictors (CLGR paper, section 2.2): ridge regression of a document on its neighbors,
// without the document itself.
//
//   G = X_N X_N' + ridge |N| I       alpha = G^-1 X_N x_i'
//   x of unit length, N the neighbors of i, which are the rows of X_N
//
// With neighbors by Euclidean distance, an affine function of the position predicts instead, so
// that a shift of the data changes nothing:
//
//   G = Z Z' / s^2 + ridge |N| I     alpha = G^-1 1 / 1'G^-1 1
//   Z the rows x_j - x_i, s^2 their mean square length
//
// The values f_N of the neighbors predict f_i by alpha' f_N: row i of P holds alpha.
#pragma once

#include "graph/components.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// Workspace for one prediction at a time.
template <class T>
class LocalPredictor {
 public:
  // affine: solve_affine() is used.
  LocalPredictor(const UnitRows<T> &X, double ridge, Index most, bool affine,
                 ExecutionContext &run);

  // Computes alpha from the indices of `count` <= most neighbors and their cosines with the
  // document. Returns false if it is not finite.
  bool solve(const std::int32_t *index, const double *cosine, Index count, double *alpha) noexcept;

  // The same for a document x by Euclidean distance.
  template <class U>
  bool solve_affine(const DataRow<U> &x, const std::int32_t *index, Index count,
                    double *alpha) noexcept;

 private:
  const UnitRows<T> &X_;
  double ridge_;
  Array<double> row_;  // a neighbor as a dense row
  Array<double> G_;
  Array<double> off_;  // the rows of Z
};

// P on the vertices of the core. Its rows contain the listed neighbors that are in the core.
template <class T>
Csr<double> local_predictors(const DataView<T> &X, const Neighbors &neighbors, const Core &core,
                             double ridge, ExecutionContext &run);

}  // namespace manifact
