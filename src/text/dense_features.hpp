// What data seem to be: counts, columns of very different scales, or values of pairs of documents.
#pragma once

#include <memory>

#include "linalg/sparse/matrix.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// Counts that are stored as a dense matrix.

// Dense values that are not negative, whole and mostly 0: the same numbers in a sparse matrix are
// taken for counts. Columns of zeros do not matter.
enum class DenseCounts {
  none,
  possible,  // the columns are few, as in a table, or ones are rare or values large, as in an image
  likely
};

DenseCounts dense_counts(const Matrix &X);

// The nonzero values of a dense matrix as a sparse one.
std::unique_ptr<Matrix> as_sparse(const Matrix &X, const std::shared_ptr<Memory> &memory);

// Whether the features of dense data have very different scales, as columns of a table in different
// units have. Without scaling the largest ones alone would determine the clusters.
struct FeatureScales {
  double ratio = 1;  // the largest standard deviation over the median one, of features that vary
  bool measurements = false;  // no value is negative, and not all are whole numbers

  // Whether to standardize by default. Counts, gray levels and categories are whole numbers;
  // coordinates and embeddings are signed, and their scales carry information.
  bool unlike_units() const noexcept { return measurements && !similar(); }
  bool similar() const noexcept { return ratio <= 20; }
  bool worth_a_warning() const noexcept { return ratio > 100; }
};

FeatureScales feature_scales(const Matrix &X, ExecutionContext &run);

// Whether square data seem to compare the documents with each other instead of describing them.
enum class Pairwise {
  none,
  distances,    // symmetric, no value negative, zeros in the diagonal: or the weights of a graph
  similarities  // symmetric, x_ij^2 <= x_ii x_jj
};

// Whether sparse data seem to be points that were written in a sparse format. Rows of one length
// never do: they are compared by directions.
enum class SparsePoints {
  none,      // counts, rows of one length, dense data
  possible,  // not all values are whole numbers
  full,      // and nearly all are stored
  uneven,    // or at least half, in rows of very different lengths
  negative   // some values are negative
};

// Collective.
SparsePoints sparse_points(const Matrix &X, ExecutionContext &run);

// Collective; places: of the rows among those of all processes; null: in this order.
Pairwise pairwise_values(const Matrix &X, const Index *places, ExecutionContext &run);

}  // namespace manifact
