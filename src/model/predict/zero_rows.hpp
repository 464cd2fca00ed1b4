// After feature scaling a zero row is a valid point but has zero inner products; it is assigned to
// the nearest mean.
#pragma once

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The mean (a column of C, m x k) nearest to zero: that of smallest length among clusters with
// documents.
template <class T>
std::int32_t nearest_to_zero(const Dense<T> &C, const Array<Index> &sizes, ExecutionContext &run);

// A new document may be arbitrarily far from the training documents. Throws Error(value) with the
// row.
[[noreturn]] void refuse_far(Index row);

// Throws the same error if a value or the squares of a row, in the model's unit, overflow.
void check_near(const DataView<double> &X);

// Labels new documents that are zero after feature scaling, if the prediction rule does not
// separate clusters there.
void label_zero_rows(const Model &model, const Array<bool> &is_zero, std::int32_t *labels,
                     ExecutionContext &run);

}  // namespace manifact
