#include "capi/counted_documents.hpp"

#include "capi/counts.hpp"
#include "capi/features_of_model.hpp"

namespace manifact {

TermDocuments counted_documents(const Model &model, const Matrix *X) {
  const WeightedData<double> &kept = model.kept();
  if (X == nullptr) {
    const bool has_terms = !kept.empty() && !kept.is_dense() && !model.texts.terms &&
                           model.fitted().training.kernel.kind != KernelKind::precomputed;
    return has_terms ? TermDocuments(kept.view()) : TermDocuments();
  }
  if (X->columns != term_vectors(model).m)
    fail(Status::mismatch, "X has %lld columns, but there are %lld terms",
         static_cast<long long>(X->columns), static_cast<long long>(term_vectors(model).m));
  return X->dense ? TermDocuments() : TermDocuments(*X);
}

std::shared_ptr<const Matrix> documents_to_count(const Model &model, const manifact_matrix *X,
                                                 ExecutionContext &run) {
  if (X == nullptr) return nullptr;
  std::shared_ptr<const Matrix> rows = with_terms_of(model, *X, run);
  if (rows == X->matrix) return {std::move(rows), &as_counts(*X, run.memory)};
  if (dense_counts(*rows) == DenseCounts::likely) return as_sparse(*rows, run.memory);
  return rows;
}

}  // namespace manifact
