// A kernel between new documents and the training documents.
#pragma once

#include "kernels/function.hpp"
#include "linalg/dense/dense.hpp"

namespace manifact {

struct CrossProducts {
  Dense<double> KB;   // K(y_i, X) B
  Array<double> own;  // K(y_i, y_i)
  Array<bool> known;  // whether any row of X has a feature of y_i
};

// For each row of Y; B has a row for each row of X. Not for precomputed kernels.
CrossProducts cross_products(const DataView<double> &Y, const DataView<double> &X,
                             const KernelSpec &spec, const Dense<double> &B, ExecutionContext &run);

}  // namespace manifact
