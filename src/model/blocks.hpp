// Documents x features in blocks, of models with clusters on both sides.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace manifact {

// k x l, document cluster a and feature cluster b, of n_a documents and m_b features:
//
//   mass   sum of X over the block          mean   mass / (n_a m_b)
//   lift   mean / the mean of all blocks together: 1 where documents and features have nothing to
//          do with each other
//
// 0 where a cluster is empty.
enum class Block { mass, mean, lift };
std::vector<double> block_values(const Model &model, Block block);

}  // namespace manifact
