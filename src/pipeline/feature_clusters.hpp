// The feature clusters of methods that have them.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"

namespace manifact {

// Sets the feature clusters of the model from G and S: labels by arg max over unit columns, -1 for
// a feature that occurs in no document; numbered by decreasing size unless `keep_numbers`; the sums
// of X over the blocks. The documents must be labeled.
template <class T>
void read_out_features(Model &model, Factors<T> &factors, const DataView<T> &X, bool keep_numbers,
                       ExecutionContext &run);

}  // namespace manifact
