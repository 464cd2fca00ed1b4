// The exact p nearest rows by cosine among dense rows; the result is that of
// graph/neighbors/neighbors.hpp, to the last bit.
//
//   1. candidates from the Gram matrix in float: every row whose float cosine is within the bound
//      of the rounding error of the p-th best
//   2. where there are more than a list holds: candidates in double, by the same blocks
//   3. where there are still more, as among equal rows: the cosines with all rows
//   4. the candidates are scored in double, products added in the order of the columns
#pragma once

#include "graph/graph.hpp"
#include "graph/neighbors/dense/dense_unit_rows.hpp"
#include "graph/neighbors/dense/gram_search.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The lists of the rows of Y, or of rows[k] if `rows` is not null, written to list k of `found`;
// `same`: Y is X.
void search_exactly(const DenseUnitRows &Y, const Array<std::int32_t> *rows, const DenseUnitRows &X,
                    bool same, Neighbors &found, const PartOfProgress &progress,
                    ExecutionContext &run);

}  // namespace manifact
