#include "model/file/documents.hpp"

#include "model/finite_section.hpp"
#include "runtime/index.hpp"

namespace manifact {

void put_documents(ArchiveWriter &writer, const Csr<double> &X) {
  writer.numbers("X_indptr", X.indptr.data(), X.rows + 1);
  writer.numbers("X_indices", X.indices.data(), X.entries());
  writer.numbers("X_values", X.values.data(), X.entries());
}

bool has_documents(const ArchiveReader &archive) noexcept {
  return archive.has("X_indptr") || archive.has("X_indices") || archive.has("X_values");
}

Csr<double> read_documents(const ArchiveReader &archive, Index n, Index m,
                           const std::shared_ptr<Memory> &memory) {
  Csr<double> X;
  X.rows = n;
  X.columns = m;
  X.indptr = archive.numbers<Index>("X_indptr", n + 1, 1, memory);
  X.indices = archive.numbers<std::int32_t>("X_indices", -1, 1, memory);
  X.values = finite_section(archive, "X_values", X.indices.size(), 1, memory);
  bool good = X.indptr[0] == 0 && X.indptr[n] == X.indices.size();
  for (Index i = 0; i < n && good; ++i) good = X.indptr[i] <= X.indptr[i + 1];
  for (Index i = 0; i < n && good; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      good =
          good && X.indices[e] >= (e > X.indptr[i] ? X.indices[e - 1] + 1 : 0) && X.indices[e] < m;
  if (!good)
    archive.refuse("the documents are not a sparse matrix of %lld x %lld",
                   static_cast<long long>(n), static_cast<long long>(m));
  return X;
}

}  // namespace manifact
