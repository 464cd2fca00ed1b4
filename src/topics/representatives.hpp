// Typical documents of a cluster: those nearest to its centroid (topics/nearness.hpp), without near
// copies of each other as long as there are others. A near copy is a sparse document with a cosine
// of .7 or more to one that is nearer; without kept documents none is known. The comparisons are
// bounded: if they find near copies of a few documents only, the next ones are taken unchecked.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "runtime/index.hpp"

namespace manifact {

// At most `count`, nearest to the centroid first, then by index.
std::vector<Index> representatives(const Model &model, Index cluster, Index count);

}  // namespace manifact
