// Sparse subspace clustering (Elhamifar, Vidal 2013): every document as a sparse combination of
// others, and an edge where one uses another.
//
//   min_c  |c|_1 + mu / 2 |x_i - X'c|^2,   c_i = 0;   affine: sum c = 1
//   mu = fidelity / min_i max_{j != i} |x_i.x_j|
//   keep the largest |c_j| up to a share `mass` of their sum, divide by the largest
//   W = |C| + |C|'
//
// The published program finds all c at once by ADMM, with n x n matrices. Each is a problem of its
// own: here only the documents that matter to it come in, those whose derivative says so, until
// none is left that would. Memory O(n + what is kept), and the minimum is met more closely. No
// array is larger than the budget: Error(budget) where what is kept, or the products of those that
// one document is made of, need more.
#pragma once

#include <limits>

#include "graph/graph.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct ExpressionRequest {
  double fidelity = 20;
  bool affine = false;
  // Rows of zeros take part, as points do that affine combinations are made of.
  bool origin = false;
  // By row: the first one equal to it; repeats are left out. Null or empty: none is.
  const Array<std::int32_t> *first_duplicate = nullptr;
  Index budget = std::numeric_limits<Index>::max();  // bytes of an array
};

struct Expression {
  Csr<double> C;  // row i: what document i is made of, before anything is left out
  double mu = 0;
  Index incomplete = 0;  // documents whose minimum was not reached
  // Of max_j |x_i.x_j| over the documents: the one that decides mu, and the median.
  double least = 0, middle = 0;
};

template <class T>
Expression self_expression(CsrView<T> X, const ExpressionRequest &request, ExecutionContext &run);

// Row by row the largest |c| up to the share of their sum, divided by the largest.
Csr<double> largest_share(const Csr<double> &C, double mass, bool relative, ExecutionContext &run);

}  // namespace manifact
