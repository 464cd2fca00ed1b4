// The training documents in a model file.
#pragma once

#include <memory>

#include "io/archive.hpp"
#include "linalg/sparse/csr.hpp"
#include "runtime/index.hpp"

namespace manifact {

void put_documents(ArchiveWriter &writer, const Csr<double> &X);
bool has_documents(const ArchiveReader &archive) noexcept;
Csr<double> read_documents(const ArchiveReader &archive, Index n, Index m,
                           const std::shared_ptr<Memory> &memory);

}  // namespace manifact
