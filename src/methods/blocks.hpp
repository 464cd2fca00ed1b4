// Documents x features in blocks: what a model with clusters on both sides says.
#pragma once

#include <vector>

#include "methods/method.hpp"
#include "methods/model.hpp"

namespace manifact {

// Feature clusters of the model from G and S: labels by arg max of unit columns, -1 for a feature that no document has; numbered by falling size
// unless `keep_numbers`; the sums of X over the blocks. The documents have their labels.
template <class T>
void read_out_features(Model &model, Factors<T> &factors, const Csr<T> &X, bool keep_numbers, Run &run);

// k x l, document cluster a and feature cluster b, of n_a documents and m_b features:
//
//   mass   sum of X over the block          mean   mass / (n_a m_b)
//   lift   mean / the mean of all blocks together: 1 where documents and features have nothing to do with each other
//
// 0 where a cluster is empty.
enum class Block { mass, mean, lift };
std::vector<double> block_values(const Model &model, Block block);

}  // namespace manifact
