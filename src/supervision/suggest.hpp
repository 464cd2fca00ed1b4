// Which pairs to ask a person about. Basu, Banerjee, Mooney 2004: explore, then consolidate.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// At most `count` pairs, best first; weight: their cosine, within [-1, 1]. Documents in constraints
// make neighborhoods: what must-links and labels chain together.
//
//   1  where two neighborhoods have no cannot-link between them, the pair with the largest mean
//      cosine is asked: each question settles a document
//   2  explore: while there are fewer than k, the document whose largest cosine to all documents in
//      constraints is smallest opens one
//   3  consolidate: documents drawn at random are asked about their nearest neighborhood
//
// Documents of zeros are never asked about.
std::vector<Pair> suggest_pairs(CsrView<double> X, const Constraints &constraints, Index k,
                                Index count, std::uint64_t seed, ExecutionContext &run);

}  // namespace manifact
