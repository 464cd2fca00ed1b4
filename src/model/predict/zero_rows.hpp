// After feature scaling a zero row is a valid point but has zero inner products; it is assigned to
// the nearest mean.
#pragma once

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The nearest of the means that are the columns of C (m x k): that of the cluster of least length
// that has documents.
template <class T>
std::int32_t nearest_to_zero(const Dense<T> &C, const Array<Index> &sizes, ExecutionContext &run);

// The documents of the fit were near each other, a new one may be anywhere. Throws Error(value)
// that names the row.
[[noreturn]] void refuse_far(Index row);

// Throws likewise where a value or the squares of a row, in the unit of the model, are not numbers.
void check_near(const Csr<double> &X);

// Labels for new documents that the scaling puts at the origin, where the rule of the model does
// not separate clusters there.
void label_zero_rows(const Model &model, const Array<bool> &at_origin, std::int32_t *labels,
                     ExecutionContext &run);

}  // namespace manifact
