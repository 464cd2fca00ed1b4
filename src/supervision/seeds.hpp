// The matrix Z of the constraints, RCF paper, eq. 9, in few columns: documents with equal rows of Z
// are merged.
//
//   Z = Yc (2 I - 1 1') Yc' + Yp R Yp'
//   Yc n x C one-hot rows of the labeled documents, Yp n x G of documents in pairs
//
// z_ii = 1 for every document that occurs in a constraint. R holds the information in the pairs
// beyond the labels, so that Z is the mean of both.
#pragma once

#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

struct Seeds {
  std::vector<std::vector<Index>> classes;  // C: the documents of each
  std::vector<std::vector<Index>> groups;   // G: likewise, ordered by first document
  std::vector<bool> labeled;                // G: whether the documents are in `classes` too
  Csr<double> R;                            // G x G, symmetric
};

Seeds seeds_of(const Constraints &constraints, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
