#include "model/file/documents.hpp"

#include <cmath>
#include <utility>

#include "model/finite_section.hpp"
#include "model/grown_documents.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// before: the number of entries of the rows before these.
Csr<double> read_sparse(const ArchiveReader &archive, Index n, Index m, Index before,
                        const std::shared_ptr<Memory> &memory) {
  Csr<double> X;
  X.rows = n;
  X.columns = m;
  X.indptr = archive.numbers<Index>("X_indptr", n + 1, 1, memory);
  X.indices = archive.numbers<std::int32_t>("X_indices", -1, 1, memory);
  X.values = finite_section(archive, "X_values", X.indices.size(), 1, memory);
  bool good = X.indptr[0] == before;
  for (Index &end : X.indptr) end = good && end >= before ? end - before : -1;
  good = good && X.indptr[n] == X.indices.size();
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

template <class T>
std::unique_ptr<Matrix> read_dense(const ArchiveReader &archive, const char *name, Index n, Index m,
                                   const std::shared_ptr<Memory> &memory) {
  Array<T> values = archive.numbers<T>(name, n, m, memory);
  for (const T value : values)
    if (!std::isfinite(value)) archive.refuse("section '%s' has a number that is not finite", name);
  return matrix_from_values(n, m, std::move(values));
}

std::unique_ptr<Matrix> read_values(const ArchiveReader &archive, Index n, Index m,
                                    const std::shared_ptr<Memory> &memory) {
  return archive.has("X_singles") ? read_dense<float>(archive, "X_singles", n, m, memory)
                                  : read_dense<double>(archive, "X_reals", n, m, memory);
}

}  // namespace

// Dense documents are stored before weighting, in their own precision.
void put_rows(ArchiveWriter &writer, const WeightedData<double> &rows, const Matrix *matrix,
              Index first) {
  if (rows.is_dense()) {
    const Matrix &X = *matrix;
    const Index skipped = first * X.columns;
    X.singles != nullptr
        ? writer.numbers("X_singles", X.singles + skipped, X.rows - first, X.columns)
        : writer.numbers("X_reals", X.reals + skipped, X.rows - first, X.columns);
    return;
  }
  const Csr<double> &X = rows.sparse;
  const Index skipped = X.indptr[first], entries = X.entries() - skipped;
  writer.numbers("X_indptr", X.indptr.data() + first, X.rows - first + 1);
  writer.numbers("X_indices", X.indices.data() + skipped, entries);
  writer.numbers("X_values", X.values.data() + skipped, entries);
}

bool has_documents(const ArchiveReader &archive) noexcept {
  for (const char *section : {"X_indptr", "X_indices", "X_values", "X_singles", "X_reals"})
    if (archive.has(section)) return true;
  return false;
}

void read_documents(const FactReader &facts, Index n, Index m, TrainingData &training,
                    ExecutionContext &run) {
  const ArchiveReader &archive = facts.archive();
  if (!archive.has("X_singles") && !archive.has("X_reals")) {
    training.X.sparse = read_sparse(archive, n, m, 0, facts.memory());
    return;
  }
  training.matrix = read_values(archive, n, m, facts.memory());
  training.X = weighted_data<double>(*training.matrix, training.weights, run);
}

std::shared_ptr<const GrownDocuments> read_added_rows(const FactReader &facts, const Model &model,
                                                      Index added, ExecutionContext &run) {
  const ArchiveReader &archive = facts.archive();
  const TrainingData &training = model.fitted().training;
  if (training.X.empty() || training.kernel.kind == KernelKind::precomputed)
    archive.refuse("documents were added to a fit without documents");
  if (training.X.is_dense())
    return grown_by(model, *read_values(archive, added, model.m, facts.memory()), run);
  const Index before = training.X.sparse.entries();
  return grown_by(model, read_sparse(archive, added, model.m, before, facts.memory()), run);
}

}  // namespace manifact
