// Any rows -> canonical rows: columns rising, entries given twice added up in the order they were given.
#pragma once

#include <memory>

#include "linalg/csr.hpp"

namespace manifact {

// Rows in order are left alone. X.indptr must be monotone and the columns in range. Throws Error(value) when a sum overflows.
template <class T>
void canonicalise(Csr<T> &X, const std::shared_ptr<Memory> &memory);

extern template void canonicalise<float>(Csr<float> &X, const std::shared_ptr<Memory> &memory);
extern template void canonicalise<double>(Csr<double> &X, const std::shared_ptr<Memory> &memory);

}  // namespace manifact
