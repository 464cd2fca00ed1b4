// The heaviest one-to-one matching of the rows and columns of a sparse table of counts.
#pragma once

#include <vector>

#include "runtime/index.hpp"

namespace manifact {

struct Cell {
  Index row = 0, column = 0, count = 0;
};

// The partner of each row in a matching of largest total count, or -1. Each (row, column) is given
// at most once, counts > 0. Cells that are not given weigh 0, so that rows and columns are left
// alone rather than matched for nothing.
std::vector<Index> heaviest_matching(const std::vector<Cell> &cells, Index rows, Index columns);

}  // namespace manifact
