// Which pairs to ask a person about. Basu, Banerjee, Mooney 2004: explore, then consolidate.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/csr.hpp"
#include "runtime/run.hpp"
#include "supervision/constraints.hpp"

namespace manifact {

// At most `count` pairs, best first; weight: their cosine, within [-1, 1]. Documents in constraints
// make neighbourhoods: what must-links and labels chain together.
//
//   1  where two neighbourhoods have no cannot-link between them, the pair with the largest mean
//      cosine is asked: each question settles a document
//   2  explore: while there are fewer than k, the document whose largest cosine to all documents in
//      constraints is smallest opens one
//   3  consolidate: documents drawn at random are asked about their nearest neighbourhood
//
// Documents of zeros are never asked about.
std::vector<Pair> suggest_pairs(CsrView<double> X, const Constraints &constraints, std::int64_t k, std::int64_t count, std::uint64_t seed, Run &run);

}  // namespace manifact
