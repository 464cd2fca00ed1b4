// Views of a model: each satisfies the contract of the header.
#include <cmath>
#include <cstring>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

template <class T>
void append(std::string &text, const T *values, std::int64_t count) {
  text += '|';
  if (values != nullptr)
    text.append(reinterpret_cast<const char *>(values),
                static_cast<std::size_t>(count) * sizeof(T));
}

void numbers(std::string &text, const double *values, std::int64_t count, const char *what) {
  if (values != nullptr) expect_finite(values, count, what);
  append(text, values, count);
}

void check_labels(const std::int32_t *labels, std::int64_t n, const std::int64_t *sizes,
                  std::int64_t k) {
  std::vector<std::int64_t> counted(static_cast<std::size_t>(k));
  for (std::int64_t i = 0; i < n; ++i) {
    if (labels[i] < -1 || labels[i] >= k)
      broken("label %d of %lld clusters", labels[i], static_cast<long long>(k));
    if (labels[i] >= 0) ++counted[static_cast<std::size_t>(labels[i])];
  }
  for (std::int64_t c = 0; c < k; ++c)
    expect(counted[static_cast<std::size_t>(c)] == sizes[c],
           "sizes that are not those of the labels");
}

void documents_and_clusters(World &world, const manifact_model *model, std::string &text) {
  const std::int64_t n = CALL(manifact_model_documents, model),
                     m = CALL(manifact_model_features, model),
                     k = CALL(manifact_model_clusters, model);
  expect(n >= 1 && m >= 1 && k >= 1, "a model of nothing");
  const std::int32_t *const labels = CALL(manifact_model_labels, model);
  const std::int64_t *const sizes = CALL(manifact_model_sizes, model);
  expect(labels != nullptr && sizes != nullptr, "no labels or no sizes");
  check_labels(labels, n, sizes, k);
  append(text, labels, n);
  append(text, sizes, k);
  expect(CALL(manifact_model_vector_columns, model) >= 0, "vectors of a negative length");
  if (const char *const name = CALL(manifact_model_feature_name, model, m - 1); name != nullptr)
    append(text, name, static_cast<std::int64_t>(std::strlen(name)));
  expect(manifact_model_feature_name(model, m) == nullptr, "a name of no feature");
  std::int64_t length = 0;
  const double *const history = CALL(manifact_model_history, model, &length);
  expect(history != nullptr && length == CALL(manifact_model_iterations, model) + 1,
         "a history of another length");
  numbers(text, history, length, "the history");
  expect(CALL(manifact_model_objective, model) == history[length - 1],
         "an objective that is not the last of the history");
  expect(CALL(manifact_model_memberships, model) != nullptr, "no memberships");
  numbers(text, manifact_model_memberships(model), n * k, "the memberships");
  numbers(text, CALL(manifact_model_associations, model), n * k, "the associations");
  numbers(text, CALL(manifact_model_basis, model), m * k, "the basis");
  numbers(text, CALL(manifact_model_centroids, model), m * k, "the centroids");
  const double *const cosines = CALL(manifact_model_cosines, model);
  numbers(text, cosines, n, "the cosines");
  for (std::int64_t i = 0; i < n && !world.forged; ++i)
    expect(cosines[i] >= -1.000001 && cosines[i] <= 1.000001, "a cosine beyond -1 to 1");
}

void computed(World &world, const manifact_model *model, std::string &text) {
  const std::int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  std::vector<double> values(static_cast<std::size_t>(std::max(n, k) * k));
  expect(CALL(manifact_model_cohesion, model, values.data(), k) == 0, "no cohesion");
  numbers(text, values.data(), k, "the cohesion");
  int status = CALL(manifact_model_similarities, model, values.data(), k);
  expect(status == 0, "no similarities");
  numbers(text, values.data(), k * k, "the similarities");
  status = CALL(manifact_model_proportions, model, values.data(), n * k);
  expect(status == 0, "no proportions");
  numbers(text, values.data(), n * k, "the proportions");
  for (std::int64_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::int64_t c = 0; c < k; ++c) sum += values[static_cast<std::size_t>(i * k + c)];
    expect(sum == 0 || std::fabs(sum - 1) < 1e-6, "proportions that do not add up");
  }
  if (n > 0) {
    std::vector<double> last(static_cast<std::size_t>(k));
    expect(CALL(manifact_model_proportions_of, model, n - 1, std::int64_t{1}, last.data()) == 0,
           "no proportions of one document");
    expect(std::equal(last.begin(), last.end(), values.begin() + (n - 1) * k),
           "other proportions of one document");
  }
  std::vector<double> places(static_cast<std::size_t>(2 * n)),
      discs(static_cast<std::size_t>(3 * k));
  expect(CALL(manifact_model_margins, model, places.data(), n) == 0, "no margins");
  for (std::int64_t i = 0; i < n; ++i) {
    const double margin = places[static_cast<std::size_t>(i)];
    expect(margin >= 0 && margin <= 1.000001, "a margin out of 0 to 1");
  }
  numbers(text, places.data(), n, "the margins");
  status = CALL(manifact_model_map, model, places.data(), n, discs.data(), k);
  expect(status == 0, "no map");
  numbers(text, places.data(), 2 * n, "the places of documents");
  numbers(text, discs.data(), 3 * k, "the discs of clusters");
  const double least = CALL(manifact_model_min_membership, model);
  expect(least >= 0 && least <= 1, "a min-membership out of 0 to 1");
}

void features(World &world, const manifact_model *model, std::string &text) {
  const std::int64_t m = manifact_model_features(model), k = manifact_model_clusters(model),
                     l = CALL(manifact_model_feature_clusters, model);
  const std::int32_t *const labels = CALL(manifact_model_feature_labels, model);
  const std::int64_t *const sizes = CALL(manifact_model_feature_sizes, model);
  const double *const G = CALL(manifact_model_feature_memberships, model), *const core = CALL(
                                                                               manifact_model_core,
                                                                               model);
  expect((l > 0) == (labels != nullptr) && (l > 0) == (sizes != nullptr) &&
             (l > 0) == (G != nullptr) && (l > 0) == (core != nullptr),
         "views of feature clusters that are not there, or the other way round");
  if (l == 0) return;
  check_labels(labels, m, sizes, l);
  append(text, labels, m);
  numbers(text, G, m * l, "the memberships of features");
  numbers(text, core, k * l, "the core");
  std::vector<double> blocks(static_cast<std::size_t>(k * l));
  for (int measure = MANIFACT_BLOCK_MASS; measure <= MANIFACT_BLOCK_LIFT; ++measure) {
    expect(CALL(manifact_model_blocks, model, measure, blocks.data(), k, l) == 0, "no blocks");
    numbers(text, blocks.data(), k * l, "the blocks");
  }
}

void expect_origin(World &world, const manifact_model *model, std::int64_t index,
                   const char *value) {
  manifact_origin origin = -1;
  const char *setting = nullptr;
  expect(CALL(manifact_model_option_origin, model, index, &origin, &setting) == 0 &&
             origin >= MANIFACT_ORIGIN_UNKNOWN && origin <= MANIFACT_ORIGIN_USER &&
             (world.forged || origin != MANIFACT_ORIGIN_USER ||
              (setting != nullptr && std::string_view(setting) == value)),
         "an option of the model has no origin");
}

void findings(World &world, const manifact_model *model, std::string &text) {
  const std::int64_t diagnostics = CALL(manifact_model_diagnostic_count, model),
                     warnings = CALL(manifact_model_warning_count, model);
  for (std::int64_t i = -1; i <= diagnostics; ++i) {
    const char *name = nullptr, *value = nullptr;
    const int status = CALL(manifact_model_diagnostic, model, i, &name, &value);
    expect((status == 0) == (i >= 0 && i < diagnostics),
           "the index of a diagnostic is not looked at");
    if (status != 0) continue;
    // The condition of a factor with an empty column is infinite, and said to be.
    const bool infinite =
        std::strcmp(value, "inf") == 0 && std::strncmp(name, "condition_", 10) != 0;
    if (!world.forged && (infinite || std::strstr(value, "nan") != nullptr))
      broken("the diagnostic %s is %s", name, value);
    text += std::string(name) + "=" + value + "\n";
  }
  for (std::int64_t i = -1; i <= warnings; ++i) {
    const char *const warning = CALL(manifact_model_warning, model, i);
    expect((warning != nullptr) == (i >= 0 && i < warnings),
           "the index of a warning is not looked at");
    if (warning != nullptr) text += std::string(warning) + "\n";
  }
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    (void)manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (const char *const value = manifact_model_option(model, name); value != nullptr)
      text += std::string(name) + "=" + value + "\n";
  }
  const std::int64_t options = CALL(manifact_model_option_count, model);
  for (std::int64_t i = 0; i < options; ++i) {
    const char *name = nullptr, *value = nullptr;
    expect(CALL(manifact_model_option_at, model, i, &name, &value) == 0 && name != nullptr &&
               value != nullptr,
           "an option of the model cannot be listed");
    expect_origin(world, model, i, value);
  }
  const void *data = nullptr;
  std::int64_t rows = -1, columns = -1;
  int type = 0;
  const int which = static_cast<int>(world.random.between(0, 13));
  const bool is_known = which >= MANIFACT_ARRAY_HISTORY && which <= MANIFACT_ARRAY_CORE;
  expect((CALL(manifact_model_array, model, which, &data, &type, &rows, &columns) == 0) == is_known,
         "the number of an array is not checked");
  if (is_known) expect((data != nullptr) == (rows * columns > 0), "an array without its size");
  text += std::to_string(CALL(manifact_model_converged, model)) +
          std::to_string(CALL(manifact_model_status, model));
  std::vector<std::int64_t> first(30), second(30);
  std::vector<double> weights(30);
  std::int64_t found = 0;
  const std::int64_t violations = CALL(manifact_model_violation_count, model);
  expect(CALL(manifact_model_violations, model, std::int64_t{30}, first.data(), second.data(),
              weights.data(), &found) == 0,
         "no violations");
  expect(found == std::min<std::int64_t>(violations, 30), "another number of violations");
  append(text, first.data(), found);
  append(text, second.data(), found);
  numbers(text, weights.data(), found, "the violations");
}

void share_model(World &world) {
  const auto model = one_of(world, world.models);
  expect_retained(model, CALL(manifact_model_retain, model.handle));
  CALL(manifact_model_free, model.handle);
  if (model.record != nullptr) return;
  expect(CALL(manifact_model_documents, model.handle) == -1 &&
             CALL(manifact_model_clusters, model.handle) == -1 &&
             CALL(manifact_model_features, model.handle) == -1 &&
             CALL(manifact_model_iterations, model.handle) == -1,
         "a number of what is no model");
  expect(CALL(manifact_model_labels, model.handle) == nullptr &&
             CALL(manifact_model_option, model.handle, "seed") == nullptr &&
             CALL(manifact_model_vectorizer, model.handle) == nullptr &&
             CALL(manifact_model_text_vectorizer, model.handle) == nullptr,
         "a view of what is no model");
  expect(CALL(manifact_model_violation_count, model.handle) == -1 &&
             CALL(manifact_model_feature_clusters, model.handle) == -1,
         "a number of what is no model");
}

void look_at_model(World &world) {
  if (!world.models.empty()) check_model(world, world.random.pick(world.models).handle);
}

}  // namespace

std::string everything_of(World &world, const manifact_model *model) {
  const Calm calm(world);
  std::string text;
  documents_and_clusters(world, model, text);
  computed(world, model, text);
  features(world, model, text);
  findings(world, model, text);
  return text;
}

void check_model(World &world, const manifact_model *model) { (void)everything_of(world, model); }

const std::vector<Action> model_actions = {{share_model, 1}, {look_at_model, 1}};

}  // namespace sequences
