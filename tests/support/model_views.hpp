// Calls every function of the public header that reads a model, and assigns new documents.
#pragma once

#include <manifact/manifact.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace views {

// Two documents: one with its first and last feature, one empty.
void assign(manifact_context *context, const manifact_model *model, int value_sign,
            const auto &check) {
  const std::int64_t m = manifact_model_features(model), k = manifact_model_clusters(model);
  const std::int64_t indptr[] = {0, m > 1 ? 2 : 1, m > 1 ? 2 : 1}, indices[] = {0, m - 1};
  const double values[] = {1.0 * value_sign, 2};
  manifact_matrix *matrix = nullptr;
  const int made = manifact_matrix_create_csr(context, 2, m, indptr[2], indptr, MANIFACT_INT64,
                                              indices, MANIFACT_INT64, 0, values, MANIFACT_DOUBLE,
                                              MANIFACT_COPY, nullptr, nullptr, &matrix);
  check(made == MANIFACT_OK);
  std::int32_t labels[2] = {-7, -7};
  std::vector<double> memberships(static_cast<std::size_t>(2 * k));
  const int status = manifact_model_assign(context, model, matrix, labels, memberships.data(), 2);
  check(status != MANIFACT_ERROR_INTERNAL);
  if (status >= 0) {
    for (const std::int32_t label : labels) check(label >= -1 && label < k);
    for (const double x : memberships) check(std::isfinite(x));
  }
  manifact_matrix_free(matrix);
}

// The names of the m features or terms, and a new text in them.
void read_text(manifact_context *context, const manifact_vectorizer *vectorizer, std::int64_t m,
               const auto &check) {
  if (vectorizer == nullptr) return;
  check(manifact_vectorizer_terms(vectorizer) == m);
  check(manifact_vectorizer_term(vectorizer, m) == nullptr);
  for (std::int64_t j = 0; j < m; ++j) check(manifact_vectorizer_term(vectorizer, j) != nullptr);
  char value[64];
  const int got = manifact_vectorizer_get_text(vectorizer, "language", value, sizeof value);
  check(got == MANIFACT_OK);
  const char text[] = "The goals of two \xff goalkeepers";
  const std::int64_t offsets[] = {0, sizeof text - 1};
  manifact_matrix *counts = nullptr;
  const int status = manifact_vectorizer_transform(context, vectorizer, text, offsets, 1, &counts);
  check(status == MANIFACT_OK || status == MANIFACT_ERROR_OPTION ||
        status == MANIFACT_ERROR_FEATURE);
  manifact_matrix_free(counts);
}

void look_at_clusters(const manifact_model *model, const auto &check) {
  const std::int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  std::int64_t index[3], found = 0, documents = 0;
  double weight[3];
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int32_t label = manifact_model_labels(model)[i];
    check(label >= -1 && label < k);
    documents += label >= 0;
  }
  for (std::int64_t c = 0; c < k; ++c) {
    for (const int score :
         {MANIFACT_SCORE_CONCEPT, MANIFACT_SCORE_LIFT, MANIFACT_SCORE_EXCLUSIVITY}) {
      (void)manifact_model_top_features(model, c, score, 3, index, weight, &found);
      check(manifact_model_top_terms(model, c, score, 3, index, weight, &found) == MANIFACT_OK);
      const manifact_vectorizer *const texts = manifact_model_text_vectorizer(model);
      const std::int64_t terms =
          texts != nullptr ? manifact_vectorizer_terms(texts) : manifact_model_features(model);
      for (std::int64_t t = 0; t < found; ++t) check(index[t] >= 0 && index[t] < terms);
    }
    (void)manifact_model_representatives(model, c, 3, index, weight, &found);
    const int status = manifact_model_concept_documents(model, c, 3, index, weight, &found);
    const bool factors = manifact_model_associations(model) != nullptr;
    check(status == (factors ? MANIFACT_OK : MANIFACT_ERROR_ARGUMENT));
    documents -= manifact_model_sizes(model)[c];
  }
  check(documents == 0);
  std::vector<double> numbers(static_cast<std::size_t>((n > k ? n : k) * k));
  check(manifact_model_cohesion(model, numbers.data(), k) == MANIFACT_OK);
  check(manifact_model_similarities(model, numbers.data(), k) == MANIFACT_OK);
  check(manifact_model_proportions(model, numbers.data(), n * k) == MANIFACT_OK);
  check(manifact_model_memberships(model) != nullptr);
  check(manifact_model_centroids(model) != nullptr);
}

void look_at_features(const manifact_model *model, const auto &check) {
  const std::int64_t m = manifact_model_features(model), k = manifact_model_clusters(model);
  const std::int64_t l = manifact_model_feature_clusters(model);
  std::int64_t index[3], found = 0;
  double weight[3];
  for (std::int64_t j = 0; l > 0 && j < m; ++j) {
    const std::int32_t label = manifact_model_feature_labels(model)[j];
    check(label >= -1 && label < l);
  }
  std::vector<double> blocks(static_cast<std::size_t>(k * l));
  for (const int measure : {MANIFACT_BLOCK_MASS, MANIFACT_BLOCK_MEAN, MANIFACT_BLOCK_LIFT})
    check(l == 0 || manifact_model_blocks(model, measure, blocks.data(), k, l) == MANIFACT_OK);
  for (std::int64_t b = 0; b < l; ++b)
    check(manifact_model_feature_cluster_features(model, b, 3, index, weight, &found) >= 0);
}

void look_at_topics(manifact_context *context, const manifact_model *model, const auto &check) {
  const std::int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  for (std::int64_t c = 0; c < k; ++c) check(manifact_model_title(model, c) != nullptr);
  std::vector<std::int64_t> steps(static_cast<std::size_t>(2 * k)), order(steps);
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(k > n ? k : n));
  std::vector<double> values(static_cast<std::size_t>(k));
  for (const int linkage : {MANIFACT_LINKAGE_WARD, MANIFACT_LINKAGE_AVERAGE}) {
    check(manifact_model_tree(context, model, linkage, steps.data(), values.data(), order.data(),
                              k) == MANIFACT_OK);
    for (std::int64_t c = 0; c < k; ++c) {
      const std::int64_t leaf = order[static_cast<std::size_t>(c)];
      check(leaf >= 0 && leaf < k);
    }
    check(manifact_model_tree_cut(context, model, linkage, (k + 1) / 2, numbers.data(), k) ==
          MANIFACT_OK);
  }
  check(manifact_model_topic_numbers(context, model, nullptr, MANIFACT_SCORE_EXCLUSIVITY, 3,
                                     values.data(), values.data(), values.data(), numbers.data(),
                                     k) == MANIFACT_OK);
  for (std::int32_t &each : numbers) each = 0;
  check(manifact_model_timeline(model, numbers.data(), n, 1, steps.data(), k) == MANIFACT_OK);
  std::int64_t terms[3], found = 0;
  (void)manifact_model_trends(context, model, nullptr, numbers.data(), n, 0, 1, 3, terms, nullptr,
                              &found);
}

void look_at_history(const manifact_model *model, const auto &check) {
  const std::int64_t *ends = nullptr;
  for (std::int64_t e = 0; e < manifact_model_edit_count(model); ++e) {
    const char *text = nullptr;
    std::int64_t before = 0, documents = 0;
    check(manifact_model_edit(model, e, &text, &ends, &before) == MANIFACT_OK);
    check(text != nullptr && ends != nullptr && before > 0);
    (void)manifact_model_edit_drift(model, e, &documents, nullptr, nullptr, nullptr, nullptr);
  }
  const char *name = nullptr, *bytes = nullptr;
  for (std::int64_t c = 0; (name = manifact_model_column_name(model, c)) != nullptr; ++c) {
    const int status = manifact_model_column(model, name, &bytes, &ends);
    check(status == MANIFACT_OK && bytes != nullptr && ends != nullptr);
  }
}

// Edits that a model allows give models that can be used.
void edit(manifact_context *context, const manifact_model *model, const auto &check) {
  const std::int64_t k = manifact_model_clusters(model), topics[] = {0, k - 1};
  const auto use = [&](int status, manifact_model *made) {
    check(status != MANIFACT_ERROR_INTERNAL && (status < 0) == (made == nullptr));
    if (made != nullptr) assign(context, made, 1, check);
    manifact_model_free(made);
  };
  manifact_model *made = nullptr;
  int status = manifact_model_merge(context, model, topics, 2, nullptr, &made);
  use(status, made);
  status = manifact_model_hide(context, model, topics, 1, &made);
  use(status, made);
  status = manifact_model_rename(context, model, 0, "name", &made);
  use(status, made);
}

// `check` receives conditions that must hold.
void look(manifact_context *context, const manifact_model *model, const auto &check) {
  look_at_clusters(model, check);
  look_at_features(model, check);
  look_at_topics(context, model, check);
  look_at_history(model, check);
  edit(context, model, check);
  std::int64_t length = 0, first[3], second[3];
  double weight[3];
  check(manifact_model_history(model, &length) != nullptr);
  check(length == manifact_model_iterations(model) + 1);
  (void)manifact_model_option(model, "lambda");
  check(manifact_model_violations(model, 3, first, second, weight, &length) == MANIFACT_OK);
  for (std::int64_t i = 0; i < manifact_model_diagnostic_count(model); ++i) {
    const char *name = nullptr, *value = nullptr;
    check(manifact_model_diagnostic(model, i, &name, &value) == 0);
    check(name != nullptr && value != nullptr);
  }
  for (std::int64_t i = 0; i < manifact_model_warning_count(model); ++i)
    check(manifact_model_warning(model, i) != nullptr);
  const auto swallow = [](void *, const void *, std::size_t) { return 0; };
  check(manifact_model_write(context, model, swallow, nullptr) == MANIFACT_OK);
  read_text(context, manifact_model_vectorizer(model), manifact_model_features(model), check);
  const manifact_vectorizer *const texts = manifact_model_text_vectorizer(model);
  read_text(context, texts, manifact_vectorizer_terms(texts), check);
  assign(context, model, 1, check);
  assign(context, model, -1, check);
}

}  // namespace views
