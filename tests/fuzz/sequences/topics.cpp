// Queries about single clusters of a model, and about new documents.
#include <algorithm>
#include <cmath>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

// `found` indices below `bound`, none twice, by falling score (unless points are nearest by
// distance, beside their cosines).
void check_best(const std::int64_t *indices, const double *scores, std::int64_t found,
                std::int64_t count, std::int64_t bound, bool by_score) {
  expect(found >= 0 && found <= count, "more was found than asked for");
  expect_finite(scores, found, "scores");
  for (std::int64_t i = 0; i < found; ++i) {
    expect(indices[i] >= 0 && indices[i] < bound, "an index out of range");
    expect(std::count(indices, indices + i, indices[i]) == 0, "an index twice");
    expect(!by_score || i == 0 || scores[i] < scores[i - 1] ||
               (scores[i] == scores[i - 1] && indices[i] > indices[i - 1]),
           "not by falling score");
  }
}

void best(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t k = manifact_model_clusters(model.handle),
                     l = manifact_model_feature_clusters(model.handle);
  const std::int64_t n = manifact_model_documents(model.handle),
                     m = manifact_model_features(model.handle);
  const manifact_vectorizer *const texts = CALL(manifact_model_text_vectorizer, model.handle);
  const std::int64_t terms = texts != nullptr ? manifact_vectorizer_terms(texts) : m;
  const std::int64_t cluster =
      random_number(world, world.random.below(std::max<std::int64_t>(k, 1)));
  const std::int64_t count = world.random.chance(3) ? -1 : world.random.between(0, 8);
  std::int64_t indices[8] = {}, found = -1, *const out = or_null(world, &found);
  double scores[8] = {};
  int status;
  std::int64_t bound = n;
  bool by_score = true;
  switch (world.random.below(5)) {
    case 4:
      bound = terms;
      status = CALL(manifact_model_top_terms, model.handle, cluster,
                    static_cast<int>(world.random.between(0, 4)), count, +indices, +scores, out);
      break;
    case 0:
      bound = m;
      status = CALL(manifact_model_top_features, model.handle, cluster,
                    static_cast<int>(world.random.between(0, 4)), count, +indices, +scores, out);
      break;
    case 1:
      by_score = false;
      status = CALL(manifact_model_representatives, model.handle, cluster, count, +indices, +scores,
                    out);
      break;
    case 2:
      status = CALL(manifact_model_concept_documents, model.handle, cluster, count, +indices,
                    +scores, out);
      break;
    default:
      bound = m;
      status =
          CALL(manifact_model_feature_cluster_features, model.handle,
               world.random.below(std::max<std::int64_t>(l, 1)), count, +indices, +scores, out);
  }
  expect_refused(status, model);
  if (status == 0) check_best(indices, scores, found, count, bound, by_score);
}

void wrong_lengths(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t k = manifact_model_clusters(model.handle),
                     l = manifact_model_feature_clusters(model.handle);
  const std::int64_t wrong = world.random.one_of<std::int64_t>({k + 1, k - 1, 0, -1, INT64_MAX});
  double values[4] = {};
  int status = 0;
  switch (world.random.below(7)) {
    case 4:
      status =
          CALL(manifact_model_margins, model.handle, or_null(world, values + 0), std::int64_t{-1});
      break;
    case 5:
      status =
          CALL(manifact_model_map, model.handle, values + 0, std::int64_t{-1}, values + 0, wrong);
      break;
    case 0:
      status = CALL(manifact_model_cohesion, model.handle, or_null(world, values + 0), wrong);
      break;
    case 1:
      status = CALL(manifact_model_similarities, model.handle, or_null(world, values + 0), wrong);
      break;
    case 2:
      status = CALL(manifact_model_proportions, model.handle, or_null(world, values + 0),
                    std::int64_t{-1});
      break;
    case 3:
      status = CALL(manifact_model_blocks, model.handle, 1, or_null(world, values + 0), wrong, l);
      break;
    default:
      status = CALL(manifact_model_violations, model.handle, std::int64_t{-1},
                    static_cast<std::int64_t *>(nullptr), static_cast<std::int64_t *>(nullptr),
                    static_cast<double *>(nullptr), static_cast<std::int64_t *>(nullptr));
  }
  expect(status < 0, "a wrong length was taken");
}

void assign(World &world) {
  const auto model = one_of(world, world.models);
  if (!model) {
    std::int32_t label = 0;
    if (world.matrices.empty()) return;
    expect(CALL(manifact_model_assign, some_context(world), model.handle, world.matrices[0].handle,
                &label, static_cast<double *>(nullptr), world.matrices[0].n) < 0,
           "no model was taken");
    return;
  }
  if (world.matrices.empty()) return;
  const Matrix &X = world.random.pick(world.matrices);
  (void)assigned(world, model.handle, X.handle, false);
  const std::int64_t k = manifact_model_clusters(model.handle);
  std::vector<std::int32_t> labels(static_cast<std::size_t>(X.n), -7);
  std::vector<double> proportions(static_cast<std::size_t>(X.n * k)), margins(labels.size());
  const double least = world.random.one_of<double>({0, 0, 0.5, 1, -1, 2, std::nan("")});
  const int status =
      CALL(manifact_model_assign_proportions, some_context(world), model.handle, X.handle, least,
           labels.data(), proportions.data(), or_null(world, margins.data()), X.n);
  expect((least >= 0 && least <= 1) || status < 0, "a min_membership out of 0 to 1 was taken");
  for (std::size_t i = 0; i < labels.size() && status >= 0; ++i)
    expect(labels[i] >= -1 && labels[i] < k, "a label out of range");
  expect(CALL(manifact_model_score_rule, model.handle) != nullptr, "a model without a score");
  const bool additive = CALL(manifact_model_has_additive_score, model.handle) == MANIFACT_TRUE;
  std::vector<double> scores(margins.size()), rests(margins.size());
  manifact_matrix *out = nullptr;
  const int explained =
      CALL(manifact_model_explain, some_context(world), model.handle, X.handle,
           or_null(world, labels.data()), world.random.between(-1, 5),
           or_null(world, scores.data()), or_null(world, rests.data()), X.n, &out);
  expect(explained >= 0 ? additive && out != nullptr : out == nullptr, "an explanation of nothing");
  manifact_matrix_free(out);
  const int both = CALL(manifact_model_assign_explained, some_context(world), model.handle,
                        X.handle, least, or_null(world, labels.data()), proportions.data(),
                        or_null(world, margins.data()), world.random.between(-1, 5),
                        or_null(world, scores.data()), or_null(world, rests.data()), X.n, &out);
  expect(both >= 0 ? additive && out != nullptr : out == nullptr, "an explanation of nothing");
  manifact_matrix_free(out);
}

// The positions of a map, with the documents where the model may not have them.
void positions(World &world) {
  const auto model = one_of(world, world.models);
  const auto X = one_of(world, world.matrices);
  const std::int64_t n = std::max<std::int64_t>(manifact_model_documents(model.handle), 0),
                     length = random_number(world, n);
  std::vector<double> values(static_cast<std::size_t>(2 * n)), quality(2);
  const manifact_matrix *const documents = world.random.chance(70) ? nullptr : X.handle;
  const int status =
      CALL(manifact_model_positions, any_context(world), model.handle, documents,
           or_null(world, values.data()), length, or_null(world, quality.data(), 20));
  expect_refused(status, model);
  if (status < 0) return;
  expect(length == n, "another length was taken");
  for (std::int64_t i = 0; i < 2 * n; i += 2) {
    const double x = values[static_cast<std::size_t>(i)],
                 y = values[static_cast<std::size_t>(i + 1)];
    expect((std::isfinite(x) && std::isfinite(y)) || (std::isnan(x) && std::isnan(y)),
           "half a position");
  }
}

// How the topics of one model live on in another, by documents, any rows, or terms.
void compare(World &world) {
  const auto before = one_of(world, world.models), after = one_of(world, world.models);
  const std::int64_t n = std::max<std::int64_t>(manifact_model_documents(before.handle), 0),
                     k = std::max<std::int64_t>(manifact_model_clusters(before.handle), 0),
                     l = std::max<std::int64_t>(manifact_model_clusters(after.handle), 0),
                     length = random_number(world, n);
  std::vector<std::int64_t> rows(static_cast<std::size_t>(n), -7),
      partners(static_cast<std::size_t>(k));
  std::int64_t common = 0;
  const int found = CALL(manifact_model_common_documents, any_context(world), before.handle,
                         after.handle, or_null(world, rows.data()), length, &common);
  if (found < 0)
    for (std::int64_t i = 0; i < n; ++i)
      rows[static_cast<std::size_t>(i)] = world.random.chance(5) ? random_number(world, i) : i;
  else
    expect(common == n - std::count(rows.begin(), rows.end(), -1), "rows that are not counted");
  std::vector<double> forward(static_cast<std::size_t>(k * l)), backward(forward.size());
  std::vector<std::int32_t> earlier(static_cast<std::size_t>(k)),
      later(static_cast<std::size_t>(l));
  const std::int64_t given = random_number(world, l);
  const int status =
      CALL(manifact_model_compare, any_context(world), before.handle, after.handle,
           or_null(world, rows.data(), 40), n, or_null(world, forward.data()), backward.data(),
           or_null(world, partners.data()), earlier.data(), k, later.data(), given);
  expect_refused(status, before, after);
  if (status < 0) return;
  expect(given == l, "another number of topics was taken");
  for (const double share : backward) expect(share >= 0 && share <= 1, "a share out of range");
  for (const std::int32_t change : earlier)
    expect(change >= 1 && change <= 6 && change != MANIFACT_CHANGE_APPEARED, "a change of no kind");
  for (const std::int32_t change : later)
    expect(change >= 1 && change <= 6 && change != MANIFACT_CHANGE_VANISHED, "a change of no kind");
}

void found(World &world) {
  const auto model = one_of(world, world.models);
  const std::int64_t n = std::max<std::int64_t>(manifact_model_documents(model.handle), 0),
                     k = manifact_model_clusters(model.handle), length = random_number(world, n);
  std::vector<std::int32_t> labels(static_cast<std::size_t>(n), -7);
  std::int64_t topics = 0;
  const int status = CALL(manifact_model_new_topics, any_context(world), model.handle,
                          or_null(world, labels.data()), length, or_null(world, &topics));
  expect_refused(status, model);
  if (status < 0) return;
  expect(length == n, "another length was taken");
  for (const std::int32_t label : labels)
    expect(label >= -1 && label < k + topics, "a label out of range");
}

// Documents as the vectorizer of a model counts them.
void assign_text(World &world) {
  const auto model = one_of(world, world.models);
  const manifact_vectorizer *const vectorizer = CALL(manifact_model_vectorizer, model.handle);
  if (vectorizer == nullptr) return;
  expect(CALL(manifact_vectorizer_terms, vectorizer) == manifact_model_features(model.handle),
         "terms that are not the features");
  const Texts texts = random_texts(world, 3);
  manifact_matrix *out = unset<manifact_matrix>();
  if (CALL(manifact_vectorizer_transform, some_context(world), vectorizer, texts.bytes.c_str(),
           texts.offsets.data(), texts.count(), &out) < 0)
    return;
  (void)assigned(world, model.handle, out, false);
  CALL(manifact_matrix_free, out);
}

}  // namespace

std::string assigned(World &world, const manifact_model *model, const manifact_matrix *X,
                     bool of_the_fit) {
  const std::int64_t rows = manifact_matrix_rows(X), k = manifact_model_clusters(model);
  if (rows < 0) return {};
  std::vector<std::int32_t> labels(static_cast<std::size_t>(rows), -7);
  std::vector<double> memberships(static_cast<std::size_t>(rows * k), std::nan(""));
  const bool plain = of_the_fit || world.calm > 0;
  double *const given = plain ? memberships.data() : or_null(world, memberships.data(), 20);
  const std::int64_t length = plain ? rows : random_number(world, rows);
  manifact_context *const context = some_context(world);
  const int status = CALL(manifact_model_assign, context, model, X, labels.data(), given, length);
  if (of_the_fit && status < 0) {
    const char *const data = manifact_model_option(model, "keep-data");
    const bool without_data =
        status == MANIFACT_ERROR_ARGUMENT && data != nullptr && std::string(data) == "no";
    if (!without_data && !world.was_disturbed)
      broken("%s of the documents of the fit: %s", manifact_status_name(status),
             manifact_context_message(context));
  }
  if (status < 0) return manifact_status_name(status);
  expect(length == rows, "another length was taken");
  for (const std::int32_t label : labels) expect(label >= -1 && label < k, "a label out of range");
  if (given != nullptr) expect_finite(given, rows * k, "the memberships of new documents");
  std::string text(reinterpret_cast<const char *>(labels.data()), labels.size() * sizeof labels[0]);
  if (given != nullptr)
    text.append(reinterpret_cast<const char *>(given), memberships.size() * sizeof(double));
  return text;
}

const std::vector<Action> topic_actions = {{best, 5},       {wrong_lengths, 2}, {assign, 4},
                                           {positions, 1},  {compare, 2},       {found, 1},
                                           {assign_text, 1}};

}  // namespace sequences
