// Most of the nearest, in less time: the search by a share c of its bounds (graph/search.hpp), and c from a sample of the rows.
//
//   A, B   two samples of rows, disjoint, whose neighbours are found exactly
//   c      the smallest of 1/32, 2/32, .. by which the rows of A find the share of their neighbours that is asked for
//
// Then all rows are searched by c, and each is offered to its neighbours, for cosines go both ways. B tells how many of the nearest there are
// in the end. The rows of A and B are drawn from all by their content, so that they do not depend on the order of the documents. (Which of the last
// few neighbours are passed over does: only the exact search gives permuted documents permuted lists.)
#pragma once

#include "graph/row_search.hpp"

namespace manifact {

// Whether a search of so many rows is approximate. Where few rows are to be searched it never is: the samples would be a good part of them.
bool is_approximate(const SearchRequest &request, std::int64_t rows) noexcept;

// The lists of all rows of X, by `search` among themselves.
template <class T>
void search_approximately(RowSearch<T> &search, CsrView<T> X, const SearchRequest &request, Neighbors &found, Run &run);

}  // namespace manifact
