// Models that grow: documents added without a fit.
#include <utility>

#include "capi/columns.hpp"
#include "capi/features_of_model.hpp"
#include "capi/model_views.hpp"
#include "pipeline/finite.hpp"
#include "topics/update.hpp"

using namespace manifact;

namespace {

DocumentColumns columns_of(const char *const *names, const char *const *bytes,
                           const int64_t *const *offsets, int64_t n_columns, int64_t n_documents) {
  if (n_columns < 0)
    fail(Status::argument, "n_columns must be at least 0, not %lld",
         static_cast<long long>(n_columns));
  DocumentColumns columns;
  if (n_columns == 0) return columns;
  require(names, "names");
  require(bytes, "bytes");
  require(offsets, "offsets");
  for (int64_t c = 0; c < n_columns; ++c) {
    require(names[c], "a name");
    require(bytes[c], "the bytes of a column");
    for (const auto &earlier : columns)
      if (earlier->name == names[c])
        fail(Status::argument, "column '%.60s' is given twice", names[c]);
    columns.push_back(column_of(names[c], bytes[c], offsets[c], n_documents));
  }
  return columns;
}

}  // namespace

int manifact_model_update(manifact_context *context, const manifact_model *model,
                          const manifact_matrix *X, const int64_t *terms, const char *const *names,
                          const char *const *bytes, const int64_t *const *offsets,
                          int64_t n_columns, manifact_model **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(model, "model");
    require_handle(X, "X");
    require(out, "out");
    const std::shared_ptr<const Matrix> aligned = with_features_of(*model->model, *X, run);
    const Matrix &rows = *aligned;
    std::unique_ptr<Model> made = updated(
        model->model, {rows, terms, columns_of(names, bytes, offsets, n_columns, rows.rows)}, run);
    check_finite(*made);
    return deliver(std::move(made), run.memory, out);
  });
}

int manifact_model_edit_drift(const manifact_model *model, int64_t index, int64_t *documents,
                              int64_t *n_far, int64_t *unassigned, int64_t *terms,
                              int64_t *unknown) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  if (index < 0 || index >= manifact_model_edit_count(model)) return MANIFACT_ERROR_ARGUMENT;
  const Drift &drift = model->model->edits.list[static_cast<std::size_t>(index)].drift;
  if (drift.documents == 0) return MANIFACT_ERROR_ARGUMENT;
  give(documents, drift.documents);
  give(n_far, drift.far);
  give(unassigned, drift.unassigned);
  give(terms, drift.terms);
  give(unknown, drift.unknown);
  return MANIFACT_OK;
}
