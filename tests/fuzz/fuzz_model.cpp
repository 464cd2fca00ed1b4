// Any bytes as a model file, and the same bytes with their checksums put right: an error with a sentence, or a model whose every function
// can be called.
#include <manifact/manifact.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "repaired_archive.hpp"

namespace {

void check(bool good) {
  if (!good) std::abort();
}

// Two documents: one with its first and last feature, one without any.
void assign(manifact_context *context, const manifact_model *model, int value_sign) {
  const std::int64_t m = manifact_model_features(model), k = manifact_model_clusters(model);
  const std::int64_t indptr[] = {0, 2, 2}, indices[] = {0, m - 1};
  const double values[] = {1.0 * value_sign, 2};
  manifact_matrix *matrix = nullptr;
  check(manifact_matrix_create_csr(context, 2, m, 2, indptr, indices, MANIFACT_INT64, values, MANIFACT_DOUBLE, MANIFACT_COPY, nullptr,
                                   nullptr, &matrix) == MANIFACT_OK);
  std::int32_t labels[2] = {-7, -7};
  std::vector<double> memberships(static_cast<std::size_t>(2 * k));
  const int status = manifact_model_assign(context, model, matrix, labels, memberships.data(), 2);
  check(status != MANIFACT_ERROR_INTERNAL);
  if (status >= 0)
    for (const std::int32_t label : labels) check(label >= -1 && label < k);
  manifact_matrix_free(matrix);
}

// The names of the features, and a new text in them.
void read_text(manifact_context *context, const manifact_vectorizer *vectorizer, std::int64_t m) {
  if (vectorizer == nullptr) return;
  check(manifact_vectorizer_terms(vectorizer) == m && manifact_vectorizer_term(vectorizer, m) == nullptr);
  for (std::int64_t j = 0; j < m; ++j) check(manifact_vectorizer_term(vectorizer, j) != nullptr);
  char value[64];
  check(manifact_vectorizer_get_by_name(vectorizer, "language", value, sizeof value) == MANIFACT_OK);
  const char text[] = "The goals of two \xff goalkeepers";
  const std::int64_t offsets[] = {0, sizeof text - 1};
  manifact_matrix *counts = nullptr;
  const int status = manifact_vectorizer_transform(context, vectorizer, text, offsets, 1, &counts);
  check(status == MANIFACT_OK || status == MANIFACT_ERROR_OPTION || status == MANIFACT_ERROR_FEATURE);
  manifact_matrix_free(counts);
}

void look(manifact_context *context, const manifact_model *model) {
  const std::int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  for (std::int64_t i = 0; i < n; ++i) check(manifact_model_labels(model)[i] >= -1 && manifact_model_labels(model)[i] < k);
  std::int64_t index[3], found = 0, length = 0;
  double weight[3];
  for (std::int64_t c = 0; c < k; ++c) {
    for (const int score : {MANIFACT_SCORE_CONCEPT, MANIFACT_SCORE_LIFT})
      (void)manifact_model_top_features(model, c, score, 3, index, weight, &found);
    (void)manifact_model_representatives(model, c, 3, index, weight, &found);
  }
  check(manifact_model_history(model, &length) != nullptr && length == manifact_model_iterations(model) + 1);
  (void)manifact_model_option(model, "lambda");
  for (std::int64_t i = 0; i < manifact_model_diagnostic_count(model); ++i) {
    const char *name = nullptr, *value = nullptr;
    check(manifact_model_diagnostic(model, i, &name, &value) == 0 && name != nullptr && value != nullptr);
  }
  for (std::int64_t i = 0; i < manifact_model_warning_count(model); ++i) check(manifact_model_warning(model, i) != nullptr);
  const auto swallow = [](void *, const void *, std::size_t) { return 0; };
  check(manifact_model_write(context, model, swallow, nullptr) == MANIFACT_OK);
  read_text(context, manifact_model_vectorizer(model), manifact_model_features(model));
  assign(context, model, 1);
  assign(context, model, -1);
}

void load(const std::uint8_t *data, std::size_t size) {
  manifact_context *context = nullptr;
  check(manifact_context_create(&context) == MANIFACT_OK);
  manifact_model *model = nullptr;
  const int status = manifact_model_load_memory(context, data, size, &model);
  if (status == MANIFACT_OK) {
    look(context, model);
  } else {
    check(model == nullptr && std::strlen(manifact_context_message(context)) > 0);
    check(status == MANIFACT_ERROR_CORRUPT || status == MANIFACT_ERROR_FORMAT || status == MANIFACT_ERROR_VERSION);
  }
  std::int64_t now = -1, peak = 0;
  manifact_model_free(model);
  check(manifact_context_memory(context, &now, &peak) == MANIFACT_OK && now == 0);
  check(peak <= (std::int64_t{1} << 26) + 64 * static_cast<std::int64_t>(size));
  manifact_context_free(context);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::uint8_t nothing = 0;
  if (size == 0) data = &nothing;
  load(data, size);
  const auto bytes = manifact::repaired_archive(data, size);
  load(bytes.empty() ? &nothing : bytes.data(), bytes.size());
  return 0;
}
