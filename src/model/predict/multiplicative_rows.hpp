// A new document by multiplicative updates of the new rows w', v' of W and V, with all other rows
// fixed (LCCF paper, eqs 29 and 30):
//
//   w' <- w' * (k^ V^) / (k^ W^ V^'V^)
//   v' <- v' * (k^ W^ + lambda s V) / (v' W^'K^ W^ + lambda sum(s) v')
//
// where ^ appends the new row. The sums over the training documents do not change, so an update
// costs O(k^2) with rank-one corrections:
//
//   k^ V^ = z + own v',  k^ W^ = u + own w',  V^'V^ = G + v''v',
//   W^'K^ W^ = M + u'w' + w''u + own w''w'
//
// u = k W and z = k V for k_j = K(x_j, x'), own = K(x', x'), M = W'K W, G = V'V.
#pragma once

#include <memory>

#include "model/fact_reader.hpp"
#include "model/predict/normal_equations.hpp"
#include "model/predictor.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct MultiplicativeRow {
  Index k;
  const double *M, *G;  // k x k
  const double *u, *z;  // k
  const double *b;      // unit (u + lambda s V)
  double edges;         // unit lambda sum(s)
  double own;
  double unit = 1;  // a small one if lambda is beyond the range of the products
};

// At most `updates` updates of both rows, fewer if v' no longer changes. w and v hold the start, >
// 0, and then the result. `scratch` has 2 k numbers.
void place_row(const MultiplicativeRow &row, int updates, double *w, double *v,
               double *scratch) noexcept;

std::unique_ptr<Predictor> multiplicative_rows(NormalEquations equations);
std::unique_ptr<Predictor> read_multiplicative_rows(const FactReader &facts, const Model &model);

}  // namespace manifact
