// The maximum weight one-to-one matching of the rows and columns of a sparse table of counts.
#pragma once

#include <vector>

#include "runtime/index.hpp"

namespace manifact {

struct Cell {
  Index row = 0, column = 0, count = 0;
};

// The partner of each row in a matching of maximum total count, or -1. Each (row, column) is given
// at most once, with counts > 0. Missing cells have weight 0, and rows and columns stay unmatched
// rather than being matched with weight 0.
std::vector<Index> heaviest_matching(const std::vector<Cell> &cells, Index rows, Index columns);

}  // namespace manifact
