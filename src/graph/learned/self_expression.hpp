// Sparse subspace clustering (Elhamifar, Vidal 2013): each document as a sparse combination of
// others, with an edge between a document and those in its combination.
//
//   min_c  |c|_1 + mu / 2 |x_i - X'c|^2,   c_i = 0;   affine: sum c = 1
//   mu = fidelity / min_i max_{j != i} |x_i.x_j|
//   keep the largest |c_j| up to a share `mass` of their sum, divide by the largest
//   W = |C| + |C|'
//
// The published program computes all c at once by ADMM, with n x n matrices. The problems are
// independent: here each one is solved on an active set, to which documents are added while their
// derivative violates the optimality conditions. Memory is O(n + result), and the minimum is more
// accurate. No array exceeds the budget: Error(budget) if the result, or the products of the
// documents in one combination, need more.
#pragma once

#include <limits>

#include "graph/graph.hpp"
#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct ExpressionRequest {
  double fidelity = 20;
  bool affine = false;
  // Zero rows are included as points of affine combinations.
  bool origin = false;
  // For each row, the first one equal to it; repeated rows are excluded. Null or empty: none.
  const Array<std::int32_t> *first_duplicate = nullptr;
  Index budget = std::numeric_limits<Index>::max();  // bytes of an array
};

struct Expression {
  Csr<double> C;  // row i: the combination for document i, before truncation
  double mu = 0;
  Index incomplete = 0;  // documents whose minimum was not reached
  // max_j |x_i.x_j| over the documents: the smallest, which determines mu, and the median.
  double least = 0, middle = 0;
};

template <class T>
Expression self_expression(const DataView<T> &X, const ExpressionRequest &request,
                           ExecutionContext &run);

// Keeps for each row the largest |c| up to the given share of their sum, divided by the largest.
Csr<double> largest_share(const Csr<double> &C, double mass, bool relative, ExecutionContext &run);

}  // namespace manifact
