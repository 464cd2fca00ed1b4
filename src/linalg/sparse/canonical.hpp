// Any rows -> canonical rows: columns rising, entries given twice added up in the order they were
// given.
#pragma once

#include <memory>

#include "linalg/sparse/csr.hpp"

namespace manifact {

// Rows in order are left alone. X.indptr must be monotone and the columns in range. Throws
// Error(value) when a sum overflows.
template <class T>
void canonicalize(Csr<T> &X, const std::shared_ptr<Memory> &memory);

extern template void canonicalize<float>(Csr<float> &X, const std::shared_ptr<Memory> &memory);
extern template void canonicalize<double>(Csr<double> &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
