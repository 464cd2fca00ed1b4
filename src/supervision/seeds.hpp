// The matrix Z of the constraints, RCF paper, eq. 9, as few columns: documents with equal rows of Z
// are one.
//
//   Z = Yc (2 I - 1 1') Yc' + Yp R Yp'
//   Yc n x C one-hot rows of the labeled documents, Yp n x G of documents in pairs
//
// z_ii = 1 for every document that occurs in a constraint. R has what pairs say beyond the labels,
// so that Z has the mean of both.
#pragma once

#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

struct Seeds {
  std::vector<std::vector<Index>> classes;  // C: the documents of each
  std::vector<std::vector<Index>> groups;   // G: likewise, by their first document
  std::vector<bool> labeled;                // G: documents that are in `classes` too
  Csr<double> R;                            // G x G, symmetric
};

Seeds seeds_of(const Constraints &constraints, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
