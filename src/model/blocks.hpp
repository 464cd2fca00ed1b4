// Blocks of documents x features, for models with clusters of both.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace manifact {

// k x l, for document cluster a with n_a documents and feature cluster b with m_b features:
//
//   mass   sum of X over the block          mean   mass / (n_a m_b)
//   lift   mean / the mean over all blocks together: 1 if documents and features are independent
//
// 0 if a cluster is empty.
enum class Block { mass, mean, lift };
std::vector<double> block_values(const Model &model, Block block);

}  // namespace manifact
