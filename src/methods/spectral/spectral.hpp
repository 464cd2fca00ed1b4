// Rows of the method table: eigenvectors of a graph, or of the documents' products, rotated to a partition.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method average_association, ratio_cut, ncut, cplr, clgr;

}  // namespace manifact
