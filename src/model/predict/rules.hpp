// All prediction rules, by their words in model files.
#pragma once

#include <memory>
#include <utility>

#include "model/fact_reader.hpp"
#include "model/predict/normal_equations.hpp"
#include "model/predictor.hpp"

namespace manifact {

// Reads a rule after the other parts of the model. Throws Error(corrupt) if the file lacks a part
// that the rule needs.
using ReadPredictor = std::unique_ptr<Predictor> (*)(const FactReader &facts, const Model &model);

// The reader for the fact 'rule'. Throws Error(version) for an unknown word.
ReadPredictor reader_of_rule(const FactReader &facts);

// New documents by non-negative least squares, solved exactly (normal_equations.hpp).
std::unique_ptr<Predictor> least_squares(NormalEquations equations);
std::unique_ptr<Predictor> read_least_squares(const FactReader &facts, const Model &model);

// New documents by memberships that are linear in the document up to its length, as for the
// eigenvectors Q of a Gram matrix X X', of which every row q = x'X'Q L^-1 (L the eigenvalues):
//
//   v = max(0, x'M) / |x'M|      M = X'Q L^-1 C, C the directions of the clusters among the rows q
//
// A document without any known feature gets label -1 and zeros.

// M is m x k, packed.
std::unique_ptr<Predictor> linear_memberships(Array<double> M);
std::unique_ptr<Predictor> read_linear_memberships(const FactReader &facts, const Model &model);

// New documents by local prediction (CLGR paper, section 2.2): alpha' V_N, where V_N are the
// memberships of the p nearest training documents N and alpha is the ridge regression of the new
// document on them. A document without neighbors gets label -1 and zeros.
std::unique_ptr<Predictor> local_ridge(double ridge);
std::unique_ptr<Predictor> read_local_ridge(const FactReader &facts, const Model &model);

// New documents by the nearest center, a column of the basis: by Euclidean distance or by angle.
std::unique_ptr<Predictor> nearest_center();
std::unique_ptr<Predictor> read_nearest_center(const FactReader &facts, const Model &model);

// New documents by the label of the nearest of some training rows, by Euclidean distance; equally
// near ones: the first. The rows are part of the rule.

// rows: n x m; labels: n.
std::unique_ptr<Predictor> nearest_row(Array<double> rows, const Array<std::int32_t> &labels,
                                       const std::shared_ptr<Memory> &memory);
std::unique_ptr<Predictor> read_nearest_row(const FactReader &facts, const Model &model);

// New documents by the weighted mean row of V of their neighbors; a row of zeros without neighbors.
std::unique_ptr<Predictor> neighbor_average();
std::unique_ptr<Predictor> read_neighbor_average(const FactReader &facts, const Model &model);

}  // namespace manifact
