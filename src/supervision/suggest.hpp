// Suggests pairs to ask a person about. Basu, Banerjee, Mooney 2004: explore, then consolidate.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/data/data_view.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// At most `count` pairs, best first, with their cosine within [-1, 1] as weight. Documents chained
// by must-links and labels form neighborhoods.
//
//   1  pairs between two neighborhoods without a cannot-link, by decreasing mean cosine: each
//      answer decides about a document
//   2  explore: while there are fewer than k neighborhoods, the document whose largest cosine to
//      all documents in constraints is smallest becomes a new one
//   3  consolidate: pairs of random documents with their nearest neighborhood
//
// Documents of zeros are not suggested. X: sparse rows, or dense rows as they are stored.
std::vector<Pair> suggest_pairs(const DataView<double> &X, const Constraints &constraints, Index k,
                                Index count, std::uint64_t seed, ExecutionContext &run);

}  // namespace manifact
