// Clusters of the features, of methods that have them.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"

namespace manifact {

// Feature clusters of the model from G and S: labels by arg max of unit columns, -1 for a feature
// that no document has; numbered by falling size unless `keep_numbers`; the sums of X over the
// blocks. The documents have their labels.
template <class T>
void read_out_features(Model &model, Factors<T> &factors, const Csr<T> &X, bool keep_numbers,
                       ExecutionContext &run);

}  // namespace manifact
