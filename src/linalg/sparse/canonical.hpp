// Converts arbitrary rows to canonical rows: columns ascending, duplicate entries summed in the
// given order.
#pragma once

#include <memory>

#include "linalg/sparse/csr.hpp"

namespace manifact {

// Canonical rows are left unchanged. X.indptr must be monotone and the columns in range. Throws
// Error(value) if a sum overflows.
template <class T>
void canonicalize(Csr<T> &X, const std::shared_ptr<Memory> &memory);

extern template void canonicalize<float>(Csr<float> &X, const std::shared_ptr<Memory> &memory);
extern template void canonicalize<double>(Csr<double> &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
