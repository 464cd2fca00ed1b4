// The positions of the documents of a model on a map (topics/layout.hpp), from the model and the
// documents that it keeps. They do not change when topics are edited; documents that were added
// later are placed by their neighbors among those of the fit.
//
//   Z            the rows x_i of the fit in the space of the 50 largest singular values (all
//                features, if there are fewer), of unit length
//   neighbors    the 15 nearest by the cosine of these rows
//   start        the two principal axes of Z
//
// A column of texts "map" with a position "x y" for some documents fixes these: the others are
// placed by their neighbors among them. So a new fit of the same documents can keep a map.
#pragma once

#include <vector>

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/matrix.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "topics/layout.hpp"
#include "topics/map.hpp"

namespace manifact {

inline constexpr const char *map_column = "map";
inline constexpr Index map_neighbors = 15;

struct Positions {
  std::vector<Point> documents;  // n; NaN for a document without features
  LayoutQuality quality;         // of the documents of the fit, at 15 neighbors
};

// X: the rows of the fit, or null for those that the model keeps. Throws Error(argument) if they
// are missing or the model is of a kernel matrix, Error(mismatch) if X has another shape.
Positions positions_of(const Model &model, const Matrix *X, ExecutionContext &run);

// The coordinates Z of `fitted` rows of X, then of the others, by the axes of the first; a row
// without features is zero.
Dense<float> layout_coordinates(const DataView<double> &X, Index fitted, ExecutionContext &run);

// The positions of all rows of Z, which has no zero row: the mean square distance from 0 is 1, and
// the first axis has the larger variance.
Array<float> layout_of(const Dense<float> &Z, ExecutionContext &run);

// With these neighbors of the rows in place of the nearest by Z.
Array<float> layout_of(const Dense<float> &Z, const Neighbors &neighbors, ExecutionContext &run);

}  // namespace manifact
