// New documents by memberships that are linear in the document up to its length, as for the
// eigenvectors Q of a Gram matrix X X', of which every row q = x'X'Q L^-1 (L the eigenvalues):
//
//   v = max(0, x'M) / |x'M|      M = X'Q L^-1 C, C the directions of the clusters among the rows q
//
// A document without any known feature gets label -1 and zeros.
#pragma once

#include <memory>
#include <utility>

#include "model/fact_reader.hpp"
#include "model/predictor.hpp"

namespace manifact {

// M is m x k, packed.
std::unique_ptr<Predictor> linear_memberships(Array<double> M);
std::unique_ptr<Predictor> read_linear_memberships(const FactReader &facts, const Model &model);

}  // namespace manifact
